// SPDX-License-Identifier: MIT
//
// Terms to and-inverter graphs. A Boolean is one literal, a bit-vector its bits (least significant
// first), a float the bits of its IEEE format (NaN canonical, see value.h), an array indexed by a
// bit-vector of k bits its 2^k elements one after another. Integers and reals have no bits.
//
// Nothing forces the bits of a float variable to be those of the one NaN: whatever pattern of NaN
// they have, terms over the variable see the canonical one.
#pragma once

#include <unordered_map>
#include <vector>

#include "logic/bit/aig.h"
#include "logic/word/float_circuits.h"
#include "logic/word/term.h"
#include "logic/word/word_circuits.h"

namespace cairn {

class BitBlaster {
 public:
  /// Arrays with more index bits than this have no bits.
  static constexpr std::uint32_t kMaxIndexBits = 16;

  BitBlaster(const Terms& terms, Aig& aig) : terms_(terms), words_(aig), floats_(words_) {}

  /// Says which literals a variable is, before it is first used. Without it, bits() adds leaves for
  /// a variable on first use.
  void bind(Term variable, Bits bits);
  /// Takes these for the bits of a term, whatever it is made of, before it is first used: for what
  /// somebody else decides, such as reads from arrays that are too large for bits.
  void abstract(Term term, Bits bits);
  /// The literals that a variable was bound to or got; null if it has none yet.
  const Bits* find(Term variable) const;
  /// Requires can_blast(). No recursion: deep terms are fine. The reference stays good.
  const Bits& bits(Term term);
  Lit literal(Term boolean) { return bits(boolean)[0]; }

 private:
  Bits blast(Term term);
  Bits blast_variable(Term term);
  Bits blast_connective(Term term);
  Bits blast_arithmetic(Term term);
  Bits blast_comparison(Term term);
  Bits blast_shape(Term term);
  Bits blast_array(Term term);
  Bits blast_float(Term term);
  const Bits& operand(Term term, std::size_t i) const {
    return bits_.find(terms_.operands(term)[i])->second;
  }

  const Terms& terms_;
  WordCircuits words_;
  FloatCircuits floats_;
  std::unordered_map<Term, Bits> variables_;  // as bound
  std::unordered_map<Term, Bits> bits_;
  std::vector<Term> stack_;
};

/// Bits of a value of this sort; 0 if it has none (Int, Real, arrays too large, float formats that
/// there are no circuits for).
std::uint64_t bit_count(const Sort& sort);
/// Whether the term itself has bits, and its operation a circuit, if its operands have.
bool has_circuit(const Terms& terms, Term term);
/// Whether every subterm has bits, and every operation a circuit. If not, `offender` becomes one
/// that hasn't.
bool can_blast(const Terms& terms, std::span<const Term> all, Term* offender = nullptr);
inline bool can_blast(const Terms& terms, Term term, Term* offender = nullptr) {
  return can_blast(terms, std::span(&term, 1), offender);
}
/// The value whose bits (as the blaster orders them) these are.
Value value_from_bits(const Sort& sort, const std::vector<bool>& bits);
std::vector<bool> bits_of_value(const Value& value);

}  // namespace cairn
