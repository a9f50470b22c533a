// SPDX-License-Identifier: MIT
//
// What constraints say about single variables and terms, put to use everywhere else. A run counts
// only as long as all constraints hold, in the last step, too; so in each step that counts a
// constraint's conjuncts are true, and what they make equal may be exchanged in every term that is
// read in that step: bad states, other constraints, next-state terms, and initial values, which are
// read in the first step.
//
//  - An input that a conjunct equates with a term without it: the term stands for it, and the
//    conjunct, which then holds by itself, goes. (Not if initial values read the input and the term
//    reads states: the initial value of a state could come to depend on itself.)
//  - So for a state that has no initial value and never changes, if the term is made of such states
//    and constants: what holds of them in one step holds in all.
//  - Another state that a conjunct equates with a constant or a variable: that stands for it, but
//    the conjunct stays, and so does the state. It is not an invariant that they are equal; runs
//    that come to a step where they differ end before it, and the conjunct ends them.
//  - A conjunct is true wherever else it occurs, and false where it occurs negated.
//
// An equation is used only if its term reads nothing that another one replaces, so no two of them
// can justify each other; what is left waits for the next time the pass runs.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "transform/word/way_back.h"

namespace cairn {

class TermTable;

class WordConstraints : public WordPass {
 public:
  std::string_view name() const override { return "word-constraints"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_conjuncts() const { return conjuncts_; }
  std::size_t num_inputs() const { return inputs_; }
  std::size_t num_states() const { return states_; }

 private:
  std::size_t conjuncts_ = 0;  // in all constraints
  std::size_t inputs_ = 0;     // inputs, and states that never change, that were replaced
  std::size_t states_ = 0;     // other states that were replaced where they are read
};

}  // namespace cairn
