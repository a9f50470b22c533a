// SPDX-License-Identifier: MIT
#include "support/random_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/word/float_value.h"

namespace cairn::test {

namespace {

BitVector random_bits(Rng& rng, std::uint32_t width) {
  BitVector bits(width, 0);
  for (std::uint32_t i = 0; i < width; ++i) bits.set_bit(i, rng.chance(50));
  return bits;
}

Value random_word(Rng& rng, std::uint32_t width) {
  switch (rng.below(8)) {
    case 0:
      return Value(BitVector(width, 0));
    case 1:
      return Value(BitVector(width, 1));
    case 2:
      return Value(BitVector::ones(width));
    case 3:
      return Value(BitVector::min_signed(width));
    case 4:
      return Value(~BitVector::min_signed(width));
    case 5:
      return Value(BitVector(width, 1).shl(
          BitVector(width, rng.below(std::min<std::uint32_t>(width, 1u << std::min(width, 16u))))));
    case 6:
      return Value(BitVector(width, rng.below(8)));
    default:
      return Value(random_bits(rng, width));
  }
}

Value random_float(Rng& rng, const Sort& sort) {
  switch (rng.below(10)) {
    case 0:
      return float_zero(sort, rng.chance(50));
    case 1:
      return float_infinity(sort, rng.chance(50));
    case 2:
      return float_nan(sort);
    case 3:
      return round_to_float(sort, RoundingMode::Zero, static_cast<int>(rng.below(9)) - 4);
    case 4:
      return Value::of_float(sort, BitVector(sort.width(), rng.below(3)));
    default:
      return Value::of_float(sort, random_bits(rng, sort.width()));
  }
}

}  // namespace

Value random_value(Rng& rng, const Sort& sort) {
  if (sort.is_array()) {
    Value value = Value::constant_array(sort, random_value(rng, sort.element_sort()));
    for (std::uint64_t i = rng.below(5); i > 0; --i)
      value =
          value.store(random_value(rng, sort.index_sort()), random_value(rng, sort.element_sort()));
    return value;
  }
  switch (sort.element.kind) {
    case SortKind::Bool:
      return Value(rng.chance(50));
    case SortKind::BitVector:
      return random_word(rng, sort.width());
    case SortKind::Float:
      return random_float(rng, sort);
    case SortKind::Int:
      return Value(mpz_class(static_cast<int>(rng.below(21)) - 10));
    case SortKind::Real: {
      const int numerator = static_cast<int>(rng.below(21)) - 10;
      return Value(mpq_class(numerator, static_cast<int>(1 + rng.below(4))));
    }
  }
  return {};
}

RandomTerms::RandomTerms(Terms& terms, Rng& rng, std::vector<Sort> sorts, unsigned variables_each)
    : terms_(terms), rng_(rng), sorts_(std::move(sorts)) {
  sorts_.push_back(Sort::boolean());
  std::vector<Sort> all = sorts_;
  for (const Sort& sort : sorts_)
    if (sort.is_array()) {
      all.push_back(sort.index_sort());
      all.push_back(sort.element_sort());
    }
  for (const Sort& sort : all) {
    if (pool_.count(sort) != 0) continue;
    for (unsigned i = 0; i < variables_each; ++i) {
      variables_.push_back(terms_.variable(fmt::format("v{}", variables_.size()), sort));
      pool_[sort].push_back(variables_.back());
    }
  }
}

Term RandomTerms::pick(const Sort& sort) {
  const auto& known = pool_[sort];
  if (known.empty() || rng_.chance(25)) return terms_.constant(random_value(rng_, sort));
  // Variables (they come first) and what is new: terms over the same few meet each other.
  const std::size_t few = std::min<std::size_t>(known.size(), 6);
  if (rng_.chance(40)) return known[rng_.below(few)];
  if (rng_.chance(60)) return known[known.size() - 1 - rng_.below(few)];
  return known[rng_.below(known.size())];
}

bool RandomTerms::conversion(Op op, Step& step) {
  const Sort from = any_sort(), to = any_sort();
  step.operands = {pick(from)};
  switch (op) {
    case Op::Extract: {
      if (!from.is_bit_vector()) return false;
      const auto low = static_cast<std::uint32_t>(rng_.below(from.width()));
      const auto high = low + static_cast<std::uint32_t>(rng_.below(from.width() - low));
      step.parameters = {high, low};
      return true;
    }
    case Op::ZeroExtend:
    case Op::SignExtend:
      step.parameters = {from.width() + static_cast<std::uint32_t>(rng_.below(4))};
      return from.is_bit_vector();
    case Op::ConstArray:
      if (!to.is_array()) return false;
      step.operands = {pick(to.element_sort())};
      step.sort = to;
      return true;
    case Op::FpFromBits:
      if (!to.is_float()) return false;
      step.operands = {pick(Sort::bit_vector(to.width()))};
      step.sort = to;
      return true;
    default:
      step.parameters = {static_cast<std::uint32_t>(rng_.below(5))};
      step.sort = to;
      return true;
  }
}

bool RandomTerms::operands_for(Op op, Step& step) {
  const Sort sort = any_sort();
  switch (op) {
    case Op::Extract:
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::ConstArray:
    case Op::FpFromBits:
    case Op::FpToFp:
    case Op::SbvToFp:
    case Op::UbvToFp:
    case Op::FpToSbv:
    case Op::FpToUbv:
      return conversion(op, step);
    case Op::Ite:
      step.operands = {pick(Sort::boolean()), pick(sort), pick(sort)};
      return true;
    case Op::Concat:
      step.operands = {pick(sort), pick(any_sort())};
      return true;
    case Op::Select:
    case Op::Store:
      if (!sort.is_array()) return false;
      step.operands = {pick(sort), pick(sort.index_sort())};
      if (op == Op::Store) step.operands.push_back(pick(sort.element_sort()));
      return true;
    default:
      break;
  }
  // What takes operands of one sort: result_sort() says how many.
  const Sort sorts[3] = {sort, sort, sort};
  if (parameter_count(op) == 1) step.parameters = {static_cast<std::uint32_t>(rng_.below(5))};
  for (std::size_t arity = 1; arity <= 3; ++arity) {
    if (!result_sort(op, std::span(sorts).first(arity), step.parameters)) continue;
    for (std::size_t i = 0; i < arity; ++i) step.operands.push_back(pick(sort));
    return true;
  }
  return false;
}

bool RandomTerms::try_step(Op op, Step& step) {
  step = {op, {}, {}, {}, kNoTerm};
  if (!operands_for(op, step)) return false;
  std::vector<Sort> sorts;
  for (const Term operand : step.operands) sorts.push_back(terms_.sort(operand));
  const auto sort = result_sort(op, sorts, step.parameters, step.sort);
  if (!sort) return false;
  step.sort = *sort;
  step.term = terms_.make(op, step.operands, step.parameters, step.sort);
  return true;
}

RandomTerms::Step RandomTerms::step() {
  Step result;
  const auto first = static_cast<std::uint64_t>(Op::Equal);
  const auto count = static_cast<std::uint64_t>(Op::ToInt) - first + 1;
  while (!try_step(static_cast<Op>(first + rng_.below(count)), result)) continue;
  if (!terms_.is_value(result.term)) pool_[result.sort].push_back(result.term);
  return result;
}

}  // namespace cairn::test
