// SPDX-License-Identifier: MIT
#include "cli/engine_options.h"

#include <map>

#include "cli/bradley_options.h"
#include "cli/choice.h"
#include "cli/fsis_options.h"
#include "cli/ic3_options.h"
#include "cli/itp_options.h"
#include "cli/kind_options.h"
#include "run/pipeline.h"
#include "run/program_engines.h"
#include "run/turns.h"

namespace cairn {
namespace {

void add_bmc_options(CLI::App& command, BmcConfig& config) {
  auto* group = command.add_option_group("bmc", "Bounded model checking");
  group
      ->add_option("--bmc-first", config.first,
                   "The first question covers all bounds up to this one")
      ->capture_default_str()
      ->type_name("BOUND");
  group->add_option("--bmc-step", config.step, "Each further question covers this many bounds more")
      ->capture_default_str()
      ->type_name("N");
  add_switch(*group, "--bmc-shortest", config.shortest,
             "Look for the shortest counterexample, not just for one; without leaps");
  group
      ->add_option(
          "--bmc-leap", config.leap,
          "When a bound has taken this many conflicts, look for much longer runs by turns; "
          "0: never")
      ->capture_default_str()
      ->type_name("CONFLICTS");
  static const std::map<std::string, SolverKind> solvers{{"cadical", SolverKind::Cadical},
                                                         {"cairn", SolverKind::Cairn}};
  add_choice(*group, "--bmc-solver", config.solver, solvers,
             "Who answers: CaDiCaL, or Cairn's own solver");
  group->add_option("--bmc-last", config.last, "Stop when this bound is cleared (default: never)")
      ->type_name("BOUND");
}

void add_limits(CLI::App& command, const std::string& pass, const std::string& description,
                double& seconds, std::uint64_t& conflicts) {
  auto* group = command.add_option_group(pass, description);
  group
      ->add_option("--" + pass + "-seconds", seconds,
                   "Processor time that the pass may take, each time it is applied")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  group
      ->add_option("--" + pass + "-conflicts", conflicts,
                   "Give up a question to the SAT solver after this many conflicts")
      ->capture_default_str()
      ->type_name("N");
}

}  // namespace

void add_engine_option(CLI::App& command, std::string& engine, EnginesFor models, Workers workers) {
  std::vector<std::string> names = known_engines();
  std::string description =
      "How to check: ic3 (proves and finds), bmc (finds counterexamples), kind "
      "(k-induction), itp (interpolation), itpseq (interpolation sequences with "
      "induction), fsis (IC3's ancestor, for small circuits), bradley (IC3 as first "
      "published), or auto, which lets several ways take turns";
  if (workers == Workers::Yes) {
    names.emplace_back(kPortfolio);
    description += ", or portfolio, which runs several at the same time (see --workers)";
  }
  if (const auto more = program_engines(); models == EnginesFor::Programs && !more.empty()) {
    names.insert(names.end(), more.begin(), more.end());
    description += "; for programs alone: " + describe_program_engines();
  }
  command.add_option("--engine", engine, description)
      ->check(CLI::IsMember(names))
      ->capture_default_str();
}

void add_turn_option(CLI::App& command, double& seconds) {
  command
      .add_option("--turn", seconds,
                  "With the engine 'auto': processor time of IC3's first turn; others get a part "
                  "of it, and "
                  "the next turn of each is twice as long")
      ->capture_default_str()
      ->type_name("SECONDS");
}

std::string turn_problem(double seconds) {
  constexpr double kLongest = 1e9;
  // Not a number fails both.
  return seconds > 0 && seconds <= kLongest ? "" : "expected a number of seconds above 0";
}

void add_passes_option(CLI::App& command, std::vector<std::string>& passes,
                       const std::string& description) {
  command.add_option("--passes", passes, description)
      ->delimiter(',')
      ->transform(CLI::IsMember([] {
        auto names = known_passes();
        names.push_back("none");
        return names;
      }()))
      ->capture_default_str();
}

/// The settings of every engine.
void add_engine_options(CLI::App& command, EngineConfigs& configs) {
  add_ic3_options(command, configs.ic3);
  add_bmc_options(command, configs.bmc);
  add_itp_options(command, configs.itp);
  add_itpseq_options(command, configs.itpseq);
  add_kind_options(command, configs.kind);
  add_fsis_options(command, configs.fsis);
  add_bradley_options(command, configs.bradley);
}

void add_pass_options(CLI::App& command, PassOptions& options) {
  add_limits(command, "sweep", "Gates that are equal in all states", options.sweep.seconds,
             options.sweep.conflicts);
  add_limits(command, "correspondence", "Latches and gates that are equal in all reachable states",
             options.correspondence.seconds, options.correspondence.conflicts);
  command
      .add_option("--target-enlargement-steps", options.enlargement_steps,
                  "The pass target-enlargement makes bad states true this many steps earlier "
                  "(EMB11)")
      ->check(CLI::Range(1, 10).description(""))
      ->capture_default_str()
      ->type_name("N");
}

}  // namespace cairn
