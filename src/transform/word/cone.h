// SPDX-License-Identifier: MIT
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

/// Cone of influence on words: keeps the inputs and states that the bad states and the constraints
/// depend on, in this step or through next-state terms and initial values in earlier ones. Way
/// back: what was dropped may have any value in a trace and is not mentioned by an invariant.
class WordCone : public WordPass {
 public:
  std::string_view name() const override { return "word-cone"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_states() const { return states_; }
  std::size_t num_inputs() const { return inputs_; }

 private:
  std::size_t states_ = 0, inputs_ = 0;  // that were dropped
};

}  // namespace cairn
