// SPDX-License-Identifier: MIT
#include "transform/word/narrow.h"

#include <algorithm>

#include "transform/word/slicer.h"
#include "transform/word/system_terms.h"

namespace cairn {
namespace {

/// How many low bits a value has: the term is their extension with zeros, and with the sign. At
/// most the width, where nothing is known; at least 1.
struct Needed {
  std::uint32_t zeros = 0, sign = 0;
};

std::uint32_t length(const BitVector& value) {
  std::uint32_t result = value.width();
  while (result > 0 && !value.bit(result - 1)) --result;
  return result;
}

BitVector magnitude(const BitVector& value) {
  return value.sign() ? -value : value;
}

class NeededBits {
 public:
  NeededBits(const Terms& terms, const std::vector<Term>& topological) : terms_(terms) {
    needed_.resize(terms.size());
    for (const Term term : topological)
      if (terms.sort(term).is_bit_vector()) needed_[term.id] = cut(term, compute(term));
  }

  const Needed& operator[](Term term) const { return needed_[term.id]; }

 private:
  std::uint32_t width(Term term) const { return terms_.sort(term).width(); }
  const Needed& operand(Term term, std::size_t i) const {
    return needed_[terms_.operands(term)[i].id];
  }
  bool is_natural(Term term, std::size_t i) const {
    return operand(term, i).zeros < width(terms_.operands(term)[i]);
  }
  /// A constant divisor that is not zero, or null.
  const BitVector* divisor(Term term) const {
    const Term b = terms_.operands(term)[1];
    if (!terms_.is_value(b) || terms_.value(b).bits().is_zero()) return nullptr;
    return &terms_.value(b).bits();
  }

  /// What either says about the other, within the width.
  Needed cut(Term term, Needed needed) const {
    const std::uint32_t w = width(term);
    needed.zeros = std::clamp(needed.zeros, 1u, w);
    needed.sign = std::clamp(needed.sign, 1u, w);
    if (needed.zeros < w) needed.sign = std::min(needed.sign, needed.zeros + 1);
    return needed;
  }

  Needed compute(Term term) const;
  Needed reshaped(Term term) const;
  Needed signed_division(Term term) const;

  const Terms& terms_;
  std::vector<Needed> needed_;  // by handle
};

Needed NeededBits::reshaped(Term term) const {
  const Term a = terms_.operands(term)[0];
  const Needed& first = operand(term, 0);
  const std::uint32_t w = width(term);
  switch (terms_.op(term)) {
    case Op::ZeroExtend:
      return {first.zeros, w};
    case Op::SignExtend:
      return {first.zeros < width(a) ? first.zeros : w, first.sign};
    case Op::Concat: {
      const std::uint32_t low = width(terms_.operands(term)[1]);
      return {first.zeros + low, first.sign + low};
    }
    default: {
      const std::uint32_t low = terms_.parameter(term, 1);
      const auto rest = [&](std::uint32_t bits) { return bits > low ? bits - low : 1; };
      return {rest(first.zeros), rest(first.sign)};
    }
  }
}

Needed NeededBits::signed_division(Term term) const {
  const Needed& a = operand(term, 0);
  const std::uint32_t w = width(term);
  const BitVector* by = divisor(term);
  const bool natural = is_natural(term, 0);
  if (terms_.op(term) == Op::BvSrem) {  // has the sign of the dividend, and at most its magnitude
    Needed result{natural ? a.zeros : w, a.sign};
    if (by == nullptr) return result;
    const std::uint32_t below =
        length(magnitude(*by) - BitVector(by->width(), 1));  // 0 of the least number is right, too
    if (natural) result.zeros = std::min(result.zeros, below);
    result.sign = std::min(result.sign, below + 1);
    return result;
  }
  if (by == nullptr) return {w, std::max(a.sign + 1, 2u)};
  const std::uint32_t shift = length(magnitude(*by)) - 1;
  const auto rest = [&](std::uint32_t bits) { return bits > shift ? bits - shift : 1; };
  if (by->sign()) return {w, rest(a.sign) + 1};
  return {natural ? rest(a.zeros) : w, rest(a.sign)};
}

Needed NeededBits::compute(Term term) const {
  const std::uint32_t w = width(term);
  const auto operands = terms_.operands(term);
  const auto largest = [&](std::size_t from) {
    Needed result;
    for (std::size_t i = from; i < operands.size(); ++i) {
      result.zeros = std::max(result.zeros, operand(term, i).zeros);
      result.sign = std::max(result.sign, operand(term, i).sign);
    }
    return result;
  };
  switch (terms_.op(term)) {
    case Op::Value: {
      const BitVector& value = terms_.value(term).bits();
      return {length(value), length(value.sign() ? ~value : value) + 1};
    }
    case Op::Ite:
      return largest(1);
    case Op::BvNot:
      return {w, operand(term, 0).sign};
    case Op::BvNeg:
      return {w, operand(term, 0).sign + 1};
    case Op::BvAnd: {
      Needed result = largest(0);
      for (std::size_t i = 0; i < operands.size(); ++i)
        result.zeros = std::min(result.zeros, operand(term, i).zeros);
      return result;
    }
    case Op::BvOr:
    case Op::BvXor:
      return largest(0);
    case Op::BvAdd: {
      const Needed result = largest(0);
      return {result.zeros + 1, result.sign + 1};
    }
    case Op::BvMul: {
      // With a number that may fill the width, the product may wrap: cut() says that nothing is
      // known, since the sum is at least the width.
      return {operand(term, 0).zeros + operand(term, 1).zeros,
              operand(term, 0).sign + operand(term, 1).sign};
    }
    case Op::BvUdiv: {
      const BitVector* by = divisor(term);
      if (by == nullptr) return {w, w};
      const std::uint32_t bits = operand(term, 0).zeros, shift = length(*by) - 1;
      return {bits > shift ? bits - shift : 1, w};
    }
    case Op::BvUrem: {
      const BitVector* by = divisor(term);
      const std::uint32_t bits = operand(term, 0).zeros;
      if (by == nullptr) return {bits, w};
      return {std::min(bits, length(*by - BitVector(w, 1))), w};
    }
    case Op::BvSdiv:
    case Op::BvSrem:
      return signed_division(term);
    case Op::BvLshr:
      return {operand(term, 0).zeros, w};
    case Op::BvAshr:
      return {is_natural(term, 0) ? operand(term, 0).zeros : w, operand(term, 0).sign};
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::Concat:
    case Op::Extract:
      return reshaped(term);
    default:
      return {w, w};
  }
}

/// Makes the terms.
class Narrower {
 public:
  Narrower(Terms& terms, const NeededBits& needed, TermTable& images, std::size_t limit)
      : terms_(terms), needed_(needed), images_(images), slice_(terms, limit) {}

  /// An equal term over fewer bits; kNoTerm if there is none.
  Term operator()(Term term);

 private:
  std::uint32_t width(Term term) const { return terms_.sort(term).width(); }
  Needed both(Term term) const;
  Term made(Term term, Op op, std::uint32_t bits);
  Term extended(Term term, Op op, std::uint32_t bits, Op extension) {
    const std::uint32_t w = width(term);
    const Term narrow = made(term, op, bits);
    return extension == Op::ZeroExtend ? terms_.zero_extend(narrow, w)
                                       : terms_.sign_extend(narrow, w);
  }
  Term sum_or_product(Term term);
  Term division(Term term);
  Term comparison(Term term);

  Terms& terms_;
  const NeededBits& needed_;
  TermTable& images_;
  Slicer slice_;
};

/// The larger need of the two operands.
Needed Narrower::both(Term term) const {
  const Needed &a = needed_[terms_.operands(term)[0]], &b = needed_[terms_.operands(term)[1]];
  return {std::max(a.zeros, b.zeros), std::max(a.sign, b.sign)};
}

/// The operator on the low bits of the operands.
Term Narrower::made(Term term, Op op, std::uint32_t bits) {
  std::vector<Term> operands;
  for (const Term operand : terms_.operands(term))
    operands.push_back(slice_(images_(operand), bits - 1, 0));
  return terms_.make(op, operands);
}

/// The low bits of the result depend on low bits alone, and the others are extensions of them.
Term Narrower::sum_or_product(Term term) {
  const Needed& needed = needed_[term];
  if (std::min(needed.zeros, needed.sign) >= width(term)) return kNoTerm;
  if (needed.zeros <= needed.sign)
    return extended(term, terms_.op(term), needed.zeros, Op::ZeroExtend);
  return extended(term, terms_.op(term), needed.sign, Op::SignExtend);
}

Term Narrower::division(Term term) {
  const std::uint32_t w = width(term);
  const Op op = terms_.op(term);
  const bool quotient = op == Op::BvUdiv || op == Op::BvSdiv;
  const bool has_sign = op == Op::BvSdiv || op == Op::BvSrem;
  const Needed operands = both(term);
  const Term b = terms_.operands(term)[1];
  const bool never_by_zero = terms_.is_value(b) && !terms_.value(b).bits().is_zero();
  if (!has_sign || operands.zeros < w) {
    // A quotient by zero is all ones, in all of the width.
    const std::uint32_t bits = quotient && !never_by_zero ? w : operands.zeros;
    if (bits == w && !has_sign) return kNoTerm;
    return extended(term, quotient ? Op::BvUdiv : Op::BvUrem, bits, Op::ZeroExtend);
  }
  // The quotient of the least number by -1 takes one bit more; a quotient by zero, -1 or 1, has its
  // two bits then.
  std::uint32_t bits = operands.sign;
  if (quotient && (!never_by_zero || terms_.value(b).bits().is_ones())) ++bits;
  return bits < w ? extended(term, op, bits, Op::SignExtend) : kNoTerm;
}

Term Narrower::comparison(Term term) {
  const std::uint32_t w = width(terms_.operands(term)[0]);
  const Needed operands = both(term);
  Op op = terms_.op(term);
  // Extension with the sign keeps the order of unsigned numbers, too.
  std::uint32_t bits = std::min(operands.zeros, operands.sign);
  if (op == Op::BvSlt) {
    bits = operands.sign;
    if (operands.zeros < w) {
      op = Op::BvUlt;
      bits = operands.zeros;
    }
  }
  return bits < w || op != terms_.op(term) ? made(term, op, bits) : kNoTerm;
}

Term Narrower::operator()(Term term) {
  switch (terms_.op(term)) {
    case Op::BvNeg:
    case Op::BvAdd:
    case Op::BvMul:
      return sum_or_product(term);
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvSdiv:
    case Op::BvSrem:
      return division(term);
    case Op::Equal:
      return terms_.sort(terms_.operands(term)[0]).is_bit_vector() ? comparison(term) : kNoTerm;
    case Op::BvUlt:
    case Op::BvSlt:
      return comparison(term);
    default:
      return kNoTerm;
  }
}

}  // namespace

WordSystem NarrowArithmetic::apply(WordSystem system) {
  Terms& terms = *system.terms;
  const std::vector<Term> all = subterms(terms, functions_of(system));
  const NeededBits needed(terms, all);
  TermTable images(terms);
  Narrower narrower(terms, needed, images, 2 * all.size() + 1000);
  for (const Term term : all) {
    const Term image = narrower(term);
    if (!image.valid() || image == term) continue;
    images.set(term, image);
    ++terms_;
  }
  if (terms_ > 0) map_functions(system, images);
  return system;
}

void NarrowArithmetic::visit_counters(const CounterVisitor& visit) const {
  visit("narrow.terms", terms_);
}

}  // namespace cairn
