// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_operators.h"

#include <array>
#include <unordered_map>

#include "base/error.h"

namespace cairn {

namespace {

// clang-format off
constexpr std::array<std::string_view, 69> kNames = {
    "sort", "init", "next", "bad", "constraint", "fair", "output", "justice",
    "input", "state", "const", "constd", "consth", "one", "ones", "zero",
    "not", "inc", "dec", "neg",
    "redand", "redor", "redxor",
    "slice", "uext", "sext",
    "iff", "implies", "eq", "neq",
    "ugt", "ugte", "ult", "ulte", "sgt", "sgte", "slt", "slte",
    "saddo", "uaddo", "sdivo", "udivo", "smulo", "umulo", "ssubo", "usubo",
    "and", "nand", "nor", "or", "xor", "xnor",
    "rol", "ror", "sll", "sra", "srl",
    "add", "mul", "sub", "udiv", "sdiv", "smod", "urem", "srem",
    "concat", "read", "ite", "write"};
// clang-format on
static_assert(kNames[static_cast<std::size_t>(Btor2Tag::Zero)] == "zero");
static_assert(kNames[static_cast<std::size_t>(Btor2Tag::Usubo)] == "usubo");
static_assert(kNames[static_cast<std::size_t>(Btor2Tag::Write)] == "write");

}  // namespace

std::optional<Btor2Tag> btor2_tag(std::string_view name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, Btor2Tag> tags;
    for (std::size_t i = 0; i < kNames.size(); ++i)
      tags.emplace(kNames[i], static_cast<Btor2Tag>(i));
    return tags;
  }();
  const auto found = table.find(name);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

std::string_view btor2_name(Btor2Tag tag) {
  return kNames[static_cast<std::size_t>(tag)];
}

std::span<const std::string_view> btor2_names() {
  return kNames;
}

Btor2Operators::Btor2Operators(Terms& terms)
    : terms_(terms), bit0_(terms.bv(1, 0)), bit1_(terms.bv(1, 1)) {}

Term Btor2Operators::word(Btor2Value& value) {
  if (!terms_.sort(value.term).is_bool()) return value.term;
  if (!value.word.valid()) value.word = terms_.ite(value.term, bit1_, bit0_);
  return value.word;
}

Btor2Value Btor2Operators::from_word(Term word) {
  if (terms_.sort(word) != Sort::bit_vector(1)) return {word};
  return {terms_.equal(word, bit1_), word};
}

Btor2Value Btor2Operators::negate(const Btor2Value& value) {
  if (!terms_.sort(value.term).is_bool()) return {terms_.make(Op::BvNot, {value.term})};
  Btor2Value result{terms_.not_(value.term)};
  if (value.word.valid()) result.word = terms_.make(Op::BvNot, {value.word});
  return result;
}

Term Btor2Operators::sign(Term a) {
  const std::uint32_t top = terms_.sort(a).width() - 1;
  return terms_.equal(terms_.extract(a, top, top), bit1_);
}

Btor2Value Btor2Operators::unary(Btor2Tag tag, Btor2Value& a) {
  const Sort sort = terms_.sort(a.term);
  if (sort.is_bool()) {
    const bool negates = tag == Btor2Tag::Not || tag == Btor2Tag::Inc || tag == Btor2Tag::Dec;
    return negates ? negate(a) : a;
  }
  const std::uint32_t width = sort.width();
  switch (tag) {
    case Btor2Tag::Not:
      return {terms_.make(Op::BvNot, {a.term})};
    case Btor2Tag::Neg:
      return {terms_.make(Op::BvNeg, {a.term})};
    case Btor2Tag::Inc:
      return {make(Op::BvAdd, a.term, terms_.bv(width, 1))};
    case Btor2Tag::Dec:
      return {make(Op::BvAdd, a.term, terms_.constant(Value(BitVector::ones(width))))};
    case Btor2Tag::Redand:
      return {terms_.equal(a.term, terms_.constant(Value(BitVector::ones(width))))};
    case Btor2Tag::Redor:
      return {terms_.distinct(a.term, terms_.bv(width, 0))};
    default:
      CAIRN_CHECK(tag == Btor2Tag::Redxor);
      return from_word(parity(a.term));
  }
}

// Halves are added until one bit is left: as many terms as the width has digits.
Term Btor2Operators::parity(Term a) {
  for (std::uint32_t width = terms_.sort(a).width(); width > 1;) {
    const std::uint32_t half = (width + 1) / 2;
    const Term high = terms_.zero_extend(terms_.extract(a, width - 1, half), half);
    a = make(Op::BvXor, high, terms_.extract(a, half - 1, 0));
    width = half;
  }
  return a;
}

Btor2Value Btor2Operators::slice(Btor2Value& a, std::uint32_t high, std::uint32_t low) {
  if (terms_.sort(a.term).is_bool()) return a;
  return from_word(terms_.extract(a.term, high, low));
}

Btor2Value Btor2Operators::extend(Btor2Tag tag, Btor2Value& a, std::uint32_t width) {
  if (terms_.sort(a.term).width() == width) return a;
  return {tag == Btor2Tag::Uext ? terms_.zero_extend(word(a), width)
                                : terms_.sign_extend(word(a), width)};
}

Btor2Value Btor2Operators::binary(Btor2Tag tag, Btor2Value& a, Btor2Value& b) {
  const Sort sort = terms_.sort(a.term);
  switch (tag) {
    case Btor2Tag::Eq:
    case Btor2Tag::Iff:
      return {terms_.equal(a.term, b.term)};
    case Btor2Tag::Neq:
      return {terms_.distinct(a.term, b.term)};
    case Btor2Tag::Concat:
      return {terms_.concat(word(a), word(b))};
    case Btor2Tag::Read:
      return from_word(terms_.select(a.term, word(b)));
    default:
      break;
  }
  if (sort.is_bool()) return {bit_binary(tag, a.term, b.term)};
  if (tag < Btor2Tag::And) return {word_predicate(tag, a.term, b.term)};
  return {word_binary(tag, a.term, b.term)};
}

// As a signed number, one bit is 0 or -1.
Term Btor2Operators::bit_binary(Btor2Tag tag, Term a, Term b) {
  switch (tag) {
    case Btor2Tag::And:
    case Btor2Tag::Mul:
    case Btor2Tag::Saddo:
    case Btor2Tag::Uaddo:
    case Btor2Tag::Sdivo:
    case Btor2Tag::Smulo:
      return terms_.and_(a, b);
    case Btor2Tag::Nand:
      return terms_.not_(terms_.and_(a, b));
    case Btor2Tag::Or:
      return terms_.or_(a, b);
    case Btor2Tag::Nor:
      return terms_.not_(terms_.or_(a, b));
    case Btor2Tag::Xor:
    case Btor2Tag::Add:
    case Btor2Tag::Sub:
      return terms_.distinct(a, b);
    case Btor2Tag::Xnor:
      return terms_.equal(a, b);
    case Btor2Tag::Implies:
    case Btor2Tag::Ulte:
    case Btor2Tag::Sgte:
      return terms_.or_(terms_.not_(a), b);
    case Btor2Tag::Ugte:
    case Btor2Tag::Slte:
    case Btor2Tag::Udiv:  // by zero: all ones
    case Btor2Tag::Sdiv:
      return terms_.or_(a, terms_.not_(b));
    case Btor2Tag::Ult:
    case Btor2Tag::Sgt:
    case Btor2Tag::Usubo:
    case Btor2Tag::Ssubo:
      return terms_.and_(terms_.not_(a), b);
    case Btor2Tag::Ugt:
    case Btor2Tag::Slt:
    case Btor2Tag::Urem:  // by zero: the dividend
    case Btor2Tag::Srem:
    case Btor2Tag::Smod:
    case Btor2Tag::Sll:
    case Btor2Tag::Srl:
      return terms_.and_(a, terms_.not_(b));
    case Btor2Tag::Udivo:
    case Btor2Tag::Umulo:
      return terms_.false_term();
    default:
      CAIRN_CHECK(tag == Btor2Tag::Sra || tag == Btor2Tag::Rol || tag == Btor2Tag::Ror);
      return a;
  }
}

Term Btor2Operators::word_predicate(Btor2Tag tag, Term a, Term b) {
  switch (tag) {
    case Btor2Tag::Ugt:
      return make(Op::BvUlt, b, a);
    case Btor2Tag::Ugte:
      return make(Op::BvUle, b, a);
    case Btor2Tag::Ult:
      return make(Op::BvUlt, a, b);
    case Btor2Tag::Ulte:
      return make(Op::BvUle, a, b);
    case Btor2Tag::Sgt:
      return make(Op::BvSlt, b, a);
    case Btor2Tag::Sgte:
      return make(Op::BvSle, b, a);
    case Btor2Tag::Slt:
      return make(Op::BvSlt, a, b);
    case Btor2Tag::Slte:
      return make(Op::BvSle, a, b);
    case Btor2Tag::Uaddo:
      return make(Op::BvUlt, make(Op::BvAdd, a, b), a);
    case Btor2Tag::Usubo:
      return make(Op::BvUlt, a, b);
    case Btor2Tag::Saddo: {
      const Term sum = make(Op::BvAdd, a, b);
      return terms_.and_(terms_.equal(sign(a), sign(b)), terms_.distinct(sign(sum), sign(a)));
    }
    case Btor2Tag::Ssubo: {
      const Term difference = terms_.bv_sub(a, b);
      return terms_.and_(terms_.distinct(sign(a), sign(b)),
                         terms_.distinct(sign(difference), sign(a)));
    }
    case Btor2Tag::Sdivo: {
      const std::uint32_t width = terms_.sort(a).width();
      const Term least = terms_.constant(Value(BitVector::min_signed(width)));
      const Term minus_one = terms_.constant(Value(BitVector::ones(width)));
      return terms_.and_(terms_.equal(a, least), terms_.equal(b, minus_one));
    }
    case Btor2Tag::Udivo:
      return terms_.false_term();
    default:
      CAIRN_CHECK(tag == Btor2Tag::Smulo || tag == Btor2Tag::Umulo);
      return multiplication_overflow(tag == Btor2Tag::Smulo, a, b);
  }
}

Term Btor2Operators::multiplication_overflow(bool has_sign, Term a, Term b) {
  const std::uint32_t width = terms_.sort(a).width();
  const auto extend = [&](Term x) {
    return has_sign ? terms_.sign_extend(x, 2 * width) : terms_.zero_extend(x, 2 * width);
  };
  const Term product = make(Op::BvMul, extend(a), extend(b));
  return terms_.distinct(product, extend(terms_.extract(product, width - 1, 0)));
}

Term Btor2Operators::word_binary(Btor2Tag tag, Term a, Term b) {
  switch (tag) {
    case Btor2Tag::And:
      return make(Op::BvAnd, a, b);
    case Btor2Tag::Nand:
      return terms_.make(Op::BvNot, {make(Op::BvAnd, a, b)});
    case Btor2Tag::Or:
      return make(Op::BvOr, a, b);
    case Btor2Tag::Nor:
      return terms_.make(Op::BvNot, {make(Op::BvOr, a, b)});
    case Btor2Tag::Xor:
      return make(Op::BvXor, a, b);
    case Btor2Tag::Xnor:
      return terms_.make(Op::BvNot, {make(Op::BvXor, a, b)});
    case Btor2Tag::Sll:
      return make(Op::BvShl, a, b);
    case Btor2Tag::Srl:
      return make(Op::BvLshr, a, b);
    case Btor2Tag::Sra:
      return make(Op::BvAshr, a, b);
    case Btor2Tag::Add:
      return make(Op::BvAdd, a, b);
    case Btor2Tag::Sub:
      return terms_.bv_sub(a, b);
    case Btor2Tag::Mul:
      return make(Op::BvMul, a, b);
    case Btor2Tag::Udiv:
      return make(Op::BvUdiv, a, b);
    case Btor2Tag::Urem:
      return make(Op::BvUrem, a, b);
    case Btor2Tag::Sdiv:
      return make(Op::BvSdiv, a, b);
    case Btor2Tag::Srem:
      return make(Op::BvSrem, a, b);
    case Btor2Tag::Smod:
      return modulo(a, b);
    default:
      CAIRN_CHECK(tag == Btor2Tag::Rol || tag == Btor2Tag::Ror);
      return rotate(tag == Btor2Tag::Rol, a, b);
  }
}

// The remainder whose sign is that of the divisor; by zero, the dividend.
Term Btor2Operators::modulo(Term a, Term b) {
  const Term rest = make(Op::BvSrem, a, b);
  const Term zero = terms_.bv(terms_.sort(a).width(), 0);
  const Term fits = terms_.or_(terms_.equal(rest, zero), terms_.equal(sign(rest), sign(b)));
  return terms_.ite(fits, rest, make(Op::BvAdd, rest, b));
}

Term Btor2Operators::rotate(bool left, Term a, Term b) {
  const std::uint32_t width = terms_.sort(a).width();  // at least 2, so that it fits its own width
  const Term amount = make(Op::BvUrem, b, terms_.bv(width, width));
  if (terms_.is_value(amount)) {
    const auto by = static_cast<std::uint32_t>(terms_.value(amount).bits().low());
    if (by == 0) return a;
    const std::uint32_t low = left ? width - by : by;  // the bit that becomes the lowest
    return terms_.concat(terms_.extract(a, low - 1, 0), terms_.extract(a, width - 1, low));
  }
  const Term rest = terms_.bv_sub(terms_.bv(width, width), amount);
  return make(Op::BvOr, make(Op::BvShl, a, left ? amount : rest),
              make(Op::BvLshr, a, left ? rest : amount));
}

Btor2Value Btor2Operators::ite(const Btor2Value& condition, const Btor2Value& then,
                               const Btor2Value& otherwise) {
  return {terms_.ite(condition.term, then.term, otherwise.term)};
}

Btor2Value Btor2Operators::write(const Btor2Value& array, Btor2Value& index, Btor2Value& element) {
  const Term index_word = word(index);
  return {terms_.store(array.term, index_word, word(element))};
}

}  // namespace cairn
