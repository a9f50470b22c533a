// SPDX-License-Identifier: MIT
//
// Lemmas about operators of bit-vectors that are simpler than their circuits: they refine an
// operator that was abstracted to a free word. Each is valid whenever the word is what the operator
// gives, of any width; the unit test asks a solver about every one of them.
#pragma once

#include <optional>
#include <vector>

#include "logic/word/term.h"

namespace cairn::word {

/// `result` stands for op(a, b).
struct Application {
  Op op;
  Term a, b, result;
};

/// Values of the three; the result's is not what the operator gives.
struct WrongResult {
  BitVector a, b;
  Value result;  ///< of comparisons a Boolean
};

/// Whether there are lemmas about an operator, of bit-vector operands.
bool has_operator_lemmas(Op op);

struct OperatorLemma {
  const char* name;  ///< of the schema, for statistics and tests
  Term formula;
};

/// All lemmas that are about any operands, and those about operands such as these values.
std::vector<OperatorLemma> operator_lemmas(Terms& terms, const Application& application,
                                           const WrongResult& values);
/// A lemma that the values contradict: the first of operator_lemmas() that they do, or that
/// operands with these low bits (of multiplication and addition), or these values, give this
/// result.
OperatorLemma refuting_lemma(Terms& terms, const Application& application,
                             const WrongResult& values);

/// Two applications of the same operator to operands of the same widths. A lemma that contradicts
/// the values: the same operands give the same result, or the order of the results follows from
/// that of the operands.
std::optional<OperatorLemma> refuting_pair_lemma(Terms& terms, const Application& one,
                                                 const WrongResult& values,
                                                 const Application& other,
                                                 const WrongResult& other_values);

}  // namespace cairn::word
