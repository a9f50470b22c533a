// SPDX-License-Identifier: MIT
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

/// Arrays that are read and written at constant indices alone become one variable for each of these
/// indices, however many an array could have. Arrays that are written into each other, chosen
/// between or initialised by one another go together; one symbolic index, or an equation of arrays
/// (which speaks of all elements), leaves them all as they are.
///
/// Way back: an array has its elements at these indices, and zero elsewhere; an element is a read.
class ArrayElements : public WordPass {
 public:
  std::string_view name() const override { return "array-elements"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_arrays() const { return arrays_; }
  std::size_t num_elements() const { return elements_; }

 private:
  std::size_t arrays_ = 0, elements_ = 0;  // variables that were replaced, and by how many
};

}  // namespace cairn
