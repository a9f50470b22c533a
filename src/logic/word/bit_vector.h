// SPDX-License-Identifier: MIT
//
// Values of bit-vectors of any width, and the operations of SMT-LIB's theory on them: the reference
// semantics that everything else is held against. Division by zero as SMT-LIB has it: x udiv 0 is
// all ones, x urem 0 is x.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {

class BitVector {
 public:
  /// Zero of width 1.
  BitVector() : BitVector(1, 0) {}
  /// The low `width` bits of `value`. Requires width >= 1.
  BitVector(std::uint32_t width, std::uint64_t value);
  static BitVector from_signed(std::uint32_t width, std::int64_t value);
  /// Least significant word first; modulo 2^width, missing words are 0.
  static BitVector from_words(std::uint32_t width, std::span<const std::uint64_t> words);
  static BitVector ones(std::uint32_t width);
  /// 1 followed by width - 1 zeros.
  static BitVector min_signed(std::uint32_t width);
  /// Digits in base 2, 10 or 16, no sign; modulo 2^width. Requires digits only.
  static BitVector parse(std::uint32_t width, std::string_view digits, unsigned base);

  std::uint32_t width() const { return width_; }
  bool bit(std::uint32_t i) const { return (words_[i / 64] >> (i % 64)) & 1; }
  void set_bit(std::uint32_t i, bool value);
  bool is_zero() const;
  bool is_ones() const;
  bool is_one() const;
  bool sign() const { return bit(width_ - 1); }
  /// The low 64 bits.
  std::uint64_t low() const { return words_[0]; }
  /// Least significant first; bits above the width are 0.
  std::span<const std::uint64_t> words() const { return words_; }
  /// True if the value as an unsigned number is below 2^64.
  bool fits_u64() const;
  /// As a signed number; requires width <= 64.
  std::int64_t to_signed() const;

  BitVector operator~() const;
  BitVector operator-() const;
  BitVector operator&(const BitVector&) const;
  BitVector operator|(const BitVector&) const;
  BitVector operator^(const BitVector&) const;
  BitVector operator+(const BitVector&) const;
  BitVector operator-(const BitVector&) const;
  BitVector operator*(const BitVector&) const;
  BitVector udiv(const BitVector&) const;
  BitVector urem(const BitVector&) const;
  BitVector sdiv(const BitVector&) const;
  BitVector srem(const BitVector&) const;
  BitVector shl(const BitVector& amount) const;
  BitVector lshr(const BitVector& amount) const;
  BitVector ashr(const BitVector& amount) const;
  bool ult(const BitVector&) const;
  bool slt(const BitVector&) const;
  /// `this` is the high part.
  BitVector concat(const BitVector& low) const;
  BitVector extract(std::uint32_t high, std::uint32_t low) const;
  BitVector zero_extend(std::uint32_t width) const;
  BitVector sign_extend(std::uint32_t width) const;

  std::string to_binary() const;
  std::string to_hex() const;  ///< no prefix; ceil(width / 4) digits
  std::string to_decimal() const;
  std::string to_signed_decimal() const;

  friend bool operator==(const BitVector&, const BitVector&) = default;
  std::size_t hash() const;

 private:
  std::pair<BitVector, BitVector> divide(const BitVector& divisor) const;  // quotient, remainder

  std::uint32_t width_;
  std::vector<std::uint64_t> words_;  // least significant first; bits above the width are 0
};

}  // namespace cairn
