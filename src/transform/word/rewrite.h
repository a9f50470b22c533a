// SPDX-License-Identifier: MIT
//
// Rules beyond those of term constructors (logic/word/term_rewrite.h): they look at two operators
// at once, and at who else reads a term, so that nothing is made twice.
//
//  - Choices sink below operators: c ? f(a, b) : f(d, b) is f(c ? a : d, b) if nobody else reads
//  the
//    two, so that one circuit of f is left, or the extension of a choice between narrow words.
//  - Equations of concatenations and extensions are equations of the parts; those of two choices
//    under one condition are a choice of equations; what both sides of an exclusive or have in
//    common cancels. Comparisons of a concatenation with a constant leave out the low part where
//    the constant's says nothing.
//  - Reads of maps that are only read: of a written one, the written element or what was there; of
//    a choice between two, a choice between two reads. The circuit of such a map has a choice for
//    each element, that of a read has one.
//
// One pass over the terms, operands first. Terms change, their values do not: evidence needs no way
// back.
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

class WordRewrite : public WordPass {
 public:
  std::string_view name() const override { return "word-rewrite"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  struct Counts {
    std::size_t choices = 0;    ///< that sank below an operator
    std::size_t equations = 0;  ///< and comparisons
    std::size_t reads = 0;      ///< of maps that were written or chosen
  };
  const Counts& counts() const { return counts_; }

 private:
  Counts counts_;
};

}  // namespace cairn
