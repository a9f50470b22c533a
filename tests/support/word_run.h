// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/rng.h"
#include "model/word_system.h"

namespace cairn::test {

/// The values of all inputs and states in each step of a trace; what it leaves out is zero. Initial
/// values may refer to states before their own.
std::vector<Assignment> run_words(const WordSystem& system, const WordTrace& trace);

/// Random values for all that is free: inputs, states without init at first, without next later.
WordTrace random_word_trace(Rng& rng, const WordSystem& system, std::size_t length);

}  // namespace cairn::test
