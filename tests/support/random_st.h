// SPDX-License-Identifier: MIT
//
// Random programs in Structured Text: function blocks with integers of all widths, bit strings,
// floats, times, enumerations, structs, arrays, calls, loops, timers, counters and edges.
#pragma once

#include <cstdint>
#include <string>

#include "support/st_program.h"

namespace cairn::support {

struct RandomStOptions {
  /// Arithmetic on types narrower than 32 bits stands alone in its statement, and REAL and shifts
  /// beyond the width are left out: there C, which MatIEC compiles to, differs from the standard.
  bool plain = false;
  std::string prefix;        ///< of the names of types and blocks
  unsigned statements = 12;  ///< of the main block, about
  unsigned depth = 3;        ///< of expressions
};

StProgram random_st(std::uint64_t seed, const RandomStOptions& options);

}  // namespace cairn::support
