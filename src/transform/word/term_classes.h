// SPDX-License-Identifier: MIT
//
// Terms that have the same value in every step, or opposite ones, by structure: the coarsest
// partition in which states of a class begin with the same value and have next-state terms of one
// class, and other terms of a class are the same operator over operands of the same classes. It is
// found from above, by splitting classes until that holds (partition refinement; for programs this
// is value numbering [AWZ88]), so states that depend on one another in cycles are found equal, too.
//
// Each term is a class and a phase: with the phase set, it is the complement of what the class
// stands for. A state that begins with a constant whose lowest bit is 1 has the phase set, and
// operators that respect complements pass phases on, so x' = f(x) and y' = ~f(~y) are opposite.
//
// When a class is split, its largest part keeps its number; so a term is renumbered, and its
// readers are looked at, a logarithmic number of times [PT87].
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/word_system.h"

namespace cairn {

class TermClasses {
 public:
  explicit TermClasses(const WordSystem& system);

  /// Of states: the same number for those that are equal up to their phases.
  std::uint32_t class_of(Term state) const { return class_[node_of(state)]; }
  bool phase_of(Term state) const { return phase_[node_of(state)]; }
  /// How many initial values lead from this state's, each the variable of the next state, to one
  /// that is no state's variable.
  std::uint32_t init_depth(Term state) const { return begin_.at(state).depth; }

 private:
  /// A node and whether it is complemented.
  struct Edge {
    std::uint32_t node;
    bool phase;
  };
  /// The value of a state in the first step, or a constant: a term that stands for it, up to the
  /// phase.
  struct Begin {
    Term value;
    bool phase;
    std::uint32_t depth;
  };
  using Signature = std::vector<std::uint32_t>;

  std::uint32_t node_of(Term term) const { return node_[term.id]; }
  Edge edge_to(Term term) const;
  void add_nodes(const WordSystem& system);
  void find_begins(const WordSystem& system);
  Begin begin_of_value(Term value);
  void set_phase(std::uint32_t node);
  void set_readers();
  void set_first_classes();
  Signature first_signature(std::uint32_t node) const;
  Signature signature(std::uint32_t node) const;
  void refine();
  void split(std::uint32_t number);
  void move(std::uint32_t node, std::uint32_t to);
  void wake_readers(std::uint32_t node);

  Terms& terms_;
  std::unordered_map<Term, WordState> states_;  // that have a next-state term
  std::unordered_map<Term, Begin> begin_;
  std::vector<std::uint32_t> node_;  // by handle; of Not and BvNot, that of the operand
  std::vector<Term> nodes_;          // operands first
  std::vector<bool> phase_;          // by node
  std::vector<std::uint32_t> class_;
  std::vector<std::uint32_t> place_;  // in its class
  std::vector<std::vector<std::uint32_t>> readers_;
  std::vector<std::vector<std::uint32_t>> members_;  // by class
  std::vector<std::vector<std::uint32_t>> woken_;    // by class: members to look at again
  std::vector<bool> is_woken_;                       // by node
  std::vector<std::uint32_t> queue_;                 // classes with such members
};

}  // namespace cairn
