// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "transform/word/way_back.h"

namespace cairn {

/// Arithmetic in as many bits as its operands need. Programs in C, and models that were made of
/// them, compute in 32 bits with variables of 8; a circuit for the sum, product, quotient or
/// comparison of sign-extended operands has gates for every copy of the sign, since carries into
/// them differ by structure. From the form of the operands follows how many low bits make up the
/// value, extended with zeros or with the sign; operators work on these, and their result is
/// extended. Signed division of what is never negative becomes unsigned.
///
/// Terms change, their values do not: evidence needs no way back.
class NarrowArithmetic : public WordPass {
 public:
  std::string_view name() const override { return "narrow"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_terms() const { return terms_; }

 private:
  std::size_t terms_ = 0;  // that work on fewer bits
};

}  // namespace cairn
