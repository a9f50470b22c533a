// SPDX-License-Identifier: MIT
//
// From liveness to safety [BAS02]: "this recurs forever" becomes the bad state "the state of an
// earlier step is reached again, and this was true in between". The system guesses the step, and
// keeps its state.
#pragma once

#include <vector>

#include "model/word_model.h"

namespace cairn::verilog {

/// For each term, the bad state of a run in which it recurs. Adds an input and states. None of the
/// states that matter may be an array: then nothing is returned and nothing changed.
std::vector<Term> recurrence_as_bad(WordModel& model, const std::vector<Term>& recurring);

}  // namespace cairn::verilog
