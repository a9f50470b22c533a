// SPDX-License-Identifier: MIT
#include "support/term_generator.h"

#include <string>

namespace cairn::support {

TermGenerator::TermGenerator(Terms& terms, Rng& rng, const Options& options)
    : terms_(terms), rng_(rng), options_(options) {}

Sort TermGenerator::scalar_sort() {
  if (has_floats() && rng_.chance(30)) return float_sort();
  return rng_.chance(25) ? Sort::boolean() : bit_vector_sort();
}

Sort TermGenerator::array_sort(const Sort& element) {
  return Sort::array_of(Sort::bit_vector(static_cast<std::uint32_t>(1 + rng_.below(3))), element);
}

Term TermGenerator::apply(Op op, std::vector<Term> operands, std::vector<std::uint32_t> parameters,
                          Sort sort) {
  return terms_.make(op, operands, parameters, sort);
}

Term TermGenerator::variable(const Sort& sort) {
  std::vector<Term> known;
  for (const Term term : variables_)
    if (terms_.sort(term) == sort) known.push_back(term);
  if (known.size() < options_.variables_each && (known.empty() || rng_.chance(50))) {
    variables_.push_back(terms_.variable("v" + std::to_string(variables_.size()), sort));
    return variables_.back();
  }
  return known[rng_.below(known.size())];
}

Term TermGenerator::leaf(const Sort& sort) {
  return rng_.chance(75) ? variable(sort) : terms_.constant(value(sort));
}

Value TermGenerator::value(const Sort& sort) {
  if (sort.is_bool()) return Value(rng_.chance(50));
  if (sort.is_array()) {
    Value result = Value::constant_array(sort, value(sort.element_sort()));
    for (std::uint64_t stores = rng_.below(4); stores > 0; --stores)
      result = result.store(value(sort.index_sort()), value(sort.element_sort()));
    return result;
  }
  BitVector bits(sort.width(), rng_.next());
  if (sort.is_bit_vector()) {
    if (rng_.chance(20)) return Value(BitVector(sort.width(), rng_.below(4)));
    if (rng_.chance(10)) return Value(BitVector::min_signed(sort.width()));
    return Value(rng_.chance(15) ? BitVector::ones(sort.width()) : bits);
  }
  // Exponents near their ends and near that of one, and fractions that end in zeros.
  const std::uint32_t fraction = sort.element.size - 1u;
  const std::uint64_t choice = rng_.below(6);
  const std::uint64_t bias = (std::uint64_t{1} << (sort.element.exponent - 1)) - 1;
  for (std::uint32_t i = 0; i < sort.element.exponent; ++i) {
    if (choice == 0) bits.set_bit(fraction + i, false);
    if (choice == 1) bits.set_bit(fraction + i, true);
    if (choice == 2) bits.set_bit(fraction + i, ((bias + rng_.below(2)) >> i & 1) != 0);
  }
  if (rng_.chance(40))
    for (std::uint32_t i = 0; i < fraction - rng_.below(2); ++i) bits.set_bit(i, rng_.chance(3));
  return Value::of_float(sort, bits);
}

Assignment TermGenerator::assignment() {
  Assignment result;
  for (const Term variable : variables_) result.emplace(variable, value(terms_.sort(variable)));
  return result;
}

Term TermGenerator::term(const Sort& sort, unsigned depth) {
  if (sort.is_array()) return array(sort, depth);
  if (depth == 0) return leaf(sort);
  if (rng_.chance(options_.array_percent)) return selected(sort, depth);
  if (rng_.chance(8))
    return terms_.ite(formula(depth - 1), term(sort, depth - 1), term(sort, depth - 1));
  if (sort.is_bool()) return boolean(depth);
  return sort.is_float() ? floating(sort, depth) : bit_vector(sort, depth);
}

Term TermGenerator::selected(const Sort& sort, unsigned depth) {
  const Sort from = array_sort(sort);
  return terms_.select(array(from, depth - 1), term(from.index_sort(), depth - 1));
}

Term TermGenerator::array(const Sort& sort, unsigned depth) {
  if (depth == 0) return leaf(sort);
  switch (rng_.below(6)) {
    case 0:
      return terms_.constant_array(sort, term(sort.element_sort(), depth - 1));
    case 1:
      return terms_.ite(formula(depth - 1), array(sort, depth - 1), array(sort, depth - 1));
    case 2:
      return leaf(sort);
    default:
      return terms_.store(array(sort, depth - 1), term(sort.index_sort(), depth - 1),
                          term(sort.element_sort(), depth - 1));
  }
}

Term TermGenerator::boolean(unsigned depth) {
  const unsigned below = depth - 1;
  if (has_floats() && rng_.chance(30)) {
    const Sort sort = float_sort();
    if (rng_.chance(40))
      return apply(one_of({Op::FpIsNan, Op::FpIsInfinite, Op::FpIsZero, Op::FpIsNormal,
                           Op::FpIsSubnormal, Op::FpIsNegative}),
                   {term(sort, below)});
    return apply(one_of({Op::FpLe, Op::FpLt, Op::FpEq}), {term(sort, below), term(sort, below)});
  }
  const Sort sort = bit_vector_sort();
  switch (rng_.below(5)) {
    case 0:
      return terms_.not_(formula(below));
    case 1:
      return apply(one_of({Op::And, Op::Or}), {formula(below), formula(below), formula(below)});
    case 2: {
      const Sort any =
          rng_.chance(options_.array_percent) ? array_sort(scalar_sort()) : scalar_sort();
      return terms_.equal(term(any, below), term(any, below));
    }
    case 3:
      return terms_.xor_(formula(below), formula(below));
    default:
      return apply(one_of({Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle}),
                   {term(sort, below), term(sort, below)});
  }
}

Term TermGenerator::reshaped(const Sort& sort, unsigned depth) {
  const std::uint32_t width = sort.width();
  switch (rng_.below(3)) {
    case 0: {
      if (width == 1) break;
      const auto low = static_cast<std::uint32_t>(1 + rng_.below(width - 1));
      return terms_.concat(term(Sort::bit_vector(width - low), depth - 1),
                           term(Sort::bit_vector(low), depth - 1));
    }
    case 1: {
      const Sort from = bit_vector_sort();
      return rng_.chance(50) ? terms_.resize_signed(term(from, depth - 1), width)
                             : terms_.resize_unsigned(term(from, depth - 1), width);
    }
    default:
      break;
  }
  const auto low = static_cast<std::uint32_t>(rng_.below(3));
  const auto high = static_cast<std::uint32_t>(rng_.below(3));
  return terms_.extract(term(Sort::bit_vector(low + width + high), depth - 1), low + width - 1,
                        low);
}

Term TermGenerator::bit_vector(const Sort& sort, unsigned depth) {
  const unsigned below = depth - 1;
  if (has_floats() && rng_.chance(15)) {
    for (const Sort& format : options_.formats)
      if (format.width() == sort.width() && rng_.chance(50))
        return apply(Op::FpToBits, {term(format, below)});
    return apply(one_of({Op::FpToSbv, Op::FpToUbv}), {term(float_sort(), below)}, {mode()}, sort);
  }
  if (rng_.chance(20)) return reshaped(sort, depth);
  if (rng_.chance(15)) return apply(one_of({Op::BvNot, Op::BvNeg}), {term(sort, below)});
  return apply(one_of({Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvAdd, Op::BvMul, Op::BvUdiv, Op::BvUrem,
                       Op::BvSdiv, Op::BvSrem, Op::BvShl, Op::BvLshr, Op::BvAshr}),
               {term(sort, below), term(sort, below)});
}

Term TermGenerator::floating(const Sort& sort, unsigned depth) {
  const unsigned below = depth - 1;
  switch (rng_.below(8)) {
    case 0:
      return apply(Op::FpFromBits, {term(Sort::bit_vector(sort.width()), below)}, {}, sort);
    case 1:
      return apply(one_of({Op::FpAbs, Op::FpNeg}), {term(sort, below)});
    case 2:
      return apply(one_of({Op::FpSqrt, Op::FpRoundToIntegral}), {term(sort, below)}, {mode()});
    case 3:
      return apply(Op::FpToFp, {term(float_sort(), below)}, {mode()}, sort);
    case 4:
      return apply(one_of({Op::SbvToFp, Op::UbvToFp}), {term(bit_vector_sort(), below)}, {mode()},
                   sort);
    case 5:
      if (rng_.chance(50))
        return apply(Op::FpFma, {term(sort, below), term(sort, below), term(sort, below)},
                     {mode()});
      return apply(sort.element.exponent <= 8 ? one_of({Op::FpMin, Op::FpMax, Op::FpRem})
                                              : one_of({Op::FpMin, Op::FpMax}),
                   {term(sort, below), term(sort, below)});
    default:
      return apply(one_of({Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv}),
                   {term(sort, below), term(sort, below)}, {mode()});
  }
}

}  // namespace cairn::support
