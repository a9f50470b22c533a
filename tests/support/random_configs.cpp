// SPDX-License-Identifier: MIT
#include "support/random_configs.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cairn::support {

EngineConfigs random_engine_configs(Rng& rng) {
  const std::vector<std::string> solvers = known_smt_solvers();
  const bool has_z3 = std::find(solvers.begin(), solvers.end(), "z3") != solvers.end();
  for (;;) {
    EngineConfigs configs;
    OptionSet options;
    configs.add_to(options);
    options.randomize(rng);
    configs.smt.solver = has_z3 && rng.chance(20) ? "z3" : "cairn";
    configs.word.ic3ia.interpolator = "cairn";
    if (configs.validate().second.empty()) return configs;
  }
}

ic3::Ic3Config random_ic3_config(Rng& rng) {
  return random_engine_configs(rng).ic3;
}

}  // namespace cairn::support
