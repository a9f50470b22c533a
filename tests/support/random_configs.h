// SPDX-License-Identifier: MIT
//
// Settings of every option of the engines, chosen at random and always valid.
#pragma once

#include "base/rng.h"
#include "run/engines.h"
#include "run/program_engines.h"

namespace cairn::support {

Ic3Config random_ic3_config(Rng& rng);
/// Of IC3, k-induction and both kinds of interpolation.
EngineConfigs random_circuit_configs(Rng& rng);

Ic3CfaConfig random_ic3cfa_config(Rng& rng);
/// Of all engines on automata. The solver is our own or, for some, Z3: cvc5, a process, would take
/// longer than all the rest.
ProgramEngineConfigs random_program_configs(Rng& rng);

}  // namespace cairn::support
