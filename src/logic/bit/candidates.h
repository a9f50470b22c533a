// SPDX-License-Identifier: MIT
//
// Classes of nodes that may be equal or opposite: nobody has seen them differ so far. Samples of
// their values, 64 lanes at a time, only ever split classes.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

class Candidates {
 public:
  /// One class of all `nodes`; of any class, the node that comes first in this order is the head.
  /// The first of `nodes` should be the constant: its class then holds the nodes that seem
  /// constant.
  Candidates(std::uint32_t num_vars, std::vector<Var> nodes);

  /// Splits classes by what the lanes in `lanes` tell (`values` by variable). The first call
  /// decides which nodes are taken as opposite to others. Answers whether anything was split.
  bool refine(const std::vector<std::uint64_t>& values, std::uint64_t lanes);

  /// The literal that `var` seems equal to: of its class's head, or its own if it is the head or
  /// alone.
  Lit head(Var var) const {
    const std::uint32_t index = class_of_[var.index];
    if (index == kAlone) return Lit(var);
    const Var first = items_[classes_[index].begin];
    return Lit(first) ^ (opposite_[var.index] != opposite_[first.index]);
  }
  bool is_member(Var var) const { return head(var).var() != var; }

  /// From now on samples only split classes, even if there was none so far.
  void fix_phases() { sampled_ = true; }

  /// Takes a member out of its class.
  void remove(Var member);

  /// Lanes in which some member does not equal its head.
  std::uint64_t broken(const std::vector<std::uint64_t>& values) const;

  /// visit(member, head) for every node that is not the head of its class, class by class.
  template <class Visit>
  void for_each_member(Visit&& visit) const {
    for (const Range& range : classes_)
      for (std::uint32_t i = range.begin + 1; i < range.end; ++i) visit(items_[i], head(items_[i]));
  }
  std::size_t num_members() const;

 private:
  static constexpr std::uint32_t kAlone = 0xFFFFFFFFu;
  struct Range {
    std::uint32_t begin, end;  // in items_
  };

  bool split(std::uint32_t index, const std::vector<std::uint64_t>& values, std::uint64_t lanes);
  std::uint64_t key(Var var, const std::vector<std::uint64_t>& values, std::uint64_t lanes) const {
    return flip_value(values[var.index], opposite_[var.index]) & lanes;
  }

  std::vector<Var> items_;               // class by class, each in the order of the constructor
  std::vector<Range> classes_;           // a class of one, or of none, is left over from a split
  std::vector<std::uint32_t> class_of_;  // by variable
  std::vector<bool> opposite_;           // by variable
  bool sampled_ = false;
  std::vector<std::pair<std::uint64_t, Var>> scratch_;
};

}  // namespace cairn
