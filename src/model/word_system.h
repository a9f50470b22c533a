// SPDX-License-Identifier: MIT
//
// The word-level model: states and inputs of any sort with their next-state terms. Semantics as
// that of BitSystem, with terms in the place of literals.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "logic/word/term.h"
#include "logic/word/term_eval.h"

namespace cairn {

struct WordState {
  Term term;  ///< a Variable
  Term init;  ///< over inputs and other states' variables; kNoTerm: any value
  Term next;  ///< kNoTerm: any value in every step after the first
};

/// An auxiliary state that has any value at first, never changes, and predicts what a term over the
/// system's variables and the other auxiliary states is in the bad step.
struct WordProphecy {
  Term variable;
  Term predicted;
};

/// An input that the proof adds: an index at which two arrays differ, where they do.
struct WordDifference {
  Term input;
  Term equality;  ///< of the arrays
};

/// Terms over states (and inputs) that hold in every reachable state and together with "no bad
/// state" are inductive. Auxiliary states are what the proof adds (such as the history that
/// k-induction needs): variables of their own, with init and next over those of the system and of
/// each other.
///
/// With prophecies, "no bad state" is "no bad state in which every prophecy is what it predicts".
/// This suffices: the terms hold whatever the values of the prophecies are, so for a bad step, too,
/// with the values that are predicted there.
struct WordInvariant {
  std::vector<Term> conjuncts;
  std::uint32_t k = 1;  ///< above 1, they are k-inductive
  std::vector<WordState> auxiliary;
  std::vector<WordProphecy> prophecies;
  std::vector<WordDifference> differences;
};

/// The first state and the inputs of every step; the last step is the bad one. States without a
/// next-state term have their values beside the inputs, in steps after the first. What is missing
/// may have any value.
struct WordTrace {
  Assignment initial;
  std::vector<Assignment> inputs;
  std::int64_t loop_start = -1;  ///< of a lasso: the step that follows the last

  std::size_t length() const { return inputs.size(); }
};

/// Files may leave next-state terms out; engines and lowering require them (transform/word removes
/// states without).
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

/// All terms that a system is made of, its variables included.
std::vector<Term> roots_of(const WordSystem& system);

/// For the log: "3 inputs of 10 bits, 2 states of 64 bits, 1 of them arrays".
std::string describe_size(const WordSystem& system);

}  // namespace cairn
