// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "logic/word/bit_vector.h"
#include "logic/word/sort.h"

namespace cairn {

class Value;

/// A total map: `otherwise` but for what `entries` lists. Indices and elements are scalars of the
/// array's sorts. Canonical, so that equal maps are equal values: no entry equals `otherwise`, and
/// where entries cover half of a finite domain or more, `otherwise` is the most frequent element
/// (the least of those in a tie).
struct ArrayValue;

/// A value of any sort. Floats are kept as the bits of their IEEE format; every NaN is one value,
/// with a clear sign, all ones in the exponent and the top bit alone set in the fraction.
class Value {
 public:
  Value() : Value(false) {}
  explicit Value(bool value);
  explicit Value(BitVector bits);                           ///< a bit-vector
  static Value of_float(Sort sort, const BitVector& bits);  ///< makes NaN canonical
  explicit Value(mpz_class value);
  explicit Value(mpq_class value);
  static Value constant_array(Sort sort, const Value& element);
  /// Entries that equal `otherwise` may be among them.
  static Value of_array(Sort sort, const Value& otherwise, std::map<Value, Value> entries);
  /// 0, false, +0.0, and arrays of them.
  static Value zero(Sort sort);

  const Sort& sort() const { return sort_; }
  bool as_bool() const { return std::get<bool>(data_); }
  /// Bit-vectors and floats.
  const BitVector& bits() const { return std::get<BitVector>(data_); }
  const mpz_class& as_int() const { return std::get<mpz_class>(data_); }
  const mpq_class& as_real() const { return std::get<mpq_class>(data_); }
  const ArrayValue& array() const { return *std::get<ArrayPointer>(data_); }

  /// Arrays. A store copies the map, unless it is made on a value that nobody else shares and that
  /// is given away: std::move(array).store(...).
  Value select(const Value& index) const;
  Value store(const Value& index, const Value& element) const&;
  Value store(const Value& index, const Value& element) &&;

  bool operator==(const Value&) const;
  bool operator<(const Value&) const;  ///< some total order, for maps
  std::size_t hash() const;
  /// As the intermediate language writes it: true; 42bv32; floats in hexadecimal (0x1.8p+1f32,
  /// -0x0p+0f64, 0nanf32, -0inff64, 0x1p+2f<3,5>); integers 42, -42; reals 3r4 for three quarters;
  /// arrays [1bv8: 5bv32, else 0bv32].
  std::string to_string() const;

 private:
  using ArrayPointer = std::shared_ptr<const ArrayValue>;

  Sort sort_;
  std::variant<bool, BitVector, mpz_class, mpq_class, ArrayPointer> data_;
};

/// Numbers of bit-vectors, and back modulo 2^width.
mpz_class to_unsigned_integer(const BitVector& bits);
mpz_class to_signed_integer(const BitVector& bits);
BitVector to_bit_vector(std::uint32_t width, const mpz_class& value);

struct ArrayValue {
  Value otherwise;
  std::map<Value, Value> entries;
};

}  // namespace cairn
