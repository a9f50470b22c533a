// SPDX-License-Identifier: MIT
//
// Sets of values from above: Booleans that may be false or true, floats and bit-vectors between two
// bounds. Rounding keeps the order of numbers, so the bounds of a sum or a product are sums and
// products of bounds, rounded as the operation rounds; only the mode "to nearest" is known.
//
// Floats: single and double precision, the machine's own; of other formats, and of bit-vectors
// beyond 64 bits, integers, reals and arrays, nothing is known (Any). Zeros of both signs are one
// number here. Bit-vectors are seen as unsigned numbers.
#pragma once

#include <cstdint>
#include <span>

#include "logic/word/term.h"

namespace cairn {

struct Interval {
  enum class Kind : std::uint8_t { Any, Bool, Float, Word };

  Kind kind = Kind::Any;
  bool may_be_false = true, may_be_true = true;  ///< Bool
  bool may_be_nan = true;                        ///< Float
  double low = 0, high = 0;                      ///< Float; low > high: no number
  std::uint64_t first = 0, last = 0;             ///< Word; first > last: none

  static Interval boolean(bool may_be_false, bool may_be_true);
  static Interval numbers(double low, double high, bool may_be_nan = false);
  static Interval bits(std::uint64_t first, std::uint64_t last);
  /// All values of a sort.
  static Interval all(const Sort& sort);
  static Interval of(const Value& value);

  bool has_numbers() const { return low <= high; }
  bool is_true() const { return kind == Kind::Bool && !may_be_false && may_be_true; }
  bool is_false() const { return kind == Kind::Bool && may_be_false && !may_be_true; }
  bool is_empty() const;
  bool is_single() const;
  bool contains(const Value& value) const;
  bool contains_zero() const { return low <= 0 && 0 <= high; }

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Values of either, and of both.
Interval join(const Interval& a, const Interval& b);
Interval meet(const Interval& a, const Interval& b);

/// Who computes with bounds: the machine, or the reference semantics (float_value.h), which is a
/// hundred times slower and shares nothing with it.
enum class IntervalArithmetic : std::uint8_t { Machine, Reference };

/// An operation whose operands are in these sets.
struct IntervalStep {
  Op op;
  Sort sort;                         ///< of the result
  std::span<const Sort> sorts;       ///< of the operands
  std::uint32_t parameters[2] = {};  ///< see term.h
  bool is_square = false;            ///< both operands are the same term
  IntervalArithmetic arithmetic = IntervalArithmetic::Machine;
};
Interval apply_to_sets(const IntervalStep& step, std::span<const Interval* const> operands);

/// The next number of the format above, or below.
double next_above(const Sort& format, double number);
double next_below(const Sort& format, double number);

}  // namespace cairn
