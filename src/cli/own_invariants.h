// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"
#include "model/word_model.h"

namespace cairn {

/// The invariants of a file that hold and are inductive together; the log says what became of each,
/// with a counterexample to induction where there is one. Throws InputError.
std::vector<Term> take_invariants(const std::string& path, const WordModel& model,
                                  Session& session);

}  // namespace cairn
