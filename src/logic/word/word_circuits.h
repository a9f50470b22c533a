// SPDX-License-Identifier: MIT
//
// Circuits of bit-vector arithmetic over the literals of an and-inverter graph, least significant
// bit first. Constant bits fold in Aig::and_gate(), so a circuit is as small as its operands allow.
// Carries are majorities spelled so that unit propagation sees all there is to see: the carry out
// is known as soon as two of its three inputs agree, also when the third is not known.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

using Bits = std::vector<Lit>;

class WordCircuits {
 public:
  explicit WordCircuits(Aig& aig) : aig_(aig) {}
  // Others keep references to a builder and its cache.
  WordCircuits(const WordCircuits&) = delete;
  WordCircuits& operator=(const WordCircuits&) = delete;

  Aig& aig() { return aig_; }

  static Bits constant(std::uint32_t width, std::uint64_t value);
  static Bits complement(Bits bits);
  static Bits extend(Bits bits, std::uint32_t width, Lit fill);

  Bits bitwise_and(const Bits& a, const Bits& b);
  Bits bitwise_or(const Bits& a, const Bits& b);
  Bits bitwise_xor(const Bits& a, const Bits& b);
  Bits ite(Lit condition, const Bits& then, const Bits& otherwise);

  /// Modulo 2^width; `carry` is added as well.
  Bits add(const Bits& a, const Bits& b, Lit carry = kFalse);
  Bits subtract(const Bits& a, const Bits& b) { return add(a, complement(b), kTrue); }
  Bits negate(const Bits& a) { return add(constant(size(a), 0), complement(a), kTrue); }
  Bits absolute(const Bits& a) { return ite(a.back(), negate(a), a); }
  Bits multiply(const Bits& a, const Bits& b);

  struct Division {
    Bits quotient, remainder;
  };
  /// By zero: all ones, and the dividend. The same operands again cost nothing.
  const Division& divide(const Bits& a, const Bits& b);
  Bits signed_quotient(const Bits& a, const Bits& b);
  Bits signed_remainder(const Bits& a, const Bits& b);

  /// `amount` may have any width.
  Bits shift_left(const Bits& a, const Bits& amount);
  Bits shift_right(const Bits& a, const Bits& amount, Lit fill);

  Lit equal(const Bits& a, const Bits& b);
  Lit less(const Bits& a, const Bits& b);  ///< unsigned
  Lit less_equal(const Bits& a, const Bits& b) { return ~less(b, a); }
  Lit signed_less(Bits a, Bits b);
  Lit signed_less_equal(const Bits& a, const Bits& b) { return ~signed_less(b, a); }
  Lit any(std::span<const Lit> bits) { return aig_.or_all(bits); }
  Lit all(std::span<const Lit> bits) { return aig_.and_all(bits); }

  /// Which of the 2^k values `index` has, for each one.
  Bits decode(const Bits& index);
  /// The element that `index` says, of 2^|index| elements one after another.
  Bits select(const Bits& elements, const Bits& index);

  static std::uint32_t size(const Bits& bits) { return static_cast<std::uint32_t>(bits.size()); }

 private:
  struct Digit {
    std::uint32_t position;
    bool negative;
  };
  struct SumAndCarry {
    Lit sum, carry;
  };
  SumAndCarry full_adder(Lit a, Lit b, Lit c);
  Lit majority(Lit a, Lit b, Lit c);
  Bits multiply_by_constant(const Bits& a, const Bits& constant);
  static std::vector<Digit> signed_digits(const Bits& constant);

  Aig& aig_;
  std::map<std::pair<Bits, Bits>, Division> divisions_;
};

}  // namespace cairn
