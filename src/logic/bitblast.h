// SPDX-License-Identifier: MIT
//
// Terms to and-inverter graphs. A Boolean is one literal, a bit-vector its bits (least significant
// first), a float the bits of its IEEE format (NaN canonical, see value.h), an array indexed by a
// bit-vector of k bits its 2^k elements one after another. Integers and reals have no bits.
#pragma once

#include <unordered_map>
#include <vector>

#include "logic/aig.h"
#include "logic/term.h"

namespace cairn {

using Bits = std::vector<Lit>;

class BitBlaster {
 public:
  /// Arrays with more index bits than this are refused (bits_of() is then not allowed).
  static constexpr std::uint32_t kMaxIndexBits = 16;

  BitBlaster(const Terms& terms, Aig& aig) : terms_(terms), aig_(aig) {}

  /// Says which literals a variable is. Without it, bits() adds leaves for a variable on first use.
  void bind(Term variable, Bits bits);
  /// The literals that a variable was bound to or got; null if it has none yet.
  const Bits* find(Term variable) const;
  /// No recursion: deep terms are fine. The reference is good until the next call.
  const Bits& bits(Term term);
  Lit literal(Term boolean) { return bits(boolean)[0]; }

 private:
  const Terms& terms_;
  Aig& aig_;
  std::unordered_map<Term, Bits> bits_;
};

/// Bits of a value of this sort; 0 if it has none (Int, Real, arrays too large).
std::uint64_t bit_count(const Sort& sort);
/// The value whose bits (as the blaster orders them) these are.
Value value_from_bits(const Sort& sort, const std::vector<bool>& bits);
std::vector<bool> bits_of_value(const Value& value);

}  // namespace cairn
