// SPDX-License-Identifier: MIT
//
// Strongly live variables [NNH99, section 2.1.4]: a variable is live where a guard on
// a way to the error may read its value, or the value of a live variable may be computed from it. A
// variable that is read only to compute what nobody needs is not live.
#pragma once

#include <cstdint>
#include <vector>

#include "model/cfa.h"
#include "transform/cfa/commands.h"

namespace cairn {

class VariableSet {
 public:
  explicit VariableSet(std::size_t size = 0) : words_((size + 63) / 64, 0) {}

  bool contains(std::uint32_t i) const { return (words_[i / 64] >> (i % 64)) & 1; }
  void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void erase(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  /// Returns true if that adds something.
  bool insert_all(const VariableSet& other) {
    std::uint64_t added = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      added |= other.words_[i] & ~words_[i];
      words_[i] |= other.words_[i];
    }
    return added != 0;
  }

 private:
  std::vector<std::uint64_t> words_;
};

class Liveness {
 public:
  /// Assignments to the variables in `always` (by position in Cfa::variables) count as needed
  /// wherever they are.
  Liveness(const Cfa& cfa, const std::vector<bool>& always);

  /// The variables that are live at a location, by position.
  const VariableSet& at(LocationId location) const { return live_[location.index]; }

  /// `command` without assignments that are not needed, given what is live after it; turns `live`
  /// into what is live before. `drop(variable, value)` is called for each assignment that could be
  /// dropped, and says whether it is.
  CommandRef without_dead(const CommandRef& command, VariableSet& live,
                          const std::function<bool(std::uint32_t, Term)>& drop);

 private:
  void step_back(const Command& command, VariableSet& live);
  void step_back_leaf(const Command& leaf, VariableSet& live);

  const Cfa& cfa_;
  const std::vector<bool> always_;
  VariableReads reads_;
  std::vector<VariableSet> live_;  // by location
};

}  // namespace cairn
