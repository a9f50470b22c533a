// SPDX-License-Identifier: MIT
#include "cli/itp_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {
namespace {

using From = ItpConfig::From;
using System = sat::InterpolationSystem;

const std::map<std::string, System>& systems() {
  static const std::map<std::string, System> names{{"mcmillan", System::McMillan},
                                                   {"pudlak", System::Pudlak},
                                                   {"inverse", System::InverseMcMillan}};
  return names;
}

const std::map<std::string, From>& starts() {
  static const std::map<std::string, From> names{{"all", From::All}, {"last", From::Last}};
  return names;
}

}  // namespace

void add_itp_options(CLI::App& command, ItpConfig& config) {
  CLI::App& group = *command.add_option_group("itp", "Interpolation");
  add_choice(group, "--itp-system", config.system, systems(),
             "How an interpolant follows from a proof: McMillan's system gives the strongest, its "
             "inverse the weakest");
  add_choice(group, "--itp-from", config.from, starts(),
             "Look for the next states from all that were reached at this bound, or from the last "
             "interpolant");
  add_switch(group, "--itp-reschedule", config.reschedule,
             "After a false counterexample skip the bounds that interpolants have cleared");
  add_switch(group, "--itp-closure", config.closure,
             "After each interpolant: ask whether the states reached are closed under transitions");
  add_number(group, "--itp-closure-conflicts", config.closure_conflicts,
             "Most conflicts for that, or twice those of the refutation if these are more");
  add_number(
      group, "--itp-certify-gates", config.certify_gates,
      "If the invariant has more gates: let IC3 look for a certificate of what is proved, since "
      "that one is hard to check (0: never)");
  add_switch(group, "--itp-simplify", config.simplify, "Sweep each interpolant");
  group
      .add_option("--itp-simplify-seconds", config.simplify_seconds,
                  "Processor time for sweeping an interpolant")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  add_seconds_setting(group, "--itp-simplify-seconds", config.simplify_seconds);
  add_number(group, "--itp-simplify-conflicts", config.simplify_conflicts,
             "Conflicts of a question of sweeping");
  group.add_option("--itp-first", config.first, "The first bound")
      ->capture_default_str()
      ->type_name("BOUND");
  add_number_setting(group, "--itp-first", config.first);
  group.add_option("--itp-last", config.last, "Stop when this bound is cleared (default: never)")
      ->type_name("BOUND");
  add_number_setting(group, "--itp-last", config.last);
}

void add_itpseq_options(CLI::App& command, ItpSeqConfig& config) {
  CLI::App& group = *command.add_option_group(
      "itpseq", "Interpolation sequences; lemmas are made as the options of ic3 say");
  add_choice(group, "--itpseq-system", config.system, systems(),
             "How interpolants follow from a proof; see --itp-system");
  add_switch(group, "--itpseq-lemmas", config.lemmas,
             "Ask about runs through the frames, not about all runs");
  add_switch(group, "--itpseq-simplify", config.simplify, "Sweep each interpolant");
}

}  // namespace cairn
