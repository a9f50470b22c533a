// SPDX-License-Identifier: MIT
#include "support/contenders.h"

#include "support/random_configs.h"

namespace cairn::support {

ProgramEngineConfigs Contender::configs(Rng& rng) const {
  ProgramEngineConfigs configs = random_program_configs(rng);
  if (!plan.empty()) configs.ic3cfa = *ic3cfa_plan(plan);
  return configs;
}

std::vector<Contender> automaton_contenders() {
  std::vector<Contender> all;
  for (const std::string& engine : program_engines()) all.push_back({engine, engine, ""});
  for (const std::string& plan : ic3cfa_plans()) all.push_back({"ic3cfa-" + plan, "ic3cfa", plan});
  return all;
}

}  // namespace cairn::support
