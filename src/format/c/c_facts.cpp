// SPDX-License-Identifier: MIT
#include "format/c/c_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/c/value_ranges.h"

namespace cairn {
namespace {

/// A fact that would be longer is left out.
constexpr std::size_t kMostOperators = 400;

/// That a variable has one of these values; nothing if that takes more than two ranges. `number`
/// prints a value of the ranges' order.
template <class Number>
std::vector<std::string> range_facts(const std::string& name, const ValueRanges& ranges,
                                     const Number& number) {
  const auto allowed = ranges.allowed();
  const auto [first, last] = allowed.front();
  if (allowed.size() == 1) {
    if (first == last) return {fmt::format("{} == {}", name, number(first))};
    std::vector<std::string> facts;
    if (first > 0) facts.push_back(fmt::format("{} >= {}", name, number(first)));
    if (last < ranges.last()) facts.push_back(fmt::format("{} <= {}", name, number(last)));
    return facts;
  }
  if (allowed[1].first - allowed[0].second == 2) {
    // One value is missing.
    std::vector<std::string> facts;
    if (first > 0) facts.push_back(fmt::format("{} >= {}", name, number(first)));
    if (allowed[1].second < ranges.last())
      facts.push_back(fmt::format("{} <= {}", name, number(allowed[1].second)));
    facts.push_back(fmt::format("{} != {}", name, number(last + 1)));
    return facts;
  }
  const auto part = [&](const ValueRanges::Range& range) {
    if (range.first == range.second) return fmt::format("{} == {}", name, number(range.first));
    if (range.first == 0) return fmt::format("{} <= {}", name, number(range.second));
    if (range.second == ranges.last()) return fmt::format("{} >= {}", name, number(range.first));
    return fmt::format("({0} >= {1} && {0} <= {2})", name, number(range.first),
                       number(range.second));
  };
  return {part(allowed[0]) + " || " + part(allowed[1])};
}

/// All facts that fix single bits, together for each variable: the highest bits as a range, the
/// rest with a mask.
std::vector<Term> join_known_bits(Terms& terms, const CNames& names, std::vector<Term> facts) {
  std::map<Term, std::map<std::uint32_t, bool>> known;
  for (const Term fact : facts)
    if (const auto bit = known_bit(terms, fact); bit && names.contains(bit->variable)) {
      const auto [entry, added] = known[bit->variable].emplace(bit->position, bit->value);
      if (!added && entry->second != bit->value) return facts;  // they contradict one another
    }
  std::erase_if(facts, [&](Term fact) {
    const auto bit = known_bit(terms, fact);
    return bit && known.contains(bit->variable) && known[bit->variable].size() > 1;
  });
  for (auto& [variable, bits] : known) {
    if (bits.size() < 2) continue;
    const std::uint32_t width = terms.sort(variable).width();
    std::uint32_t top = width;
    BitVector high(width, 0);
    while (top > 0 && bits.contains(top - 1)) {
      --top;
      high.set_bit(top, bits[top]);
      bits.erase(top);
    }
    if (top == 0)
      facts.push_back(terms.equal(variable, terms.constant(Value(high))));
    else if (top < width)
      facts.push_back(terms.equal(terms.extract(variable, width - 1, top),
                                  terms.constant(Value(high.extract(width - 1, top)))));
    if (bits.empty()) continue;
    BitVector mask(width, 0), value(width, 0);
    for (const auto& [position, is_set] : bits) {
      mask.set_bit(position, true);
      value.set_bit(position, is_set);
    }
    facts.push_back(terms.equal(terms.make(Op::BvAnd, {variable, terms.constant(Value(mask))}),
                                terms.constant(Value(value))));
  }
  return facts;
}

/// All facts about single variables, together for each variable.
std::vector<std::string> about_values(const Terms& terms, const CNames& names,
                                      std::vector<Term>& facts) {
  std::map<Term, std::vector<Term>> by_variable;
  for (const Term fact : facts)
    if (const auto variable = ValueRanges::subject(terms, fact);
        variable && names.contains(*variable))
      by_variable[*variable].push_back(fact);
  std::vector<std::string> texts;
  for (const auto& [variable, own] : by_variable) {
    const CName& name = names.at(variable);
    const std::uint32_t width = terms.sort(variable).width();
    const bool by_sign = is_signed(name.show);
    if (!by_sign && name.show != Show::Unsigned) continue;
    ValueRanges ranges(width, by_sign ? ValueRanges::Order::Signed : ValueRanges::Order::Unsigned);
    for (const Term fact : own) ranges.add(terms, fact);
    if (ranges.allowed().empty() || ranges.allowed().size() > 2) continue;
    const std::uint64_t flip = by_sign ? std::uint64_t{1} << (width - 1) : 0;
    for (std::string& text : range_facts(name.name, ranges, [&](std::uint64_t value) {
           return c_number(BitVector(width, value ^ flip), by_sign);
         }))
      texts.push_back(std::move(text));
    // Named again: Clang 14 captures no structured binding.
    std::erase_if(facts, [&used = own](Term fact) {
      return std::find(used.begin(), used.end(), fact) != used.end();
    });
  }
  return texts;
}

}  // namespace

std::vector<Term> operands_of_and(const Terms& terms, Term formula) {
  if (terms.op(formula) != Op::And) return {formula};
  const auto parts = terms.operands(formula);
  return {parts.begin(), parts.end()};
}

CFacts c_facts(Terms& terms, std::span<const Term> conjuncts, const CNames& names) {
  std::vector<Term> parts =
      join_known_bits(terms, names, std::vector<Term>(conjuncts.begin(), conjuncts.end()));
  CFacts result;
  result.facts = about_values(terms, names, parts);
  for (const Term part : parts) {
    if (terms.is_true(part)) continue;
    NoCForm why = NoCForm::None;
    if (auto text = c_expression(terms, part, names, kMostOperators, &why))
      result.facts.push_back(std::move(*text));
    else
      ++result.left_out[why];
  }
  return result;
}

}  // namespace cairn
