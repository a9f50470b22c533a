// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "logic/bit_vector.h"
#include "logic/sort.h"

namespace cairn {

class Value;

/// A total map: `otherwise` but for what `entries` lists. Indices and elements are scalars of the
/// array's sorts. Canonical: no entry equals `otherwise`.
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
  const ArrayValue& array() const { return *std::get<std::shared_ptr<const ArrayValue>>(data_); }

  /// Arrays; a store copies the map.
  Value select(const Value& index) const;
  Value store(const Value& index, const Value& element) const;

  bool operator==(const Value&) const;
  bool operator<(const Value&) const;  ///< some total order, for maps
  std::size_t hash() const;
  /// As the intermediate language writes it: true, 0x0000002aU style bit-vectors are 42bv32, floats
  /// in hexadecimal (0x1.8p+1f32), arrays [1bv8: 5bv32, else 0bv32].
  std::string to_string() const;

 private:
  Sort sort_;
  std::variant<bool, BitVector, mpz_class, mpq_class, std::shared_ptr<const ArrayValue>> data_;
};

struct ArrayValue {
  Value otherwise;
  std::map<Value, Value> entries;
};

inline Value Value::of_array(Sort sort, const Value& otherwise, std::map<Value, Value> entries) {
  std::erase_if(entries, [&](const auto& entry) { return entry.second == otherwise; });
  Value result;
  result.sort_ = sort;
  result.data_ = std::make_shared<const ArrayValue>(ArrayValue{otherwise, std::move(entries)});
  return result;
}

}  // namespace cairn
