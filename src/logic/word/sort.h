// SPDX-License-Identifier: MIT
//
// Sorts of terms. A sort is a value of eight bytes; it needs no pool.
//
// Arrays are total maps from a scalar to a scalar: a C array of arrays is one array with a computed
// index, an array of records is one array for each field. What bit-blasts is Bool, bit-vectors,
// floats, and arrays of them that are indexed by bit-vectors.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace cairn {

enum class SortKind : std::uint8_t { Bool, BitVector, Float, Int, Real };

/// A sort of single values. For floats: bits of the exponent, and of the significand with its
/// hidden bit, as SMT-LIB counts them (float is 8 and 24, double 11 and 53).
struct ScalarSort {
  SortKind kind = SortKind::Bool;
  std::uint8_t exponent = 0;  ///< Float only
  std::uint16_t size = 0;     ///< BitVector: its width (1 to 65535); Float: the significand

  /// Bits of a value: 1 for Bool, the width, the IEEE format's width. 0 for Int and Real.
  std::uint32_t bits() const {
    switch (kind) {
      case SortKind::Bool:
        return 1;
      case SortKind::BitVector:
        return size;
      case SortKind::Float:
        return exponent + std::uint32_t{size};
      default:
        return 0;
    }
  }
  friend auto operator<=>(const ScalarSort&, const ScalarSort&) = default;
};

struct Sort {
  ScalarSort element;  ///< the sort itself, or that of an array's elements
  ScalarSort index;    ///< arrays only
  bool array = false;

  bool is_bool() const { return !array && element.kind == SortKind::Bool; }
  bool is_bit_vector() const { return !array && element.kind == SortKind::BitVector; }
  bool is_float() const { return !array && element.kind == SortKind::Float; }
  bool is_int() const { return !array && element.kind == SortKind::Int; }
  bool is_real() const { return !array && element.kind == SortKind::Real; }
  bool is_array() const { return array; }
  /// Width of a bit-vector; bits of any other scalar.
  std::uint32_t width() const { return element.bits(); }

  Sort element_sort() const { return {element, {}, false}; }
  Sort index_sort() const { return {index, {}, false}; }

  static Sort boolean() { return {}; }
  static Sort bit_vector(std::uint32_t width) {
    return {{SortKind::BitVector, 0, static_cast<std::uint16_t>(width)}, {}, false};
  }
  static Sort floating(std::uint32_t exponent, std::uint32_t significand) {
    return {{SortKind::Float, static_cast<std::uint8_t>(exponent),
             static_cast<std::uint16_t>(significand)},
            {},
            false};
  }
  static Sort float32() { return floating(8, 24); }
  static Sort float64() { return floating(11, 53); }
  static Sort integer() { return {{SortKind::Int, 0, 0}, {}, false}; }
  static Sort real() { return {{SortKind::Real, 0, 0}, {}, false}; }
  static Sort array_of(Sort index, Sort element) { return {element.element, index.element, true}; }

  friend auto operator<=>(const Sort&, const Sort&) = default;
};

/// As the intermediate language writes it: "bool", "bv32", "float", "double", "float<5,11>", "int",
/// "real", "bv8[bv32]" for an array of bytes with indices of 32 bits.
std::string to_string(const Sort& sort);

}  // namespace cairn
