// SPDX-License-Identifier: MIT
//
// A plan is a named engine with passes and options: what somebody published, or what measurement
// chose. It is data: differences against the default configuration. The table of plans is in
// plan_table.cpp; the schedules of `auto` and of --workers are lists of these plans.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/bit_system.h"
#include "run/configuration.h"

namespace cairn {

struct Plan {
  std::string name;
  std::string engine;
  std::string paper;        ///< whose it is, a key of docs/papers.md; empty: ours
  std::string description;  ///< one line
  std::vector<std::pair<std::string, std::string>> options = {};  ///< "ic3-lift", "ternary"
  std::vector<std::string> passes = {};  ///< on bits, beyond those that are usual
  bool needs_constraints = false;        ///< makes no difference where a circuit has none
  /// As a strategy: left out if the user has changed one of these, for then another strategy does
  /// the same.
  std::vector<std::string> decisive = {};
  /// Likewise: if the user has changed one of these, only the first option is set.
  std::vector<std::string> yields = {};
};

/// Every plan, by engine.
const std::vector<Plan>& known_plans();

/// A plan, or why there is none.
struct PlanChoice {
  const Plan* plan = nullptr;
  std::string problem;
};

/// The plan of that name, in capitals or not, of `engine`; if that is empty, of whichever engine
/// alone has one. No two plans of an engine have the same name.
PlanChoice choose_plan(const std::vector<Plan>& plans, const std::string& name,
                       const std::string& engine);
/// All plans of that name; all of them if it is empty.
std::vector<const Plan*> plans_named(const std::vector<Plan>& plans, const std::string& name);
/// The plan that a schedule may have under that name, an engine's own name included; null if there
/// is none, or more than one.
const Plan* find_strategy(const std::string& name);

/// Sets what the plan says.
void apply(const Plan& plan, Configuration& configuration);
/// The same, but options that are not as usual stay as they are: they were asked for. Returns
/// whether the plan makes a difference then.
bool apply_beside(const Plan& plan, Configuration& configuration);

/// Sets what words say, as they would stand on a command line: --engine, --plan, --passes,
/// --strategies, and options without those that name files; `seed` and `weight`, too. What is
/// wrong, or an empty string.
struct PlanWords {
  std::uint64_t seed = 0;
  double weight = 1;
};
std::string apply_words(const std::string& words, Configuration& configuration, PlanWords& rest);

/// A plan of a worker, written out.
struct NamedWords {
  std::string name, words;
};
/// As a plan of a worker would say it, whose passes come after the usual ones: "--engine ic3
/// --ic3-quip".
std::string words_of(const Plan& plan);
/// The engine and the options as on a command line, without passes.
std::vector<std::string> option_words(const Plan& plan);

/// The name that an option has now; others stay as they are.
std::string modern_name(const std::string& name);

/// The schedules of so many workers.
std::vector<NamedWords> worker_schedule(std::uint32_t workers, bool of_programs);

}  // namespace cairn
