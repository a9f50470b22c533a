// SPDX-License-Identifier: MIT
//
// Programs as text of IVL; docs/ivl.md has the grammar. What is printed is read as the same program
// (with variables renamed that share a name or have one that IVL can't write, and without sites
// that nothing refers to), and printing that gives the same text again. The order of the operands
// of && and the like depends on the pool that a term lives in; so the text is that of the program
// as the reader makes it.
#pragma once

#include <string>

#include "model/program.h"

namespace cairn {

std::string print_ivl(const Program& program);

}  // namespace cairn
