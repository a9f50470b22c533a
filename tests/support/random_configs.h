// SPDX-License-Identifier: MIT
//
// Settings of the engines, drawn from their tables of options (base/option_table.h), always valid.
#pragma once

#include "base/rng.h"
#include "run/engines.h"

namespace cairn::support {

ic3::Ic3Config random_ic3_config(Rng& rng);
/// Of all engines. The SMT solver is our own or, for some, Z3: cvc5, a process, would take longer
/// than all the rest.
EngineConfigs random_engine_configs(Rng& rng);

}  // namespace cairn::support
