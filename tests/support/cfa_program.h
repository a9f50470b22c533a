// SPDX-License-Identifier: MIT
#pragma once

#include "model/cfa.h"
#include "model/program.h"

namespace cairn::support {

/// A program that does what the automaton does: a label for each location, a choice for the edges
/// that leave it, and an assert where the error is. It shares the automaton's terms.
Program program_of(const Cfa& cfa);

}  // namespace cairn::support
