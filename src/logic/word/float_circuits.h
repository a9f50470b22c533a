// SPDX-License-Identifier: MIT
//
// Circuits of IEEE 754 arithmetic. Arithmetic and conversions are SymFPU's [BSS19], over the
// literals of an and-inverter graph; comparisons and classifications look at the packed bits and
// are ours. Packed floats here have the canonical NaN of value.h: of what comes from outside,
// canonical() takes care.
//
// SymFPU computes on an unpacked form. Which unpacked float a packed one was made of is remembered,
// so a chain of operations doesn't pack and unpack between them.
#pragma once

#include <memory>
#include <span>

#include "logic/word/sort.h"
#include "logic/word/term.h"
#include "logic/word/word_circuits.h"

namespace cairn {

class FloatCircuits {
 public:
  explicit FloatCircuits(WordCircuits& words);
  ~FloatCircuits();

  /// Whether the operation exists for these formats. The remainder takes a step for each power of
  /// two between the smallest and the largest number, which makes it too large for double; and the
  /// circuits need an exponent of 3 bits or more and a significand of 4 or more.
  static bool supports(Op op, std::span<const ScalarSort> operands, ScalarSort result);
  static bool supports(ScalarSort format);

  /// Any operation of term.h whose name begins with Fp, SbvToFp and UbvToFp. Requires supports().
  Bits apply(Op op, RoundingMode mode, std::span<const Bits> operands,
             std::span<const ScalarSort> sorts, ScalarSort result);
  /// Every NaN becomes the one of value.h.
  Bits canonical(ScalarSort format, const Bits& bits);

 private:
  struct Memory;
  enum class Order { Less, LessEqual };

  Lit is_nan(ScalarSort format, const Bits& a);
  Lit has_top_exponent(ScalarSort format, const Bits& a);
  Lit has_zero_exponent(ScalarSort format, const Bits& a);
  Lit has_zero_fraction(ScalarSort format, const Bits& a);
  Lit is_zero(const Bits& a);
  Lit equal(ScalarSort format, const Bits& a, const Bits& b);
  Lit sorted(const Bits& a, const Bits& b, Order order);
  Lit less(ScalarSort format, const Bits& a, const Bits& b, Order order);
  Lit classify(Op op, ScalarSort format, const Bits& a);
  Bits choose(Op op, ScalarSort format, const Bits& a, const Bits& b);
  Bits compute(Op op, RoundingMode mode, std::span<const Bits> operands,
               std::span<const ScalarSort> sorts, ScalarSort result);

  WordCircuits& words_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace cairn
