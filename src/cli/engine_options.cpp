// SPDX-License-Identifier: MIT
#include "cli/engine_options.h"

#include <fmt/format.h>

#include <algorithm>
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
  add_number_setting(*group, "--bmc-first", config.first);
  group->add_option("--bmc-step", config.step, "Each further question covers this many bounds more")
      ->capture_default_str()
      ->type_name("N");
  add_number_setting(*group, "--bmc-step", config.step);
  add_switch(*group, "--bmc-gradual", config.gradual,
             "But at most as many as are cleared: --bmc-step is reached step by step");
  add_switch(*group, "--bmc-shortest", config.shortest,
             "Look for the shortest counterexample, not just for one; without leaps");
  group
      ->add_option(
          "--bmc-leap", config.leap,
          "When a bound has taken this many conflicts, look for much longer runs by turns; "
          "0: never")
      ->capture_default_str()
      ->type_name("CONFLICTS");
  add_number_setting(*group, "--bmc-leap", config.leap);
  static const std::map<std::string, SolverKind> solvers{{"cadical", SolverKind::Cadical},
                                                         {"stable", SolverKind::Stable},
                                                         {"cairn", SolverKind::Cairn}};
  add_choice(*group, "--bmc-solver", config.solver, solvers,
             "Who answers: CaDiCaL; CaDiCaL that seldom restarts, which finds counterexamples "
             "sooner and is slower where there are none; or Cairn's own solver");
  group->add_option("--bmc-last", config.last, "Stop when this bound is cleared (default: never)")
      ->type_name("BOUND");
  add_number_setting(*group, "--bmc-last", config.last);
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
  add_seconds_setting(*group, "--" + pass + "-seconds", seconds);
  group
      ->add_option("--" + pass + "-conflicts", conflicts,
                   "Give up a question to the SAT solver after this many conflicts")
      ->capture_default_str()
      ->type_name("N");
  add_number_setting(*group, "--" + pass + "-conflicts", conflicts);
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

std::string written(const std::vector<LaneChoice>& lanes) {
  std::string list;
  for (const LaneChoice& lane : lanes) {
    list += fmt::format("{}{}:{}", list.empty() ? "" : ",", lane.name, lane.share);
    if (lane.head > 0) list += fmt::format(":{}", lane.head);
  }
  return list;
}

/// NAME, NAME:PART or NAME:PART:HEAD.
LaneChoice read_lane(const std::string& word) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = word.find(':', begin);
    fields.push_back(word.substr(begin, end - begin));
  }
  LaneChoice lane{fields.front(), 1};
  const std::vector<std::string> names = known_lanes();
  if (std::find(names.begin(), names.end(), lane.name) == names.end())
    throw CLI::ValidationError(
        "--lanes", "there is no way '" + lane.name + "'; expected some of " + list_of(names));
  const auto read_part = [&](const std::string& text, double& part) {
    constexpr double kLeast = 0.001, kMost = 1000;
    if (!CLI::detail::lexical_cast(text, part) || !(part >= kLeast) || !(part <= kMost))
      throw CLI::ValidationError(
          "--lanes",
          fmt::format("expected a number from {} to {} after '{}:'", kLeast, kMost, lane.name));
  };
  if (fields.size() > 3)
    throw CLI::ValidationError("--lanes", "expected NAME:PART:HEAD in '" + word + "'");
  if (fields.size() > 1) read_part(fields[1], lane.share);
  if (fields.size() > 2) read_part(fields[2], lane.head);
  return lane;
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

void add_turn_options(CLI::App& command, EngineOptions& options) {
  command
      .add_option("--turn", options.turn,
                  "With the engine 'auto': the processor time in whose parts turns are measured; "
                  "turns get longer with each round")
      ->capture_default_str()
      ->type_name("SECONDS");
  add_seconds_setting(command, "--turn", options.turn);
  command
      .add_option_function<std::vector<std::string>>(
          "--lanes",
          [&options](const std::vector<std::string>& words) {
            options.lanes.clear();
            for (const std::string& word : words) {
              options.lanes.push_back(read_lane(word));
              const std::string& name = options.lanes.back().name;
              if (std::count_if(options.lanes.begin(), options.lanes.end(),
                                [&](const LaneChoice& lane) { return lane.name == name; }) > 1)
                throw CLI::ValidationError("--lanes", "'" + name + "' is there twice");
            }
          },
          "With the engine 'auto': the ways that take turns, in this order, each with its first "
          "turn as a part of --turn (1). A way with a HEAD leads: it has that much before the "
          "others begin, and its turns grow by a half each round, those of the others only from "
          "the fifth on. If none has one, the first has 1 and all grow alike. They are " +
              list_of(known_lanes()))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME[:PART[:HEAD]],...")
      ->default_str(written(options.lanes));
  add_switch(command, "--lane-exchange", options.exchange,
             "With the engine 'auto': the ways that take turns tell each other lemmas");
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
      ->allow_extra_args(false)
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
  add_number_setting(command, "--target-enlargement-steps", options.enlargement_steps, 1, 10);
}

}  // namespace cairn
