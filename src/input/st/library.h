// SPDX-License-Identifier: MIT
//
// The standard function blocks. Those without time are Structured Text themselves, as tables 43 to
// 45 of the standard (second edition, 2.5.2.3) have them; timers are declared here, and the
// compiler knows their bodies.
#pragma once

#include "input/st/ast.h"

namespace cairn::st {

/// SR, RS, R_TRIG, F_TRIG, CTU, CTD, CTUD and their forms for other integers; TON, TOF, TP.
const Unit& standard_library();

}  // namespace cairn::st
