// SPDX-License-Identifier: MIT
#pragma once

#include "format/ivl/scanner.h"
#include "format/source.h"
#include "model/bit_system.h"

namespace cairn {

/// Reads what follows the gates of an AIGER file: lines that name an object ("i0 clock"), then a
/// line 'c' and lines of comment. `system` has its objects already.
void read_aiger_symbols(const Source& source, Scanner& in, BitSystem& system);

}  // namespace cairn
