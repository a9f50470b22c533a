// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "model/word_system.h"

namespace cairn::word {

/// Large arrays that flow into one another: an element of one at an index is an element of others
/// at the same index, so they are followed at the same indices.
class ArrayGroups {
 public:
  /// Arrays of at most `small_bits` bits are not large.
  ArrayGroups(const WordSystem& system, std::uint64_t small_bits);

  bool is_large(const Sort& sort) const;
  /// Of an array of the system.
  std::uint32_t group(Term array) const;

 private:
  void join(Term a, Term b);

  const std::uint64_t small_bits_;
  mutable std::vector<std::uint32_t> parent_;  // by handle: union-find
};

}  // namespace cairn::word
