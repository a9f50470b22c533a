// SPDX-License-Identifier: MIT
//
// Which bits of a value are known: three-valued words, as three-valued simulation has them for
// circuits. Sums keep what their carries allow; products, quotients and remainders what their
// operands' leading and trailing zeros say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "logic/word/term.h"

namespace cairn {

/// Of a Boolean (one bit), a bit-vector, a float (the bits of its format), or of all elements of an
/// array at once. Of integers and reals nothing is known: they have no bits.
class KnownBits {
 public:
  /// Nothing is known.
  explicit KnownBits(const Sort& sort);
  static KnownBits of(const Value& value);

  std::uint32_t width() const { return zeros_.width(); }
  bool is_zero(std::uint32_t bit) const { return zeros_.bit(bit); }
  bool is_one(std::uint32_t bit) const { return ones_.bit(bit); }
  bool is_known(std::uint32_t bit) const { return is_zero(bit) || is_one(bit); }
  bool all_known() const { return has_bits_ && (zeros_ | ones_).is_ones(); }
  bool none_known() const { return zeros_.is_zero() && ones_.is_zero(); }
  bool is_never_zero() const { return !ones_.is_zero(); }
  /// The value, of a sort that is no array. Requires all_known().
  Value value(const Sort& sort) const;

  /// Knows what both know.
  KnownBits join(const KnownBits& other) const;
  /// From this bit on, all bits are zero. (The width if the highest one may be set.)
  std::uint32_t significant_bits() const;

  friend bool operator==(const KnownBits&, const KnownBits&) = default;

 private:
  friend class KnownBitsOf;

  KnownBits(BitVector zeros, BitVector ones) : zeros_(std::move(zeros)), ones_(std::move(ones)) {}

  BitVector zeros_, ones_;  // bits that are known to be 0, and to be 1
  bool has_bits_ = true;
};

/// An operation on operands of which this is known. `sorts` are theirs, `sort` is the result's.
KnownBits apply_to_known_bits(Op op, std::span<const KnownBits* const> operands,
                              std::span<const Sort> sorts,
                              std::span<const std::uint32_t> parameters, const Sort& sort);

}  // namespace cairn
