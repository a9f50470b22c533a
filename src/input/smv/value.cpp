// SPDX-License-Identifier: MIT
#include "input/smv/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cairn::smv {
namespace {

using ValueKind = SmvValue::Kind;

constexpr std::int64_t kMostValues = 4096;       // of a number that becomes a choice
constexpr std::int64_t kMostNumber = 1LL << 40;  // beyond it nothing is computed

std::size_t position_of(const Domain& domain, const Constant& wanted) {
  return static_cast<std::size_t>(std::ranges::find(domain, wanted) - domain.begin());
}

}  // namespace

std::uint32_t signed_width(std::int64_t low, std::int64_t high) {
  const auto magnitude = [](std::int64_t n) {
    return static_cast<std::uint32_t>(
        std::bit_width(static_cast<std::uint64_t>(n < 0 ? -(n + 1) : n)));
  };
  return 1 + std::max(magnitude(low), magnitude(high));
}
std::uint32_t position_width(std::uint64_t count) {
  return std::max(1u, static_cast<std::uint32_t>(std::bit_width(count - 1)));
}

std::string kind_text(const SmvValue& value) {
  switch (value.kind) {
    case ValueKind::Boolean:
      return "boolean";
    case ValueKind::Number:
      return fmt::format("a number in {}..{}", value.low, value.high);
    case ValueKind::Choice:
      return "a value of an enumeration";
    case ValueKind::Word:
      return value.is_signed ? "a signed word" : "an unsigned word";
  }
  return "";
}

SmvValue Values::make_number(Term term, std::int64_t low, std::int64_t high) const {
  return {ValueKind::Number,
          terms_.resize_signed(term, signed_width(low, high)),
          low,
          high,
          nullptr,
          true};
}
SmvValue Values::number(std::int64_t value) const {
  const std::uint32_t width = signed_width(value, value);
  const std::uint64_t mask = width >= 64 ? ~0ull : (1ull << width) - 1;
  return {ValueKind::Number,
          terms_.bv(width, static_cast<std::uint64_t>(value) & mask),
          value,
          value,
          nullptr,
          true};
}
SmvValue Values::symbol(const std::string& name) const {
  return {ValueKind::Choice,
          terms_.bv(1, 0),
          0,
          0,
          std::make_shared<Domain>(Domain{{false, 0, name}}),
          false};
}
SmvValue Values::word(Term term, bool is_signed) const {
  return {ValueKind::Word, term, 0, 0, nullptr, is_signed};
}

std::optional<SmvValue> Values::as_choice(const SmvValue& value) const {
  if (value.kind == ValueKind::Choice) return value;
  if (value.kind != ValueKind::Number || value.high - value.low >= kMostValues) return std::nullopt;
  Domain domain;
  for (std::int64_t n = value.low; n <= value.high; ++n) domain.push_back({true, n, ""});
  const std::uint32_t width = signed_width(value.low, value.high) + 1;
  const Term offset =
      terms_.bv_sub(number_term(value, width), terms_.resize_signed(number(value.low).term, width));
  return SmvValue{ValueKind::Choice,
                  terms_.resize_unsigned(offset, position_width(domain.size())),
                  0,
                  0,
                  std::make_shared<Domain>(std::move(domain)),
                  false};
}

Term Values::moved(const SmvValue& choice, const Domain& to, Term* misfit) const {
  const Domain& from = *choice.domain;
  const std::uint32_t width = position_width(to.size());
  Term result = terms_.bv(width, 0);
  Term misses = terms_.false_term();
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Term here = from.size() == 1
                          ? terms_.true_term()
                          : terms_.equal(choice.term, terms_.bv(position_width(from.size()), i));
    const std::size_t position = position_of(to, from[i]);
    if (position == to.size())
      misses = terms_.or_(misses, here);
    else
      result = terms_.ite(here, terms_.bv(width, position), result);
  }
  if (misfit != nullptr) *misfit = misses;
  return result;
}

std::optional<Term> Values::as_boolean(const SmvValue& value) const {
  if (value.kind == ValueKind::Boolean) return value.term;
  const auto number = constant(value);
  if (!number || (*number != 0 && *number != 1)) return std::nullopt;
  return terms_.boolean(*number == 1);
}

std::optional<SmvValue> Values::ite(Term condition, const SmvValue& a, const SmvValue& b) {
  if (terms_.is_true(condition)) return a;
  if (terms_.is_false(condition)) return b;
  if (a.kind == ValueKind::Boolean || b.kind == ValueKind::Boolean) {
    const auto left = as_boolean(a), right = as_boolean(b);
    if (!left || !right) return std::nullopt;
    return boolean(terms_.ite(condition, *left, *right));
  }
  if (a.kind == ValueKind::Word || b.kind == ValueKind::Word) {
    if (a.kind != b.kind || a.is_signed != b.is_signed ||
        terms_.sort(a.term) != terms_.sort(b.term))
      return std::nullopt;
    return word(terms_.ite(condition, a.term, b.term), a.is_signed);
  }
  if (a.kind == ValueKind::Number && b.kind == ValueKind::Number) {
    const std::int64_t low = std::min(a.low, b.low), high = std::max(a.high, b.high);
    const std::uint32_t width = signed_width(low, high);
    return make_number(terms_.ite(condition, number_term(a, width), number_term(b, width)), low,
                       high);
  }
  const auto left = as_choice(a), right = as_choice(b);
  if (!left || !right) return std::nullopt;
  Domain both = *left->domain;
  for (const Constant& constant : *right->domain)
    if (position_of(both, constant) == both.size()) both.push_back(constant);
  const bool same = both == *right->domain && both == *left->domain;
  const Term term =
      same ? terms_.ite(condition, left->term, right->term)
           : terms_.ite(condition, moved(*left, both, nullptr), moved(*right, both, nullptr));
  return SmvValue{ValueKind::Choice,
                  term,
                  0,
                  0,
                  same ? left->domain : std::make_shared<Domain>(std::move(both)),
                  false};
}

std::optional<Term> Values::equal(const SmvValue& a, const SmvValue& b) {
  if (a.kind == ValueKind::Boolean || b.kind == ValueKind::Boolean) {
    const auto left = as_boolean(a), right = as_boolean(b);
    if (!left || !right) return std::nullopt;
    return terms_.equal(*left, *right);
  }
  if (a.kind == ValueKind::Word || b.kind == ValueKind::Word) {
    if (a.kind != b.kind || a.is_signed != b.is_signed ||
        terms_.sort(a.term) != terms_.sort(b.term))
      return std::nullopt;
    return terms_.equal(a.term, b.term);
  }
  if (a.kind == ValueKind::Number && b.kind == ValueKind::Number) {
    if (a.high < b.low || b.high < a.low) return terms_.false_term();
    const std::uint32_t width = std::max(signed_width(a.low, a.high), signed_width(b.low, b.high));
    return terms_.equal(number_term(a, width), number_term(b, width));
  }
  const auto left = as_choice(a), right = as_choice(b);
  if (!left || !right) return std::nullopt;
  if (*left->domain == *right->domain) return terms_.equal(left->term, right->term);
  Term misfit;
  const Term there = moved(*right, *left->domain, &misfit);
  const Term same =
      left->domain->size() == 1 ? terms_.true_term() : terms_.equal(left->term, there);
  return terms_.and_(terms_.not_(misfit), same);
}

std::optional<SmvValue> Values::as_number(const SmvValue& value) {
  if (value.kind == ValueKind::Number) return value;
  if (value.kind != ValueKind::Choice) return std::nullopt;
  const Domain& domain = *value.domain;
  std::int64_t low = kMostNumber, high = -kMostNumber;
  for (const Constant& constant : domain) {
    if (!constant.is_number) return std::nullopt;
    low = std::min(low, constant.number);
    high = std::max(high, constant.number);
  }
  SmvValue result = number(domain.front().number);
  for (std::size_t i = 1; i < domain.size(); ++i)
    result = *ite(terms_.equal(value.term, terms_.bv(position_width(domain.size()), i)),
                  number(domain[i].number), result);
  result.low = low;
  result.high = high;
  result.term = terms_.resize_signed(result.term, signed_width(low, high));
  return result;
}

std::optional<Term> Values::less(const SmvValue& a, const SmvValue& b) {
  if (a.kind == ValueKind::Word && b.kind == ValueKind::Word) {
    if (a.is_signed != b.is_signed || terms_.sort(a.term) != terms_.sort(b.term))
      return std::nullopt;
    return terms_.make(a.is_signed ? cairn::Op::BvSlt : cairn::Op::BvUlt, {a.term, b.term});
  }
  const auto left = as_number(a), right = as_number(b);
  if (!left || !right) return std::nullopt;
  if (left->high < right->low) return terms_.true_term();
  if (left->low >= right->high) return terms_.false_term();
  const std::uint32_t width =
      std::max(signed_width(left->low, left->high), signed_width(right->low, right->high));
  return terms_.make(cairn::Op::BvSlt, {number_term(*left, width), number_term(*right, width)});
}

std::optional<SmvValue> Values::add(const SmvValue& a, const SmvValue& b) {
  if (a.kind == ValueKind::Word && b.kind == ValueKind::Word) {
    if (a.is_signed != b.is_signed || terms_.sort(a.term) != terms_.sort(b.term))
      return std::nullopt;
    return word(terms_.make(cairn::Op::BvAdd, {a.term, b.term}), a.is_signed);
  }
  const auto left = as_number(a), right = as_number(b);
  if (!left || !right) return std::nullopt;
  const std::int64_t low = left->low + right->low, high = left->high + right->high;
  if (low < -kMostNumber || high > kMostNumber) return std::nullopt;
  const std::uint32_t width = signed_width(low, high);
  return make_number(
      terms_.make(cairn::Op::BvAdd, {number_term(*left, width), number_term(*right, width)}), low,
      high);
}
std::optional<SmvValue> Values::negate(const SmvValue& a) {
  if (a.kind == ValueKind::Word) return word(terms_.make(cairn::Op::BvNeg, {a.term}), a.is_signed);
  const auto of = as_number(a);
  if (!of) return std::nullopt;
  const std::uint32_t width = signed_width(-of->high, -of->low);
  const std::uint32_t both = std::max(width, signed_width(of->low, of->high));
  return make_number(terms_.make(cairn::Op::BvNeg, {number_term(*of, both)}), -of->high, -of->low);
}
std::optional<SmvValue> Values::multiply(const SmvValue& a, const SmvValue& b) {
  if (a.kind == ValueKind::Word && b.kind == ValueKind::Word) {
    if (a.is_signed != b.is_signed || terms_.sort(a.term) != terms_.sort(b.term))
      return std::nullopt;
    return word(terms_.make(cairn::Op::BvMul, {a.term, b.term}), a.is_signed);
  }
  const auto left = as_number(a), right = as_number(b);
  constexpr std::int64_t kRoot = 1 << 20;
  const auto fits = [](const SmvValue& v) { return v.low >= -kRoot && v.high <= kRoot; };
  if (!left || !right || !fits(*left) || !fits(*right)) return std::nullopt;
  const auto [low, high] = std::minmax({left->low * right->low, left->low * right->high,
                                        left->high * right->low, left->high * right->high});
  const std::uint32_t width = signed_width(low, high);
  return make_number(
      terms_.make(cairn::Op::BvMul, {number_term(*left, width), number_term(*right, width)}), low,
      high);
}
std::optional<SmvValue> Values::divide(const SmvValue& a, const SmvValue& b, bool remainder) {
  using cairn::Op;
  if (a.kind == ValueKind::Word && b.kind == ValueKind::Word) {
    if (a.is_signed != b.is_signed || terms_.sort(a.term) != terms_.sort(b.term))
      return std::nullopt;
    const Op op =
        a.is_signed ? (remainder ? Op::BvSrem : Op::BvSdiv) : (remainder ? Op::BvUrem : Op::BvUdiv);
    return word(terms_.make(op, {a.term, b.term}), a.is_signed);
  }
  const auto left = as_number(a), right = as_number(b);
  if (!left || !right) return std::nullopt;
  const std::int64_t most = std::max(std::abs(left->low), std::abs(left->high));
  const std::int64_t divisor = std::max(std::abs(right->low), std::abs(right->high));
  std::int64_t low = left->low < 0 || (right->low < 0 && !remainder) ? -most : 0;
  std::int64_t high = most;
  if (remainder) {
    high = std::min(left->high < 0 ? 0 : left->high, std::max<std::int64_t>(divisor - 1, 0));
    low = left->low < 0 ? -std::min(most, std::max<std::int64_t>(divisor - 1, 0)) : 0;
  }
  const std::uint32_t width =
      1 + std::max({signed_width(left->low, left->high), signed_width(right->low, right->high),
                    signed_width(low, high)});
  const Op op = remainder ? Op::BvSrem : Op::BvSdiv;
  return make_number(terms_.make(op, {number_term(*left, width), number_term(*right, width)}), low,
                     high);
}

std::optional<std::int64_t> Values::constant(const SmvValue& value) const {
  if (value.kind == ValueKind::Number && value.low == value.high) return value.low;
  if (value.kind == ValueKind::Choice && value.domain->size() == 1 &&
      value.domain->front().is_number)
    return value.domain->front().number;
  return std::nullopt;
}

std::uint32_t Values::stored_width(const Sorting& sorting) const {
  switch (sorting.kind) {
    case Sorting::Kind::Boolean:
      return 1;
    case Sorting::Kind::Range:
      return position_width(static_cast<std::uint64_t>(sorting.high - sorting.low) + 1);
    case Sorting::Kind::Enumeration:
      return position_width(sorting.domain->size());
    case Sorting::Kind::Word:
      return sorting.width;
  }
  return 1;
}

SmvValue Values::read(const Sorting& sorting, Term bits) {
  const std::uint32_t width = stored_width(sorting);
  const auto within = [&](std::uint64_t count) {
    if (width < 64 && count == 1ull << width) return bits;
    const Term last = terms_.bv(width, count - 1);
    return terms_.ite(terms_.make(cairn::Op::BvUle, {bits, last}), bits, terms_.bv(width, 0));
  };
  switch (sorting.kind) {
    case Sorting::Kind::Boolean:
      return boolean(terms_.equal(bits, terms_.bv(1, 1)));
    case Sorting::Kind::Word:
      return word(bits, sorting.is_signed);
    case Sorting::Kind::Enumeration:
      return {ValueKind::Choice, within(sorting.domain->size()), 0, 0, sorting.domain, false};
    case Sorting::Kind::Range:
      break;
  }
  const Term position = within(static_cast<std::uint64_t>(sorting.high - sorting.low) + 1);
  const std::uint32_t wide = std::max(width + 1, signed_width(sorting.low, sorting.high));
  const Term offset = terms_.resize_signed(number(sorting.low).term, wide);
  return make_number(
      terms_.make(cairn::Op::BvAdd, {terms_.resize_unsigned(position, wide), offset}), sorting.low,
      sorting.high);
}

std::optional<Values::Stored> Values::store(const Sorting& sorting, const SmvValue& value) {
  const Term never = terms_.false_term();
  switch (sorting.kind) {
    case Sorting::Kind::Boolean: {
      const auto truth = as_boolean(value);
      if (!truth) return std::nullopt;
      return Stored{terms_.ite(*truth, terms_.bv(1, 1), terms_.bv(1, 0)), never};
    }
    case Sorting::Kind::Word:
      if (value.kind != ValueKind::Word || value.is_signed != sorting.is_signed ||
          terms_.sort(value.term) != Sort::bit_vector(sorting.width))
        return std::nullopt;
      return Stored{value.term, never};
    case Sorting::Kind::Enumeration: {
      if (value.kind == ValueKind::Choice && *value.domain == *sorting.domain)
        return Stored{value.term, never};
      const auto choice = as_choice(value);
      if (!choice) return std::nullopt;
      Stored stored;
      stored.bits = moved(*choice, *sorting.domain, &stored.misfit);
      return stored;
    }
    case Sorting::Kind::Range:
      break;
  }
  const auto n = as_number(value);
  if (!n) return std::nullopt;
  const std::uint32_t wide =
      1 + std::max(signed_width(n->low, n->high), signed_width(sorting.low, sorting.high));
  const Term wide_value = number_term(*n, wide);
  const Term low = terms_.resize_signed(number(sorting.low).term, wide);
  const Term high = terms_.resize_signed(number(sorting.high).term, wide);
  const auto below = [&](Term a, Term b) { return terms_.make(cairn::Op::BvSlt, {a, b}); };
  Stored stored;
  stored.misfit = n->low >= sorting.low && n->high <= sorting.high
                      ? never
                      : terms_.or_(below(wide_value, low), below(high, wide_value));
  stored.bits = terms_.resize_unsigned(terms_.bv_sub(wide_value, low), stored_width(sorting));
  return stored;
}

std::string Values::shown(const Sorting& sorting, const BitVector& bits) {
  switch (sorting.kind) {
    case Sorting::Kind::Boolean:
      return bits.is_zero() ? "FALSE" : "TRUE";
    case Sorting::Kind::Word:
      return fmt::format("0{}d{}_{}", sorting.is_signed ? 's' : 'u', sorting.width,
                         sorting.is_signed ? bits.to_signed_decimal() : bits.to_decimal());
    default:
      break;
  }
  std::uint64_t position = bits.low();
  const std::uint64_t count = sorting.kind == Sorting::Kind::Range
                                  ? static_cast<std::uint64_t>(sorting.high - sorting.low) + 1
                                  : sorting.domain->size();
  if (position >= count) position = 0;
  return sorting.kind == Sorting::Kind::Range
             ? std::to_string(sorting.low + static_cast<std::int64_t>(position))
             : (*sorting.domain)[position].text();
}

}  // namespace cairn::smv
