// SPDX-License-Identifier: MIT
//
// One run for a program: build the automaton, minimize it, lower it to a circuit (unless the engine
// works on automata), run engines, carry the evidence back and judge it: a counterexample by the
// interpreter of the program, a proof segment by segment on the automaton as it was built. No
// answer leaves this function unchecked.
//
// Limits (asserts that mark what has no exact model) are errors at first, so that a proof covers
// them. A counterexample that ends in one is none: then the engines run again on the automaton
// whose limits block. What they find is real; if they find nothing the answer is Unknown with the
// limit's reason, for nothing is known about the runs beyond it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/cfa.h"
#include "model/interpret.h"
#include "model/program.h"
#include "run/configuration.h"
#include "run/outcome.h"

namespace cairn {

struct ProgramCheckOptions : Configuration {
  /// Asked when a run meets a limit; true: give up at once, for the program can be read in another
  /// way. May be empty.
  std::function<bool(const std::string& limit)> gives_up_at;
};

/// The answer is in the vocabulary of `cfa`. A run that was found at random has no trace of the
/// automaton, only what `failure` says.
struct ProgramOutcome : RunOutcome<Cfa> {
  std::shared_ptr<const Cfa> cfa;         ///< as built; null if the run ended before
  std::optional<ProgramFailure> failure;  ///< with Unsafe
  std::optional<SiteId> limit;  ///< with Unknown: where a counterexample ended that is none
};

/// The program must be in order (check_program) and outlive the outcome.
ProgramOutcome run_program_check(const Program& program, const ProgramCheckOptions& options,
                                 const Context& context);

}  // namespace cairn
