// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "model/cfa.h"

namespace cairn {

/// Whom to ask about an automaton if the user has no wish: Cairn's own solver if everything in the
/// automaton has bits, else Z3, if the build has it.
std::string_view preferred_solver(const Cfa& cfa);

}  // namespace cairn
