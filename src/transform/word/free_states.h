// SPDX-License-Identifier: MIT
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

/// States without a next-state term, which engines and lowering do not take. One that has no
/// initial value either is an input. One that has an initial value is that value in the first step
/// and an input later: a state "first", true in the first step alone, chooses between the two.
///
/// (An input as its next-state term would do for runs, but not for proofs: an invariant that reads
/// this input speaks of the next value of the state, for which the original has no term. So the
/// input stands for the value of now, "first" is an auxiliary state of the proof, and the proof has
/// the fact that in the first step the state has its initial value.)
class FreeStates : public WordPass {
 public:
  std::string_view name() const override { return "free-states"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_inputs() const { return inputs_; }
  std::size_t num_initialised() const { return initialised_; }

 private:
  std::size_t inputs_ = 0, initialised_ = 0;  // states that were either
};

}  // namespace cairn
