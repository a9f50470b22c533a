// SPDX-License-Identifier: MIT
//
// A plan is a named set of options of one engine: what somebody published, or what measurement
// chose. It is data, as it would stand on a command line; the table is in cli/plans.cpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cairn {

struct Plan {
  std::string name;
  std::string engine;
  std::string paper;        ///< whose it is, a key of docs/papers.md; empty: ours
  std::string description;  ///< one line
  std::vector<std::pair<std::string, std::string>> options;  ///< "--ic3-lift", "ternary"
};

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

}  // namespace cairn
