// SPDX-License-Identifier: MIT
//
// The word-level model: states and inputs of any sort with their next-state terms. Semantics as
// that of BitSystem, with terms in the place of literals.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "logic/word/term.h"
#include "logic/word/term_eval.h"

namespace cairn {

/// Terms over states (and inputs) that hold in every reachable state and together with "no bad
/// state" are inductive.
struct WordInvariant {
  std::vector<Term> conjuncts;
  std::uint32_t k = 1;  ///< above 1, they are k-inductive
};

/// The first state and the inputs of every step; the last step is the bad one. What is missing may
/// have any value.
struct WordTrace {
  Assignment initial;
  std::vector<Assignment> inputs;

  std::size_t length() const { return inputs.size(); }
};

struct WordState {
  Term term;  ///< a Variable
  Term init;  ///< over inputs and other states' variables; kNoTerm: any value
  Term next;
};

class WordSystem {
 public:
  using Trace = WordTrace;
  using Invariant = WordInvariant;

  std::shared_ptr<Terms> terms;
  std::vector<Term> inputs;  ///< Variables
  std::vector<WordState> states;
  std::vector<Term> bad;          ///< each one must never be true
  std::vector<Term> constraints;  ///< each one is assumed in every step
};

}  // namespace cairn
