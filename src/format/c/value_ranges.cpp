// SPDX-License-Identifier: MIT
#include "format/c/value_ranges.h"

#include <algorithm>

namespace cairn {
namespace {

/// A variable in some range of unsigned or signed order, or outside it.
struct Fact {
  Term variable = kNoTerm;
  ValueRanges::Order order = ValueRanges::Order::Unsigned;
  std::uint64_t first = 0, last = 0;
  bool inside = true;
};

std::uint64_t largest(std::uint32_t width) {
  return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::optional<Fact> comparison(const Terms& terms, Term term) {
  const Term left = terms.operands(term)[0], right = terms.operands(term)[1];
  const bool strict = terms.op(term) == Op::BvUlt || terms.op(term) == Op::BvSlt;
  const bool is_signed = terms.op(term) == Op::BvSlt || terms.op(term) == Op::BvSle;
  const std::uint32_t width = terms.sort(left).width();
  if (width > 64) return std::nullopt;
  const std::uint64_t flip = is_signed ? std::uint64_t{1} << (width - 1) : 0;
  Fact fact;
  fact.order = is_signed ? ValueRanges::Order::Signed : ValueRanges::Order::Unsigned;
  if (terms.is_variable(left) && terms.is_value(right)) {
    const std::uint64_t bound = terms.value(right).bits().low() ^ flip;
    if (strict && bound == 0) return std::nullopt;
    fact.variable = left;
    fact.last = strict ? bound - 1 : bound;
    return fact;
  }
  if (terms.is_value(left) && terms.is_variable(right)) {
    const std::uint64_t bound = terms.value(left).bits().low() ^ flip;
    if (strict && bound == largest(width)) return std::nullopt;
    fact.variable = right;
    fact.first = strict ? bound + 1 : bound;
    fact.last = largest(width);
    return fact;
  }
  return std::nullopt;
}

std::optional<Fact> equality(const Terms& terms, Term term) {
  Term word = terms.operands(term)[0], value = terms.operands(term)[1];
  if (terms.is_value(word)) std::swap(word, value);
  if (!terms.is_value(value) || !terms.sort(word).is_bit_vector()) return std::nullopt;
  std::uint32_t low = 0;
  Term variable = word;
  if (terms.op(word) == Op::Extract) {
    variable = terms.operands(word)[0];
    low = terms.parameter(word, 1);
    if (terms.parameter(word, 0) + 1 != terms.sort(variable).width()) return std::nullopt;
  }
  if (!terms.is_variable(variable) || terms.sort(variable).width() > 64) return std::nullopt;
  Fact fact;
  fact.variable = variable;
  fact.first = terms.value(value).bits().low() << low;
  fact.last = fact.first | ((std::uint64_t{1} << low) - 1);
  return fact;
}

std::optional<Fact> read_fact(const Terms& terms, Term term) {
  switch (terms.op(term)) {
    case Op::Not: {
      auto fact = read_fact(terms, terms.operands(term)[0]);
      if (fact) fact->inside = !fact->inside;
      return fact;
    }
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return comparison(terms, term);
    case Op::Equal:
      return equality(terms, term);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Term> ValueRanges::subject(const Terms& terms, Term fact) {
  const auto read = read_fact(terms, fact);
  if (!read) return std::nullopt;
  return read->variable;
}

void ValueRanges::forbid(std::uint64_t first, std::uint64_t last) {
  auto [entry, added] = forbidden_.try_emplace(first, last);
  if (!added) entry->second = std::max(entry->second, last);
}

/// A range of the other order is one or two of ours: the halves change places.
void ValueRanges::add(const Terms& terms, Term term) {
  const Fact fact = *read_fact(terms, term);
  const std::uint64_t half = std::uint64_t{1} << (width_ - 1);
  const auto forbid_here = [&](std::uint64_t first, std::uint64_t last) {
    if (fact.order == order_) return forbid(first, last);
    if (first < half && last >= half) {
      forbid(first ^ half, (half - 1) ^ half);
      forbid(half ^ half, last ^ half);
    } else {
      forbid(first ^ half, last ^ half);
    }
  };
  if (!fact.inside) return forbid_here(fact.first, fact.last);
  if (fact.first > 0) forbid_here(0, fact.first - 1);
  if (fact.last < last()) forbid_here(fact.last + 1, last());
}

std::vector<ValueRanges::Range> ValueRanges::allowed() const {
  std::vector<Range> ranges;
  std::uint64_t next = 0;
  for (const auto& [first, end] : forbidden_) {
    if (first > next) ranges.emplace_back(next, first - 1);
    if (end == last()) return ranges;
    next = std::max(next, end + 1);
  }
  ranges.emplace_back(next, last());
  return ranges;
}

std::optional<KnownBit> known_bit(const Terms& terms, Term fact) {
  const bool negated = terms.op(fact) == Op::Not;
  if (negated) fact = terms.operands(fact)[0];
  if (terms.op(fact) == Op::BvSlt) {
    const Term word = terms.operands(fact)[0], zero = terms.operands(fact)[1];
    if (!terms.is_variable(word) || !terms.is_value(zero) || !terms.value(zero).bits().is_zero())
      return std::nullopt;
    return KnownBit{word, terms.sort(word).width() - 1, !negated};
  }
  if (terms.op(fact) != Op::Equal) return std::nullopt;
  Term bit = terms.operands(fact)[0], value = terms.operands(fact)[1];
  if (terms.is_value(bit)) std::swap(bit, value);
  if (!terms.is_value(value) || terms.op(bit) != Op::Extract || terms.sort(bit).width() != 1)
    return std::nullopt;
  const Term word = terms.operands(bit)[0];
  if (!terms.is_variable(word)) return std::nullopt;
  return KnownBit{word, terms.parameter(bit, 1), terms.value(value).bits().bit(0) != negated};
}

}  // namespace cairn
