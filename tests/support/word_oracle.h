// SPDX-License-Identifier: MIT
//
// The truth about small word-level systems, by enumeration, and judges of evidence about any.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/answer.h"
#include "model/word_system.h"

namespace cairn::support {

/// What is wrong with a run as a counterexample; empty: nothing.
std::string judge_run(const WordSystem& system, const WordTrace& trace);
/// What is wrong with an invariant, by queries to a solver; empty: nothing. Takes auxiliary states,
/// k, prophecies and differences into account.
std::string judge_invariant(const WordSystem& system, const WordInvariant& invariant);
/// Of either; empty also for Unknown.
std::string judge_evidence(const WordSystem& system, const Answer<WordSystem>& answer);

/// Steps after the first of the shortest counterexamples; none: it is safe. By enumeration of all
/// states and inputs.
std::optional<std::uint32_t> shortest_counterexample(const WordSystem& system);

struct RandomWordsOptions {
  std::vector<std::uint32_t> widths{1, 2, 3};
  unsigned array_percent = 10;
  std::uint32_t state_bits = 7;
  std::uint32_t input_bits = 4;
  bool init_reads_inputs = false;
  bool without_next = false;  ///< some states become anything
};

/// States and inputs of few bits, with any next-state terms, of which some count.
WordSystem random_words(std::uint64_t seed, const RandomWordsOptions& options = {});

}  // namespace cairn::support
