// SPDX-License-Identifier: MIT
//
// Which of many states are in a given cube? Every lemma that is added or moved up asks that of the
// states that keep others from being pushed. For each literal that has occurred in a cube there is
// a row of bits, one for each state, so a query is the conjunction of a few rows.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/ic3/latch_values.h"
#include "logic/bit/cube.h"

namespace cairn::ic3 {

class StateIndex {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot kNone = 0xFFFFFFFFu;

  Slot add(LatchValues state) {
    if (free_.empty()) {
      free_.push_back(static_cast<Slot>(states_.size()));
      states_.emplace_back();
      if (is_taken_.size() * kBits < states_.size()) {
        is_taken_.push_back(0);
        for (const Lit lit : indexed_) row(lit).push_back(0);
      }
    }
    const Slot slot = free_.back();
    free_.pop_back();
    states_[slot] = std::move(state);
    put(is_taken_, slot, true);
    for (const Lit lit : indexed_) put(row(lit), slot, states_[slot].holds(lit));
    return slot;
  }

  void remove(Slot slot) {
    put(is_taken_, slot, false);
    states_[slot].clear();
    free_.push_back(slot);
  }

  const LatchValues& operator[](Slot slot) const { return states_[slot]; }

  /// Tells `visit` the slots of the states in the cube. It may remove them.
  template <class Visit>
  void for_each_in(const Cube& cube, Visit&& visit) {
    if (free_.size() == states_.size()) return;
    for (const Lit lit : cube) make_row(lit);
    for (std::size_t word = 0; word < is_taken_.size(); ++word) {
      std::uint64_t in = is_taken_[word];
      for (std::size_t i = 0; in != 0 && i < cube.size(); ++i) in &= row(cube[i])[word];
      for (; in != 0; in &= in - 1)
        visit(static_cast<Slot>(word * kBits + static_cast<std::size_t>(std::countr_zero(in))));
    }
  }

 private:
  using Row = std::vector<std::uint64_t>;
  static constexpr std::size_t kBits = 64;

  static void put(Row& bits, Slot slot, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << (slot % kBits);
    std::uint64_t& word = bits[slot / kBits];
    word = value ? word | bit : word & ~bit;
  }

  Row& row(Lit lit) { return rows_[lit.code()]; }

  void make_row(Lit lit) {
    if (rows_.size() <= lit.code()) rows_.resize(lit.code() + 1);
    if (!row(lit).empty()) return;
    indexed_.push_back(lit);
    row(lit).assign(is_taken_.size(), 0);
    for (Slot slot = 0; slot < states_.size(); ++slot)
      if (states_[slot].known()) put(row(lit), slot, states_[slot].holds(lit));
  }

  std::vector<LatchValues> states_;  // by slot
  std::vector<Slot> free_;
  Row is_taken_;
  std::vector<Lit> indexed_;  // literals that have a row
  std::vector<Row> rows_;     // by literal
};

}  // namespace cairn::ic3
