// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "logic/bit/lit.h"

namespace cairn {

/// A conjunction of literals of different variables, sorted. Its negation is a clause: a lemma of
/// IC3 is kept as the cube that it excludes.
class Cube {
 public:
  Cube() = default;
  explicit Cube(std::vector<Lit> lits) : lits_(std::move(lits)) {
    std::sort(lits_.begin(), lits_.end());
    for (const Lit lit : lits_) signature_ |= bit(lit);
  }

  const std::vector<Lit>& lits() const { return lits_; }
  std::size_t size() const { return lits_.size(); }
  bool empty() const { return lits_.empty(); }
  auto begin() const { return lits_.begin(); }
  auto end() const { return lits_.end(); }
  Lit operator[](std::size_t i) const { return lits_[i]; }

  bool contains(Lit lit) const {
    return (signature_ & bit(lit)) != 0 && std::binary_search(lits_.begin(), lits_.end(), lit);
  }
  /// Whether every literal of this cube is one of `other`: then this cube contains at least the
  /// states of `other`.
  bool subsumes(const Cube& other) const {
    if ((signature_ & ~other.signature_) != 0 || size() > other.size()) return false;
    return std::includes(other.begin(), other.end(), begin(), end());
  }

  friend bool operator==(const Cube& a, const Cube& b) {
    return a.signature_ == b.signature_ && a.lits_ == b.lits_;
  }

 private:
  // Neighbouring variables get different bits, and so do the two literals of one.
  static std::uint64_t bit(Lit lit) {
    return std::uint64_t{1} << ((lit.code() * 0x9E3779B9u) >> 26);
  }

  std::vector<Lit> lits_;
  std::uint64_t signature_ = 0;
};

}  // namespace cairn
