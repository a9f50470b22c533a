// SPDX-License-Identifier: MIT
//
// Refutes formulas over floats that bits make hard: boxes, an interval for each variable, are
// evaluated (logic/word/interval.h), narrowed by what the formulas demand of variables, and split,
// until no box is left that a solution may be in [branch and prune: VMD97]. Good where few
// variables go through much arithmetic, of which the engines see tens of thousands of gates. It
// only ever refutes: whether a box that resists has a solution is for others to say.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "logic/word/interval.h"
#include "logic/word/term.h"

namespace cairn {

class BoxSearch {
 public:
  enum class Result { Refuted, Undecided };

  /// For the conjunction of the formulas.
  BoxSearch(const Terms& terms, std::span<const Term> formulas,
            IntervalArithmetic arithmetic = IntervalArithmetic::Machine);

  /// Gives up after `work` evaluations of single subterms (an operation on floats by the reference
  /// counts as a hundred), or at once where splitting can't help.
  Result run(std::uint64_t work, const Budget& budget);

  std::uint64_t boxes() const { return boxes_; }
  std::uint64_t work() const { return work_; }

 private:
  struct Node {
    Op op;
    Sort sort;
    std::uint32_t first = 0, count = 0;  // in operands_
    std::uint32_t parameters[2] = {};
    std::uint32_t variable = kNone;
    bool is_square = false;
  };
  using Box = std::vector<Interval>;                        // by variable
  static constexpr std::size_t kOpenIntervals = 1'000'000;  // of all boxes that wait: 50 MB
  enum class State { Refuted, Satisfied, Open };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::uint32_t add(const Terms& terms, Term root);
  void evaluate(const Box& box);
  State contract(Box& box);
  State judge() const;
  /// What has to be true or false demands this of variables; false if nothing is left.
  bool demand(std::uint32_t node, bool truth, Box& box);
  bool demand_of_open(std::uint32_t node, bool truth, Box& box);
  bool demand_all(const Node& node, bool truth, Box& box);
  bool demand_order(const Node& node, bool truth, Box& box);
  bool demand_signed_order(std::uint32_t small, std::uint32_t large, bool strict, Box& box);
  bool demand_equality(const Node& node, bool truth, Box& box);
  bool narrow(std::uint32_t node, const Interval& set, Box& box);
  bool split(const Box& box, std::vector<Box>& boxes) const;
  double width(const Interval& now, std::uint32_t variable) const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> operands_;
  std::vector<Sort> sorts_;  // of operands_
  std::vector<std::uint32_t> roots_;
  std::vector<std::uint32_t> variables_;  // nodes
  std::vector<std::uint32_t> places_;     // by term: its node, or kNone
  std::vector<Interval> values_;
  Box first_;  // after the first contraction
  bool narrowed_ = false;
  std::uint32_t depth_ = 0;  // of demands
  /// Twice by node, for what has to be false and true: the round in which it was demanded last.
  std::vector<std::uint64_t> demanded_;
  std::uint64_t round_ = 0;
  const IntervalArithmetic arithmetic_;
  std::uint64_t work_of_a_box_ = 0;
  std::uint64_t boxes_ = 0, work_ = 0;
};

/// Whether a variable of the formulas is a float; others are better left to solvers.
bool have_floats(const Terms& terms, std::span<const Term> formulas);

}  // namespace cairn
