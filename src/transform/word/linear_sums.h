// SPDX-License-Identifier: MIT
#pragma once

#include "logic/word/linear_form.h"
#include "transform/word/system_terms.h"
#include "transform/word/way_back.h"

namespace cairn {

/// Sums in one form (logic/word/linear_form.h): those that differ in the order of their operands
/// become the same term, which no circuit of adders shows; equations lose what both sides have; and
/// c ? x + 1 : x is x + (c ? 1 : 0), one adder and no choice.
///
/// Terms change, their values do not: evidence needs no way back.
class LinearSums : public WordPass {
 public:
  std::string_view name() const override { return "linear-sums"; }
  WordSystem apply(WordSystem system) override {
    LinearNormalizer normalize(*system.terms);
    map_functions(system, [&](Term term) {
      const Term result = normalize(term);
      if (result != term) ++functions_;
      return result;
    });
    return system;
  }
  void visit_counters(const CounterVisitor& visit) const override {
    visit("linear-sums.functions", functions_);
  }

  std::size_t num_functions() const { return functions_; }

 private:
  std::size_t functions_ = 0;  // of the system that changed
};

}  // namespace cairn
