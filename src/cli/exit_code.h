// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace cairn {

/// What the process ends with; docs/commands.md documents them. Verdicts as in HWMCC.
enum ExitCode : int {
  kExitUnknown = 0,
  kExitDone = 0,        ///< commands that give no verdict: convert, info, simulate
  kExitInputError = 1,  ///< a file is missing, malformed or can't be written
  kExitUsage = 2,       ///< the command line
  kExitInternal = 3,    ///< a bug in Cairn, evidence that failed its check included
  kExitRejected = 4,    ///< `cairn certify`: the evidence does not show what it claims
  kExitUnsafe = 10,
  kExitSafe = 20,
  kExitSatisfiable = 10,    ///< `cairn sat`, as in the SAT competitions
  kExitUnsatisfiable = 20,  ///< likewise
};

/// Of a verdict word.
inline int exit_code(std::string_view verdict) {
  return verdict == "safe" ? kExitSafe : verdict == "unsafe" ? kExitUnsafe : kExitUnknown;
}

}  // namespace cairn
