// SPDX-License-Identifier: MIT
#include "logic/word/bit_vector.h"

#include <gmpxx.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {

namespace {

using Words = std::vector<std::uint64_t>;

std::size_t word_count(std::uint32_t width) {
  return (std::size_t{width} + 63) / 64;
}

void clear_above(Words& words, std::uint32_t width) {
  if (width % 64 != 0) words.back() &= (std::uint64_t{1} << (width % 64)) - 1;
}

/// Divides by a small number in place; gives the remainder.
std::uint64_t divide_by(Words& words, std::uint64_t divisor) {
  unsigned __int128 rest = 0;
  for (std::size_t i = words.size(); i-- > 0;) {
    rest = (rest << 64) | words[i];
    words[i] = static_cast<std::uint64_t>(rest / divisor);
    rest %= divisor;
  }
  return static_cast<std::uint64_t>(rest);
}

unsigned digit_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 255;
}

}  // namespace

BitVector::BitVector(std::uint32_t width, std::uint64_t value)
    : width_(width), words_(word_count(width), 0) {
  CAIRN_CHECK(width >= 1);
  words_[0] = value;
  clear_above(words_, width_);
}

BitVector BitVector::from_signed(std::uint32_t width, std::int64_t value) {
  BitVector result(width, static_cast<std::uint64_t>(value));
  if (value < 0) std::fill(result.words_.begin() + 1, result.words_.end(), ~std::uint64_t{0});
  clear_above(result.words_, width);
  return result;
}

BitVector BitVector::from_words(std::uint32_t width, std::span<const std::uint64_t> words) {
  BitVector result(width, 0);
  std::copy_n(words.begin(), std::min(words.size(), result.words_.size()), result.words_.begin());
  clear_above(result.words_, width);
  return result;
}

BitVector BitVector::ones(std::uint32_t width) {
  return from_signed(width, -1);
}

BitVector BitVector::min_signed(std::uint32_t width) {
  BitVector result(width, 0);
  result.set_bit(width - 1, true);
  return result;
}

BitVector BitVector::parse(std::uint32_t width, std::string_view digits, unsigned base) {
  CAIRN_CHECK(base == 2 || base == 10 || base == 16);
  BitVector result(width, 0);
  if (base != 10) {  // each digit has its place
    const std::size_t bits = base == 2 ? 1 : 4;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const unsigned digit = digit_of(digits[digits.size() - 1 - i]);
      CAIRN_CHECK(digit < base);
      if (i * bits < width) result.words_[i * bits / 64] |= std::uint64_t{digit} << (i * bits % 64);
    }
    clear_above(result.words_, width);
    return result;
  }
  for (const char c : digits) {
    CAIRN_CHECK(digit_of(c) < base);
    unsigned __int128 carry = digit_of(c);
    for (std::uint64_t& word : result.words_) {
      carry += static_cast<unsigned __int128>(word) * base;
      word = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  clear_above(result.words_, width);
  return result;
}

void BitVector::set_bit(std::uint32_t i, bool value) {
  const std::uint64_t mask = std::uint64_t{1} << (i % 64);
  if (value)
    words_[i / 64] |= mask;
  else
    words_[i / 64] &= ~mask;
}

bool BitVector::is_zero() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

bool BitVector::is_ones() const {
  return *this == ones(width_);
}

bool BitVector::is_one() const {
  return words_[0] == 1 && fits_u64();
}

bool BitVector::fits_u64() const {
  return std::all_of(words_.begin() + 1, words_.end(),
                     [](std::uint64_t word) { return word == 0; });
}

std::int64_t BitVector::to_signed() const {
  CAIRN_CHECK(width_ <= 64);
  const unsigned unused = 64 - width_;
  return static_cast<std::int64_t>(words_[0] << unused) >> unused;
}

BitVector BitVector::operator~() const {
  BitVector result = *this;
  for (std::uint64_t& word : result.words_) word = ~word;
  clear_above(result.words_, width_);
  return result;
}

BitVector BitVector::operator-() const {
  return ~*this + BitVector(width_, 1);
}

BitVector BitVector::operator&(const BitVector& other) const {
  CAIRN_CHECK(width_ == other.width_);
  BitVector result = *this;
  for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] &= other.words_[i];
  return result;
}

BitVector BitVector::operator|(const BitVector& other) const {
  CAIRN_CHECK(width_ == other.width_);
  BitVector result = *this;
  for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] |= other.words_[i];
  return result;
}

BitVector BitVector::operator^(const BitVector& other) const {
  CAIRN_CHECK(width_ == other.width_);
  BitVector result = *this;
  for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] ^= other.words_[i];
  return result;
}

BitVector BitVector::operator+(const BitVector& other) const {
  CAIRN_CHECK(width_ == other.width_);
  BitVector result = *this;
  unsigned __int128 carry = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    carry += static_cast<unsigned __int128>(words_[i]) + other.words_[i];
    result.words_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  clear_above(result.words_, width_);
  return result;
}

BitVector BitVector::operator-(const BitVector& other) const {
  return *this + -other;
}

BitVector BitVector::operator*(const BitVector& other) const {
  CAIRN_CHECK(width_ == other.width_);
  BitVector result(width_, 0);
  const std::size_t count = words_.size();
  for (std::size_t i = 0; i < count; ++i) {
    unsigned __int128 carry = 0;
    for (std::size_t j = 0; i + j < count; ++j) {
      carry += static_cast<unsigned __int128>(words_[i]) * other.words_[j] + result.words_[i + j];
      result.words_[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  clear_above(result.words_, width_);
  return result;
}

std::pair<BitVector, BitVector> BitVector::divide(const BitVector& divisor) const {
  CAIRN_CHECK(width_ == divisor.width_);
  if (divisor.is_zero()) return {ones(width_), *this};
  if (width_ <= 64)
    return {BitVector(width_, words_[0] / divisor.words_[0]),
            BitVector(width_, words_[0] % divisor.words_[0])};
  const auto number = [](const BitVector& from) {
    mpz_class result;
    mpz_import(result.get_mpz_t(), from.words_.size(), -1, 8, 0, 0, from.words_.data());
    return result;
  };
  const auto bits = [this](const mpz_class& from) {
    BitVector result(width_, 0);
    mpz_export(result.words_.data(), nullptr, -1, 8, 0, 0, from.get_mpz_t());
    return result;
  };
  const mpz_class dividend = number(*this), by = number(divisor);
  return {bits(dividend / by), bits(dividend % by)};
}

BitVector BitVector::udiv(const BitVector& other) const {
  return divide(other).first;
}

BitVector BitVector::urem(const BitVector& other) const {
  return divide(other).second;
}

// As SMT-LIB defines them by udiv and urem on magnitudes: x sdiv 0 is 1 or -1, x srem 0 is x.
BitVector BitVector::sdiv(const BitVector& other) const {
  const BitVector a = sign() ? -*this : *this;
  const BitVector b = other.sign() ? -other : other;
  const BitVector result = a.udiv(b);
  return sign() != other.sign() ? -result : result;
}

BitVector BitVector::srem(const BitVector& other) const {
  const BitVector a = sign() ? -*this : *this;
  const BitVector b = other.sign() ? -other : other;
  const BitVector result = a.urem(b);
  return sign() ? -result : result;
}

BitVector BitVector::shl(const BitVector& amount) const {
  CAIRN_CHECK(width_ == amount.width_);
  BitVector result(width_, 0);
  if (!amount.fits_u64() || amount.low() >= width_) return result;
  const auto by = static_cast<std::uint32_t>(amount.low());
  for (std::size_t i = words_.size(); i-- > by / 64;) {
    const std::size_t from = i - by / 64;
    result.words_[i] = words_[from] << (by % 64);
    if (by % 64 != 0 && from > 0) result.words_[i] |= words_[from - 1] >> (64 - by % 64);
  }
  clear_above(result.words_, width_);
  return result;
}

BitVector BitVector::lshr(const BitVector& amount) const {
  CAIRN_CHECK(width_ == amount.width_);
  if (!amount.fits_u64() || amount.low() >= width_) return BitVector(width_, 0);
  const auto by = static_cast<std::uint32_t>(amount.low());
  return extract(width_ - 1, by).zero_extend(width_);
}

BitVector BitVector::ashr(const BitVector& amount) const {
  CAIRN_CHECK(width_ == amount.width_);
  const bool beyond = !amount.fits_u64() || amount.low() >= width_;
  const auto by = beyond ? width_ - 1 : static_cast<std::uint32_t>(amount.low());
  return extract(width_ - 1, by).sign_extend(width_);
}

bool BitVector::ult(const BitVector& other) const {
  CAIRN_CHECK(width_ == other.width_);
  return std::lexicographical_compare(words_.rbegin(), words_.rend(), other.words_.rbegin(),
                                      other.words_.rend());
}

bool BitVector::slt(const BitVector& other) const {
  return sign() != other.sign() ? sign() : ult(other);
}

BitVector BitVector::concat(const BitVector& low) const {
  const std::uint32_t width = width_ + low.width_;
  return low.zero_extend(width) | zero_extend(width).shl(BitVector(width, low.width_));
}

BitVector BitVector::extract(std::uint32_t high, std::uint32_t low) const {
  CAIRN_CHECK(low <= high && high < width_);
  BitVector result(high - low + 1, 0);
  for (std::size_t i = 0; i < result.words_.size(); ++i) {
    const std::size_t from = i + low / 64;
    result.words_[i] = words_[from] >> (low % 64);
    if (low % 64 != 0 && from + 1 < words_.size())
      result.words_[i] |= words_[from + 1] << (64 - low % 64);
  }
  clear_above(result.words_, result.width_);
  return result;
}

BitVector BitVector::zero_extend(std::uint32_t width) const {
  CAIRN_CHECK(width >= width_);
  return from_words(width, words_);
}

BitVector BitVector::sign_extend(std::uint32_t width) const {
  BitVector result = zero_extend(width);
  if (!sign()) return result;
  return ~((~*this).zero_extend(width));
}

std::string BitVector::to_binary() const {
  std::string text;
  for (std::uint32_t i = width_; i-- > 0;) text += bit(i) ? '1' : '0';
  return text;
}

std::string BitVector::to_hex() const {
  std::string text;
  for (std::uint32_t i = (width_ + 3) / 4; i-- > 0;)
    text += "0123456789abcdef"[(words_[i / 16] >> (i % 16 * 4)) & 15];
  return text;
}

std::string BitVector::to_decimal() const {
  Words words = words_;
  std::string text;
  while (!words.empty()) {
    text += static_cast<char>('0' + divide_by(words, 10));
    while (!words.empty() && words.back() == 0) words.pop_back();
  }
  std::reverse(text.begin(), text.end());
  return text;
}

std::string BitVector::to_signed_decimal() const {
  std::string text = sign() ? "-" : "";
  return text += sign() ? (-*this).to_decimal() : to_decimal();
}

std::size_t BitVector::hash() const {
  std::uint64_t result = width_;
  for (const std::uint64_t word : words_) {
    result = (result ^ word) * 0x9E3779B97F4A7C15u;
    result ^= result >> 29;
  }
  return result;
}

}  // namespace cairn
