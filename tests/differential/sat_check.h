// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "differential/sat_reference.h"
#include "sat/script.h"

namespace cairn::sat {

struct Verdict {
  enum class Kind {
    Good,
    Wrong,          ///< the solver, or an oracle
    BreaksContract  ///< the script asks what solver.h forbids
  };
  Kind kind = Kind::Good;
  std::string message;
  std::size_t operation = 0;  ///< where
  /// Of the solver, when all went well.
  std::uint64_t queries = 0, conflicts = 0, reductions = 0, collections = 0, growths = 0;
};

/// Which oracles to ask. Enumeration is skipped for scripts with too many variables, and CaDiCaL is
/// asked instead.
enum class Oracles { Enumeration, Both };

/// Runs a script on Cairn's solver and holds every answer against the oracles: the verdict; that
/// the model extends, by the argument in solver.h, to one of all active clauses; that the core, in
/// the clauses that the proof names, is a contradiction; that what is dropped from a model does not
/// matter to the definitions; that what is known for good follows.
Verdict check_script(const Script& script, Oracles oracles);

}  // namespace cairn::sat
