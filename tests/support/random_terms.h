// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "base/rng.h"
#include "logic/word/term.h"

namespace cairn::test {

/// Any value of a sort, special ones often: 0, 1, all ones, powers of two, infinities, NaN.
Value random_value(Rng& rng, const Sort& sort);

/// Grows random applications over a few variables and constants of each sort. Sorts are drawn from
/// those given (and Bool); conversions go between them where an operator allows it.
class RandomTerms {
 public:
  /// What was asked for, and what Terms::make gave.
  struct Step {
    Op op;
    std::vector<Term> operands;
    std::vector<std::uint32_t> parameters;
    Sort sort;
    Term term;
  };

  RandomTerms(Terms& terms, Rng& rng, std::vector<Sort> sorts, unsigned variables_each = 2);

  /// One application; every operator that fits the sorts comes up.
  Step step();
  const std::vector<Term>& variables() const { return variables_; }

 private:
  Term pick(const Sort& sort);
  const Sort& any_sort() { return sorts_[rng_.below(sorts_.size())]; }
  bool try_step(Op op, Step& step);
  bool operands_for(Op op, Step& step);
  bool conversion(Op op, Step& step);

  Terms& terms_;
  Rng& rng_;
  std::vector<Sort> sorts_;
  std::vector<Term> variables_;
  std::map<Sort, std::vector<Term>> pool_;
};

}  // namespace cairn::test
