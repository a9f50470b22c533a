// SPDX-License-Identifier: MIT
//
// The operators of BTOR2 in terms. Bit-vectors of one bit are Booleans here; where an operator
// needs bits (a concatenation, an array's index), they are ite(b, 1, 0), and the one bit x that an
// operator gives is x = 1. An operand keeps both forms, so that no such conversion is undone by
// another one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "logic/word/term.h"

namespace cairn {

enum class Btor2Tag : std::uint8_t {
  // Lines that are no values
  Sort,
  Init,
  Next,
  Bad,
  Constraint,
  Fair,
  Output,
  Justice,
  // Leaves
  Input,
  State,
  Const,
  Constd,
  Consth,
  One,
  Ones,
  Zero,
  // n bits to n bits
  Not,
  Inc,
  Dec,
  Neg,
  // n bits to 1
  Redand,
  Redor,
  Redxor,
  // With numbers beside the operand
  Slice,
  Uext,
  Sext,
  // Two of 1 bit to 1
  Iff,
  Implies,
  // Two of any one sort to 1 bit
  Eq,
  Neq,
  // Two of n bits to 1
  Ugt,
  Ugte,
  Ult,
  Ulte,
  Sgt,
  Sgte,
  Slt,
  Slte,
  Saddo,
  Uaddo,
  Sdivo,
  Udivo,
  Smulo,
  Umulo,
  Ssubo,
  Usubo,
  // Two of n bits to n bits
  And,
  Nand,
  Nor,
  Or,
  Xor,
  Xnor,
  Rol,
  Ror,
  Sll,
  Sra,
  Srl,
  Add,
  Mul,
  Sub,
  Udiv,
  Sdiv,
  Smod,
  Urem,
  Srem,
  Concat,
  Read,
  Ite,
  Write,
};

std::optional<Btor2Tag> btor2_tag(std::string_view name);
std::string_view btor2_name(Btor2Tag tag);
std::span<const std::string_view> btor2_names();

/// A value of the file: a Boolean if it has one bit, else a bit-vector or an array. `word` is the
/// bit-vector of one bit that equals it, if there has been a use for one.
struct Btor2Value {
  Term term = kNoTerm;
  Term word = kNoTerm;
};

/// Makes terms of operators. Sorts must fit (the reader checks them); multiplications with an
/// overflow flag have at most half the width that a term may have.
class Btor2Operators {
 public:
  explicit Btor2Operators(Terms& terms);

  /// As a bit-vector, whatever its width; kept in `value`.
  Term word(Btor2Value& value);
  /// Of a bit-vector of one bit or more.
  Btor2Value from_word(Term word);

  /// Bitwise; not for arrays.
  Btor2Value negate(const Btor2Value& value);
  Btor2Value unary(Btor2Tag tag, Btor2Value& a);
  Btor2Value slice(Btor2Value& a, std::uint32_t high, std::uint32_t low);
  /// Uext or Sext to `width` bits.
  Btor2Value extend(Btor2Tag tag, Btor2Value& a, std::uint32_t width);
  Btor2Value binary(Btor2Tag tag, Btor2Value& a, Btor2Value& b);
  Btor2Value ite(const Btor2Value& condition, const Btor2Value& then, const Btor2Value& otherwise);
  Btor2Value write(const Btor2Value& array, Btor2Value& index, Btor2Value& element);

 private:
  Term make(Op op, Term a, Term b) { return terms_.make(op, {a, b}); }
  Term sign(Term a);
  Term bit_binary(Btor2Tag tag, Term a, Term b);
  Term word_predicate(Btor2Tag tag, Term a, Term b);
  Term word_binary(Btor2Tag tag, Term a, Term b);
  Term parity(Term a);
  Term multiplication_overflow(bool has_sign, Term a, Term b);
  Term modulo(Term a, Term b);
  Term rotate(bool left, Term a, Term b);

  Terms& terms_;
  Term bit0_, bit1_;
};

}  // namespace cairn
