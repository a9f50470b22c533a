// SPDX-License-Identifier: MIT
//
// Rules on bit-vectors.
#include <algorithm>
#include <array>
#include <optional>

#include "logic/word/term_rewrite.h"

namespace cairn {

namespace {

/// k, for 2^k.
std::optional<std::uint32_t> log2_of(const BitVector& value) {
  std::optional<std::uint32_t> result;
  for (std::uint32_t i = 0; i < value.width(); ++i) {
    if (!value.bit(i)) continue;
    if (result) return std::nullopt;
    result = i;
  }
  return result;
}

/// Of an odd number, modulo 2^width. Newton: each step doubles the bits that are right.
BitVector inverse_of(const BitVector& odd) {
  const BitVector two = BitVector(odd.width() + 1, 2).extract(odd.width() - 1, 0);
  BitVector result = odd;
  for (std::uint32_t right = 3; right < odd.width(); right *= 2)
    result = result * (two - odd * result);
  return result;
}

BitVector max_signed(std::uint32_t width) {
  return ~BitVector::min_signed(width);
}

bool is_bitwise(Op op) {
  return op == Op::BvAnd || op == Op::BvOr || op == Op::BvXor;
}

/// Whether the low bits of the result depend on the low bits of the operands alone.
bool is_low_first(Op op) {
  return is_bitwise(op) || op == Op::BvAdd || op == Op::BvMul || op == Op::BvNot || op == Op::BvNeg;
}

bool is_extension(Op op) {
  return op == Op::ZeroExtend || op == Op::SignExtend;
}

}  // namespace

/// Words are often put together bit by bit: then one conjunction, and none for each bit on the way.
Term TermRewriter::parts_equal_to_value(Term concatenation, const BitVector& value) {
  std::vector<std::pair<Term, BitVector>> stack{{concatenation, value}};
  std::vector<Term> equalities;
  while (!stack.empty()) {
    const auto [part, wanted] = std::move(stack.back());
    stack.pop_back();
    if (op(part) == Op::Concat && equalities.size() + stack.size() < kFlatten) {
      const std::uint32_t low = width(arg(part, 1));
      stack.emplace_back(arg(part), wanted.extract(wanted.width() - 1, low));
      stack.emplace_back(arg(part, 1), wanted.extract(low - 1, 0));
      continue;
    }
    equalities.push_back(terms_.equal(part, constant(wanted)));
    if (terms_.is_false(equalities.back())) return equalities.back();
  }
  return terms_.and_all(equalities);
}

Term TermRewriter::word_equal_to_value(Term a, const BitVector& value) {
  const std::uint32_t w = value.width();
  switch (op(a)) {
    case Op::BvNot:
      return terms_.equal(arg(a), constant(~value));
    case Op::BvNeg:
      return terms_.equal(arg(a), constant(-value));
    case Op::BvAdd:
      if (!is_value(arg(a, 1))) return kNoTerm;
      return terms_.equal(arg(a), constant(value - bits(arg(a, 1))));
    case Op::BvXor:
      if (!is_value(arg(a, 1))) return kNoTerm;
      return terms_.equal(arg(a), constant(value ^ bits(arg(a, 1))));
    case Op::BvMul:
      if (!is_value(arg(a, 1)) || !bits(arg(a, 1)).bit(0)) return kNoTerm;
      return terms_.equal(arg(a), constant(value * inverse_of(bits(arg(a, 1)))));
    case Op::Concat:
      return parts_equal_to_value(a, value);
    case Op::ZeroExtend:
    case Op::SignExtend: {
      const BitVector low = value.extract(width(arg(a)) - 1, 0);
      const BitVector again = op(a) == Op::ZeroExtend ? low.zero_extend(w) : low.sign_extend(w);
      if (!(again == value)) return terms_.false_term();
      return terms_.equal(arg(a), constant(low));
    }
    case Op::FpToBits: {
      const Value number = Value::of_float(terms_.sort(arg(a)), value);
      if (!(number.bits() == value)) return terms_.false_term();  // a NaN that is not canonical
      return terms_.equal(arg(a), terms_.constant(number));
    }
    default:
      return kNoTerm;
  }
}

Term TermRewriter::word_equal(Term a, Term b) {
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (op(x) == Op::BvNot && arg(x) == y) return terms_.false_term();
    if (op(x) != Op::BvAdd) continue;
    if (arg(x) == y) return terms_.equal(arg(x, 1), zero(width(a)));
    if (arg(x, 1) == y) return terms_.equal(arg(x), zero(width(a)));
  }
  if (op(a) != op(b)) return kNoTerm;
  switch (op(a)) {
    case Op::BvNot:
    case Op::BvNeg:
      return terms_.equal(arg(a), arg(b));
    case Op::ZeroExtend:
    case Op::SignExtend:
      return width(arg(a)) == width(arg(b)) ? terms_.equal(arg(a), arg(b)) : kNoTerm;
    case Op::BvAdd:
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
          if (arg(a, i) == arg(b, j)) return terms_.equal(arg(a, 1 - i), arg(b, 1 - j));
      return kNoTerm;
    default:
      return kNoTerm;
  }
}

Term TermRewriter::word_unary(Op op, Term a) {
  if (this->op(a) == op) return arg(a);
  if (op == Op::BvNot) return kNoTerm;
  const std::uint32_t w = width(a);
  if (this->op(a) == Op::BvNot) return terms_.make(Op::BvAdd, {arg(a), constant(BitVector(w, 1))});
  if (has_value(a, Op::BvAdd))
    return terms_.make(Op::BvAdd, {terms_.make(Op::BvNeg, {arg(a)}), constant(-bits(arg(a, 1)))});
  if (has_value(a, Op::BvMul)) return terms_.make(Op::BvMul, {arg(a), constant(-bits(arg(a, 1)))});
  return kNoTerm;
}

Term TermRewriter::word_binary(Op op, Term a, Term b) {
  switch (op) {
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
      return bitwise(op, a, b);
    case Op::BvAdd:
      return sum(a, b);
    case Op::BvMul:
      return product(a, b);
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvSdiv:
    case Op::BvSrem:
      return quotient(op, a, b);
    case Op::BvShl:
    case Op::BvLshr:
    case Op::BvAshr:
      return shift(op, a, b);
    case Op::BvUlt:
      return less_unsigned(a, b);
    case Op::BvSlt:
      return less_signed(a, b);
    default:
      return concat(a, b);
  }
}

Term TermRewriter::bitwise(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  const bool complement =
      (this->op(a) == Op::BvNot && arg(a) == b) || (this->op(b) == Op::BvNot && arg(b) == a);
  if (a == b) return op == Op::BvXor ? zero(w) : a;
  if (complement) return op == Op::BvAnd ? zero(w) : constant(BitVector::ones(w));
  if (is_value(b)) {
    const BitVector& value = bits(b);
    if (value.is_zero()) return op == Op::BvAnd ? b : a;
    if (value.is_ones())
      return op == Op::BvAnd ? a : op == Op::BvOr ? b : terms_.make(Op::BvNot, {a});
    if (has_value(a, op)) return terms_.make(op, {arg(a), terms_.make(op, {arg(a, 1), b})});
  }
  if (op == Op::BvXor) {
    const bool not_a = this->op(a) == Op::BvNot, not_b = this->op(b) == Op::BvNot;
    if (not_a && not_b) return terms_.make(op, {arg(a), arg(b)});
    return kNoTerm;
  }
  // x & (x & y), x & (x | y), and their duals
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (this->op(y) != Op::BvAnd && this->op(y) != Op::BvOr) continue;
    if (arg(y) == x || arg(y, 1) == x) return this->op(y) == op ? y : x;
  }
  return kNoTerm;
}

Term TermRewriter::sum(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (is_value(b)) {
    if (bits(b).is_zero()) return a;
    if (has_value(a, Op::BvAdd))
      return terms_.make(Op::BvAdd, {arg(a), constant(bits(arg(a, 1)) + bits(b))});
    return kNoTerm;
  }
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (op(y) == Op::BvNeg && arg(y) == x) return zero(w);
    if (op(y) == Op::BvNot && arg(y) == x) return constant(BitVector::ones(w));
    if (has_value(x, Op::BvAdd))
      return terms_.make(Op::BvAdd, {terms_.make(Op::BvAdd, {arg(x), y}), arg(x, 1)});
    if (op(y) != Op::BvAdd) continue;
    // x + (-x + z), -x + (x + z)
    for (std::size_t i = 0; i < 2; ++i) {
      const Term inner = arg(y, i);
      if ((op(inner) == Op::BvNeg && arg(inner) == x) || (op(x) == Op::BvNeg && arg(x) == inner))
        return arg(y, 1 - i);
    }
  }
  return kNoTerm;
}

Term TermRewriter::product(Term a, Term b) {
  if (!is_value(b)) return kNoTerm;
  const std::uint32_t w = width(a);
  const BitVector value = bits(b);
  if (value.is_zero()) return b;
  if (value.is_one()) return a;
  if (value.is_ones()) return terms_.make(Op::BvNeg, {a});
  if (has_value(a, Op::BvAdd))
    return terms_.make(Op::BvAdd,
                       {terms_.make(Op::BvMul, {arg(a), b}), constant(bits(arg(a, 1)) * value)});
  if (has_value(a, Op::BvMul))
    return terms_.make(Op::BvMul, {arg(a), constant(bits(arg(a, 1)) * value)});
  if (op(a) == Op::BvNeg) return terms_.make(Op::BvMul, {arg(a), constant(-value)});
  if (const auto k = log2_of(value)) return terms_.make(Op::BvShl, {a, terms_.bv(w, *k)});
  return kNoTerm;
}

Term TermRewriter::quotient(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  const bool remainder = op == Op::BvUrem || op == Op::BvSrem;
  if (remainder && a == b) return zero(w);  // also for 0, by 0
  if (!is_value(b)) return kNoTerm;
  const BitVector& value = bits(b);
  if (value.is_zero()) {
    if (remainder) return a;
    return op == Op::BvUdiv ? constant(BitVector::ones(w)) : kNoTerm;
  }
  const bool has_sign = op == Op::BvSdiv || op == Op::BvSrem;
  if (has_sign) {
    if (remainder) return value.is_one() || value.is_ones() ? zero(w) : kNoTerm;
    if (value.is_ones()) return terms_.make(Op::BvNeg, {a});
    return value.is_one() ? a : kNoTerm;
  }
  const auto k = log2_of(value);
  if (!k) return kNoTerm;
  if (*k == 0) return remainder ? zero(w) : a;
  return terms_.zero_extend(remainder ? terms_.extract(a, *k - 1, 0) : terms_.extract(a, w - 1, *k),
                            w);
}

Term TermRewriter::shift(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  if (is_value(a) && (bits(a).is_zero() || (op == Op::BvAshr && bits(a).is_ones()))) return a;
  if (!is_value(b)) return kNoTerm;
  const BitVector& amount = bits(b);
  if (amount.is_zero()) return a;
  const bool beyond = !amount.fits_u64() || amount.low() >= w;
  if (op == Op::BvAshr) {
    const auto k = beyond ? w - 1 : static_cast<std::uint32_t>(amount.low());
    return terms_.sign_extend(terms_.extract(a, w - 1, k), w);
  }
  if (beyond) return zero(w);
  const auto k = static_cast<std::uint32_t>(amount.low());
  if (op == Op::BvLshr) return terms_.zero_extend(terms_.extract(a, w - 1, k), w);
  return terms_.concat(terms_.extract(a, w - 1 - k, 0), zero(k));
}

Term TermRewriter::less_unsigned(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (a == b) return terms_.false_term();
  if (is_value(b)) {
    const BitVector& value = bits(b);
    if (value.is_zero()) return terms_.false_term();
    if (value.is_one()) return terms_.equal(a, zero(w));
    if (value.is_ones()) return terms_.distinct(a, b);
    if (op(a) == Op::ZeroExtend) {
      const std::uint32_t inner = width(arg(a));
      if (!value.extract(w - 1, inner).is_zero()) return terms_.true_term();
      return terms_.make(Op::BvUlt, {arg(a), constant(value.extract(inner - 1, 0))});
    }
  }
  if (is_value(a)) {
    const BitVector& value = bits(a);
    if (value.is_ones()) return terms_.false_term();
    if (value.is_zero()) return terms_.distinct(b, a);
    const BitVector next = value + BitVector(w, 1);
    if (next.is_ones()) return terms_.equal(b, constant(next));
    if (op(b) == Op::ZeroExtend) {
      const std::uint32_t inner = width(arg(b));
      if (!value.extract(w - 1, inner).is_zero()) return terms_.false_term();
      return terms_.make(Op::BvUlt, {constant(value.extract(inner - 1, 0)), arg(b)});
    }
  }
  if (is_extension(op(a)) && op(a) == op(b) && width(arg(a)) == width(arg(b)))
    return terms_.make(Op::BvUlt, {arg(a), arg(b)});  // either extension keeps the order
  return kNoTerm;
}

Term TermRewriter::less_signed(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (a == b) return terms_.false_term();
  const BitVector least = BitVector::min_signed(w), most = max_signed(w), one(w, 1);
  if (is_value(b)) {
    const BitVector& value = bits(b);
    if (value == least) return terms_.false_term();
    if (value == least + one) return terms_.equal(a, constant(least));
    if (value == most) return terms_.distinct(a, b);
  }
  if (is_value(a)) {
    const BitVector& value = bits(a);
    if (value == most) return terms_.false_term();
    if (value == least) return terms_.distinct(b, a);
    if (value + one == most) return terms_.equal(b, constant(most));
  }
  // Extended operands: as before the extension. Constants count as extended if they could be.
  const Term extended = is_extension(op(a)) ? a : b;
  if (!is_extension(op(extended))) return kNoTerm;
  const Op extension = op(extended);
  const std::uint32_t inner = width(arg(extended));
  const Op less = extension == Op::ZeroExtend ? Op::BvUlt : Op::BvSlt;
  Term narrow[2];
  for (const bool second : {false, true}) {
    const Term side = second ? b : a;
    if (op(side) == extension && width(arg(side)) == inner) {
      narrow[second] = arg(side);
    } else if (is_value(side)) {
      const BitVector low = bits(side).extract(inner - 1, 0);
      const BitVector again = less == Op::BvUlt ? low.zero_extend(w) : low.sign_extend(w);
      if (!(again == bits(side)))  // beyond what the other side can be: its sign decides
        return terms_.boolean(bits(side).sign() != second);
      narrow[second] = constant(low);
    } else {
      return kNoTerm;
    }
  }
  return terms_.make(less, {narrow[0], narrow[1]});
}

Term TermRewriter::concat(Term high, Term low) {
  const std::uint32_t w = width(high) + width(low);
  if (is_value(high) && bits(high).is_zero()) return terms_.zero_extend(low, w);
  if (op(high) == Op::ZeroExtend) return terms_.zero_extend(terms_.concat(arg(high), low), w);
  if (op(high) == Op::Extract && op(low) == Op::Extract && arg(high) == arg(low) &&
      terms_.parameter(high, 1) == terms_.parameter(low, 0) + 1)
    return terms_.extract(arg(high), terms_.parameter(high, 0), terms_.parameter(low, 1));
  if (is_value(low) && has_value(high, Op::Concat))
    return terms_.concat(arg(high), constant(bits(arg(high, 1)).concat(bits(low))));
  return kNoTerm;
}

// (char)(c + 1), where c was extended to an int: the sum in eight bits.
Term TermRewriter::extract_of_arithmetic(Term a, std::uint32_t width) {
  std::vector<Term> narrow;
  for (const Term operand : terms_.operands(a)) {
    const bool extended = is_extension(op(operand)) && this->width(arg(operand)) <= width;
    if (!is_value(operand) && !extended) return kNoTerm;
    narrow.push_back(terms_.extract(operand, width - 1, 0));
  }
  return terms_.make(op(a), narrow);
}

Term TermRewriter::extract(Term a, std::uint32_t high, std::uint32_t low) {
  const std::uint32_t w = high - low + 1;
  if (low == 0 && is_low_first(op(a)))
    if (const Term result = extract_of_arithmetic(a, w); result.valid()) return result;
  switch (op(a)) {
    case Op::Extract:
      return terms_.extract(arg(a), high + terms_.parameter(a, 1), low + terms_.parameter(a, 1));
    case Op::Concat: {
      Term part = a;  // a chain of concatenations is walked without recursion
      for (std::uint32_t taken = 0; op(part) == Op::Concat; ++taken) {
        if (!may_step(taken)) {
          if (w == width(part)) return part;
          return terms_.intern(Op::Extract, std::array{part}, std::array{high, low},
                               Sort::bit_vector(w));
        }
        const std::uint32_t split = width(arg(part, 1));
        if (high < split) {
          part = arg(part, 1);
        } else if (low >= split) {
          part = arg(part, 0);
          high -= split;
          low -= split;
        } else {
          return terms_.concat(terms_.extract(arg(part, 0), high - split, 0),
                               terms_.extract(arg(part, 1), split - 1, low));
        }
      }
      return terms_.extract(part, high, low);
    }
    case Op::ZeroExtend:
    case Op::SignExtend: {
      const std::uint32_t inner = width(arg(a));
      if (high < inner) return terms_.extract(arg(a), high, low);
      if (op(a) == Op::SignExtend)
        return terms_.sign_extend(terms_.extract(arg(a), inner - 1, std::min(low, inner - 1)), w);
      if (low >= inner) return zero(w);
      return terms_.zero_extend(terms_.extract(arg(a), inner - 1, low), w);
    }
    default:
      return kNoTerm;
  }
}

Term TermRewriter::extend(Op op, Term a, std::uint32_t width) {
  if (this->op(a) == op || this->op(a) == Op::ZeroExtend) {  // its sign is 0 then
    return terms_.make(this->op(a), terms_.operands(a), std::span(&width, 1));
  }
  return kNoTerm;
}

}  // namespace cairn
