// SPDX-License-Identifier: MIT
//
// From liveness to safety [BAS02]: "this recurs forever" becomes the bad state "the state of an
// earlier step is reached again, and this was true in between". The system guesses the step, and
// keeps its state.
#pragma once

#include <vector>

#include "model/word_model.h"

namespace cairn::verilog {

/// Whether memories matter for the terms or the constraints, in this step or in earlier ones.
bool reads_memory(const WordModel& model, const std::vector<Term>& terms);

/// What the names of copies begin with that keep the state of the guessed step.
inline constexpr const char* kLoopStart = "loop_start:";

/// For each term, the bad state of a run in which it recurs, and all of `fairness` do. Adds an
/// input and states. Requires that nothing of it reads memories.
std::vector<Term> recurrence_as_bad(WordModel& model, const std::vector<Term>& recurring,
                                    const std::vector<Term>& fairness);

}  // namespace cairn::verilog
