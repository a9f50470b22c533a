// SPDX-License-Identifier: MIT
//
// Reads programs in IVL; docs/ivl.md has the grammar. One pass: names are declared before they are
// used, but for procedures and labels, which are looked up at the end.
#pragma once

#include "format/source.h"
#include "model/program.h"

namespace cairn {

/// A program that check_program accepts. Throws InputError at the first fault.
Program read_ivl(const Source& source);

}  // namespace cairn
