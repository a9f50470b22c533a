// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// What some facts say about one bit-vector variable of up to 64 bits: the values that it may have,
/// as ranges, ascending and apart. Proofs on bits forbid values range by range (x is not 11, not 12
/// to 15, not above 15); people want to read x <= 10.
class ValueRanges {
 public:
  enum class Order { Signed, Unsigned };
  using Range = std::pair<std::uint64_t, std::uint64_t>;

  /// Of a fact about the values of a variable alone, which variable; none for other facts.
  static std::optional<Term> subject(const Terms& terms, Term fact);

  ValueRanges(std::uint32_t width, Order order) : width_(width), order_(order) {}
  /// Requires a fact that subject() knows.
  void add(const Terms& terms, Term fact);

  /// In the order of numbers: signed ones have their sign bit flipped, so that they ascend.
  std::vector<Range> allowed() const;
  std::uint64_t last() const {
    return width_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width_) - 1;
  }

 private:
  void forbid(std::uint64_t first, std::uint64_t last);

  const std::uint32_t width_;
  const Order order_;
  std::map<std::uint64_t, std::uint64_t> forbidden_;  // ranges by their first value; may overlap
};

/// A bit of a bit-vector variable that a fact fixes; none for other facts.
struct KnownBit {
  Term variable;
  std::uint32_t position;
  bool value;
};
std::optional<KnownBit> known_bit(const Terms& terms, Term fact);

}  // namespace cairn
