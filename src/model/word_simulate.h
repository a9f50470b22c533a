// SPDX-License-Identifier: MIT
//
// Runs of word-level systems. Semantics: the first state has for each state variable its init term,
// read in the first step, or any value; the next one has the values of the next-state terms, or any
// value where there is none. A counterexample satisfies every constraint in every step up to the
// one in which the bad term is true.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/word_system.h"

namespace cairn {

/// States in an order in which each comes after those that its init term reads. Empty if there is
/// none because of a cycle (and the system has states).
std::vector<std::uint32_t> init_order(const WordSystem& system);

/// One run, step by step.
class WordSimulator {
 public:
  /// Terms of `others` are as fast as those of the system.
  explicit WordSimulator(const WordSystem& system, std::vector<Term> others = {});

  /// Enters the first step, with these values of inputs and of states without an init term; what is
  /// missing is zero.
  void begin(const Assignment& initial, const Assignment& inputs);
  /// Enters the next step, with these values of inputs and of states without a next-state term.
  void advance(const Assignment& inputs);

  /// In this step. Any term over the system's variables; those of the system are fast.
  const Value& value(Term term);
  bool is_true(Term term) { return value(term).as_bool(); }

 private:
  /// A subterm of the system, in the order of handles, which is a topological one.
  struct Node {
    Term term;
    std::uint32_t first = 0, count = 0;  // of operands, in operands_
  };

  void set(Term variable, const Assignment& values);
  void evaluate_all();
  void add_roots(const std::vector<Term>& roots);

  const WordSystem& system_;
  const Terms& terms_;
  std::vector<std::uint32_t> order_;  // of states in the first step
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> operands_;                      // positions in nodes_
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // by handle: position in nodes_
  std::vector<Value> values_;                                // by position
  Assignment variables_;                                     // in this step
  std::vector<std::pair<Term, Value>> others_;               // terms beyond the system's
};

struct WordReplay {
  std::vector<std::uint32_t> bad;            ///< positions of those true in the last step
  std::optional<std::size_t> violated_step;  ///< a constraint is false in this step
  std::optional<std::size_t> violated;       ///< its position
  std::vector<Assignment> states;            ///< of each step, all states
};

/// `with_states`: keep them.
WordReplay replay(const WordSystem& system, const WordTrace& trace, bool with_states = false);

/// The trace up to the first step in which the bad state (without a position: any) is true; all of
/// it if there is none. Traces of bits may go on after that.
WordTrace up_to_bad(const WordSystem& system, WordTrace trace, std::optional<std::uint32_t> bad);

}  // namespace cairn
