// SPDX-License-Identifier: MIT
//
// Partial pre-images from models. A model of "a step leads to where all goals hold" is one
// predecessor with its inputs; what is wanted is a cube of states that all lead there with the same
// inputs.
//
// The goals are terms over states and inputs that hold in the model. Going down from them, of a
// disjunction one true operand is enough, of an if-then-else the condition and the branch that the
// model takes. What remains are comparisons, from which if-then-else and inputs have been resolved.
// WordPreimage::Atoms takes these as the literals: with the goal x < 10 and the step x := x + y, of
// which the model has y = 3, the literal is x + 3 < 10, which is the weakest existential
// precondition [Lan18, definition 2.22] along one path and for one value of each input.
// WordPreimage::Values says the values of the states that they read, which is what IC3 on circuits
// does by three-valued simulation. Control states are always given by their values.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/word/config.h"
#include "engine/word/transition.h"

namespace cairn::word {

class WordPreimage {
 public:
  WordPreimage(const WordTransition& transition, const WordIc3Config& config)
      : transition_(transition), config_(config) {}

  /// Literals over states that hold in the model and, with its inputs, imply all goals. Requires
  /// goals that hold in it.
  TermCube operator()(std::span<const Term> goals, const Assignment& model) const;

 private:
  class Descent;
  /// What says that the term has this value.
  void say_value(Term term, const Value& value, std::vector<Term>& literals) const;

  const WordTransition& transition_;
  const WordIc3Config& config_;
};

}  // namespace cairn::word
