// SPDX-License-Identifier: MIT
#pragma once

#include "model/program.h"

namespace cairn {

/// Drops procedures that nobody calls; a call that closes a cycle of calls becomes a limit.
void cut_recursion(Program& program);

}  // namespace cairn
