// SPDX-License-Identifier: MIT
#include "run/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool same_name(const std::string& left, const std::string& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string engines_of(const std::vector<const Plan*>& plans) {
  std::string engines;
  for (const Plan* plan : plans) engines += (engines.empty() ? "" : ", ") + plan->engine;
  return engines;
}

}  // namespace

std::vector<const Plan*> plans_named(const std::vector<Plan>& plans, const std::string& name) {
  std::vector<const Plan*> found;
  for (const Plan& plan : plans)
    if (name.empty() || same_name(plan.name, name)) found.push_back(&plan);
  return found;
}

PlanChoice choose_plan(const std::vector<Plan>& plans, const std::string& name,
                       const std::string& engine) {
  if (name.empty()) return {nullptr, "expected the name of a plan; 'cairn plans' lists them"};
  const std::vector<const Plan*> found = plans_named(plans, name);
  if (found.empty())
    return {nullptr, fmt::format("there is no plan '{}'; 'cairn plans' lists them", name)};
  if (engine.empty()) {
    if (found.size() == 1) return {found.front(), ""};
    return {nullptr, fmt::format("plan '{}' needs an engine (--engine): {} have one", name,
                                 engines_of(found))};
  }
  for (const Plan* plan : found)
    if (plan->engine == engine) return {plan, ""};
  return {nullptr, fmt::format("'{}' is a plan of {}, not of {}", name, engines_of(found), engine)};
}

}  // namespace cairn
