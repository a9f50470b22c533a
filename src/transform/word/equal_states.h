// SPDX-License-Identifier: MIT
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

/// States that are equal in all steps because they begin with the same value and have the same
/// next-state term up to such states (term_classes.h), or that are complements so: one of them
/// stands for all. Way back: an invariant gains the equalities, which are inductive together; a
/// trace gets the others' first values from their initial values.
class EqualStates : public WordPass {
 public:
  std::string_view name() const override { return "equal-states"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_equal() const { return equal_; }
  std::size_t num_opposite() const { return opposite_; }

 private:
  std::size_t equal_ = 0, opposite_ = 0;  // states that were replaced by such
};

}  // namespace cairn
