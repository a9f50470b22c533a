// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"
#include "run/engines.h"

namespace cairn::support {

/// A way to decide programs: an engine under random settings, or a plan of IC3CFA ("ic3cfa-A").
struct Contender {
  std::string name;
  std::string engine;
  std::string plan;  ///< empty: none

  EngineConfigs configs(Rng& rng) const;
};

/// All engines on automata, then all plans.
std::vector<Contender> automaton_contenders();

}  // namespace cairn::support
