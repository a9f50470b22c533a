// SPDX-License-Identifier: MIT
//
// k-induction on words [SSS00]: bounded model checking on words (bmc_words.h) is the base case, and
// the same unrolling from any state the step case. The proof is k alone: no bad state is
// k-inductive.
#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "engine/word_bmc/config.h"
#include "engine/word_bmc/word_search.h"
#include "model/word_system.h"
#include "model/word_unroll.h"
#include "smt/lazy_array_solver.h"

namespace cairn::word {

class KindWords : public Engine<WordSystem> {
 public:
  KindWords(const WordSystem& system, const KindWordsConfig& config, const Context& context);
  Answer<WordSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  SmtResult ask_step();
  bool path_has_loop();
  Unknown stopped(const std::string& reason) const;

  const WordSystem& system_;
  const KindWordsConfig config_;
  const Context context_;
  Terms& terms_;
  WordSearchStats stats_;
  WordSearch base_;
  WordUnroller unroller_;       // from any state
  LazyArraySolver solver_;      // of the step case
  std::vector<Term> relevant_;  // states that bad states and constraints depend on
  std::uint32_t cleared_ = 0;   // bounds below this one have no counterexample
  std::uint32_t k_ = 1;         // of the next step case
  std::uint32_t assumed_ = 0;   // steps of it that are constrained and not bad, for good
  bool step_ended_ = false;     // no k will do
  std::uint64_t steps_ = 0, loops_ = 0;
};

}  // namespace cairn::word
