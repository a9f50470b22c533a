// SPDX-License-Identifier: MIT
//
// A `safe` that says nothing: a program without assertions, assumptions that no run passes, an
// assertion that no run comes to. What is found is proved: a run that comes to an assertion was
// executed, and that none does follows from the proof that was checked (control can't get from its
// formulas to the place), from the automaton, or from a proof of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/assertions.h"
#include "run/program/check.h"

namespace cairn {

struct ProgramVacuity {
  /// For each of the assertions: whether some run comes to it; nothing if that is not known, or if
  /// it claims no more than that no run does.
  std::vector<std::optional<bool>> reached;
  /// If all runs that were tried ended in an assumption: those assumptions.
  std::vector<SiteId> ends;
};

/// `safe` is the checked answer about these assertions of the program, with its automaton and its
/// invariant. `check` says how a search of its own is done, for each assertion, of at most so many
/// seconds of processor time; 0: none.
ProgramVacuity find_vacuity(const Program& program, const std::vector<Assertion>& assertions,
                            const ProgramOutcome& safe, double search_seconds,
                            const ProgramCheckOptions& check, const Context& context);

}  // namespace cairn
