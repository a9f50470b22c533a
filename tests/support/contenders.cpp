// SPDX-License-Identifier: MIT
#include "support/contenders.h"

#include "support/random_configs.h"

namespace cairn::support {

EngineConfigs Contender::configs(Rng& rng) const {
  EngineConfigs configs = random_engine_configs(rng);
  if (!plan.empty()) configs.ic3cfa = *ic3cfa::ic3cfa_plan(plan);
  return configs;
}

std::vector<Contender> automaton_contenders() {
  std::vector<Contender> all;
  for (const EngineEntry& entry : engine_registry())
    if (entry.rung() != Rung::Bits) all.push_back({entry.name, entry.name, ""});
  for (const std::string& plan : ic3cfa::ic3cfa_plans())
    all.push_back({"ic3cfa-" + plan, "ic3cfa", plan});
  return all;
}

}  // namespace cairn::support
