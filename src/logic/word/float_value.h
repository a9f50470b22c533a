// SPDX-License-Identifier: MIT
//
// The reference semantics of floats by IEEE 754 (2019), written for obviousness: operands become
// exact rationals, the operation is done on those, and the result is rounded once to the format.
//
// Where the standard or SMT-LIB leave a choice:
//  - There is one NaN (value.h); it has no sign, and no payload is carried on.
//  - min and max order -0 before +0 (IEEE's minimumNumber), and give the other operand for a NaN.
//  - Conversions to bit-vectors that are out of range, or of NaN or an infinity, give 10...0.
//  - FpRoundToIntegral of a value whose integer is beyond the format's range overflows as any
//    other operation (formats with fewer exponents than fraction bits have such values).
//  - FpToBits of NaN gives the canonical one.
#pragma once

#include <span>

#include "logic/word/term.h"

namespace cairn {

/// A float taken apart. Zeros keep their sign in `negative`.
struct FloatParts {
  enum class Kind : std::uint8_t { Nan, Infinite, Finite };

  Kind kind = Kind::Finite;
  bool negative = false;
  mpq_class value;  ///< signed; Finite only

  bool is_nan() const { return kind == Kind::Nan; }
  bool is_infinite() const { return kind == Kind::Infinite; }
  bool is_zero() const { return kind == Kind::Finite && value == 0; }
};

FloatParts float_parts(const Value& value);

Value float_nan(Sort sort);
Value float_infinity(Sort sort, bool negative);
Value float_zero(Sort sort, bool negative);
/// The number of a format that a mode rounds to; `negative` is the sign of a zero `value`.
Value round_to_float(Sort sort, RoundingMode mode, const mpq_class& value, bool negative = false);
/// The integer that a mode rounds to.
mpz_class round_to_integer(RoundingMode mode, const mpq_class& value);

/// One operation of floats on values; `sort` is that of the result. See apply() in term_eval.h.
Value apply_float(Op op, std::span<const Value> operands, std::span<const std::uint32_t> parameters,
                  Sort sort);

}  // namespace cairn
