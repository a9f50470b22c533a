// SPDX-License-Identifier: MIT
//
// Operators and conversions of C on terms, for operands that the usual conversions were applied to
// [C11 6.3, 6.5]. Where C leaves the result undefined: signed arithmetic wraps around, shift
// amounts are taken modulo the width (as x86 does), a float out of an integer's range becomes the
// smallest signed value (as x86 has it).
#pragma once

#include "input/c/c_unit.h"
#include "logic/word/term.h"

namespace cairn {

enum class CBinary : std::uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  Equal,
  NotEqual
};

constexpr bool is_comparison(CBinary op) {
  return op >= CBinary::Less;
}

/// The value of one scalar type as another.
Term c_convert(Terms& terms, Term value, const CScalar& from, const CScalar& to,
               RoundingMode mode = RoundingMode::NearestEven);
/// value != 0, as a Bool.
Term c_truth(Terms& terms, Term value, const CScalar& type);
/// A Bool as a number of the type, 0 or 1.
Term c_number(Terms& terms, Term condition, const CScalar& type);
Term c_zero(Terms& terms, const Sort& sort);

/// Both operands have `type`, but for shifts, whose amount is of any integer type.
Term c_arithmetic(Terms& terms, CBinary op, Term a, Term b, const CScalar& type,
                  RoundingMode mode = RoundingMode::NearestEven);
Term c_compare(Terms& terms, CBinary op, Term a, Term b, const CScalar& type);

/// Bool: the signed operation leaves the range of the type (Add, Sub, Mul, Div, Rem).
Term c_overflows(Terms& terms, CBinary op, Term a, Term b);

/// The bits of a value in memory, and back; of floats the IEEE formats.
Term c_to_bits(Terms& terms, Term value);
Term c_from_bits(Terms& terms, Term bits, const Sort& sort);

/// The same as memory of so many bits has them: long double shows the leading bit of its
/// significand and has bits that mean nothing behind.
Term c_to_memory(Terms& terms, Term value, CBits storage);
Term c_from_memory(Terms& terms, Term bits, const Sort& sort);

}  // namespace cairn
