// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/weaken.h"

#include <algorithm>

namespace cairn::ic3cfa {
namespace {

constexpr std::size_t kConstants = 64;  // of a width
constexpr std::size_t kWider = 4;       // bounds to try for a literal

bool less(const BitVector& a, const BitVector& b, bool is_signed) {
  return is_signed ? a.slt(b) : a.ult(b);
}

}  // namespace

WeakerLiterals::WeakerLiterals(Moves& moves) : terms_(moves.terms()) {
  for (MoveId id = 0; id < moves.size(); ++id) {
    collect(moves[id].guard);
    for (const auto& [variable, value] : moves[id].next) collect(value);
  }
}

void WeakerLiterals::collect(Term term) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (!collected_.emplace(top, true).second) continue;
    const auto operands = terms_.operands(top);
    stack.insert(stack.end(), operands.begin(), operands.end());
    if (!terms_.is_value(top) || !terms_.sort(top).is_bit_vector()) continue;
    const BitVector& value = terms_.value(top).bits();
    if (value.width() < 2) continue;
    std::vector<BitVector>& known = constants_[value.width()];
    const BitVector one(value.width(), 1);
    for (const BitVector& near : {value, value - one, value + one})
      if (known.size() < kConstants && std::find(known.begin(), known.end(), near) == known.end())
        known.push_back(near);
  }
}

std::optional<WeakerLiterals::Bound> WeakerLiterals::bound_of(Term literal) const {
  const bool negated = terms_.op(literal) == Op::Not;
  const Term atom = negated ? terms_.operands(literal)[0] : literal;
  if (terms_.op(atom) != Op::BvSlt && terms_.op(atom) != Op::BvUlt) return std::nullopt;
  const auto operands = terms_.operands(atom);
  const bool right = terms_.is_value(operands[1]);
  if (!right && !terms_.is_value(operands[0])) return std::nullopt;
  Bound bound;
  bound.is_signed = terms_.op(atom) == Op::BvSlt;
  bound.term = operands[right ? 0 : 1];
  bound.limit = terms_.value(operands[right ? 1 : 0]).bits();
  // t < c is t <= c - 1; c < t is t >= c + 1. A strict bound has no value next to it only if it
  // is false, which no literal is.
  const BitVector one(bound.limit.width(), 1);
  bound.from_above = right != negated;
  if (!negated) bound.limit = right ? bound.limit - one : bound.limit + one;
  return bound;
}

void WeakerLiterals::add_wider(const Bound& bound, std::vector<Term>& result) {
  const auto known = constants_.find(bound.limit.width());
  if (known == constants_.end()) return;
  std::vector<BitVector> limits;
  for (const BitVector& other : known->second)
    if (bound.from_above ? less(bound.limit, other, bound.is_signed)
                         : less(other, bound.limit, bound.is_signed))
      limits.push_back(other);
  std::sort(limits.begin(), limits.end(), [&](const BitVector& a, const BitVector& b) {
    return bound.from_above ? less(b, a, bound.is_signed) : less(a, b, bound.is_signed);
  });
  // The widest, and some between.
  const std::size_t step = std::max<std::size_t>(1, (limits.size() + kWider - 1) / kWider);
  for (std::size_t i = 0; i < limits.size(); i += step) {
    const Term limit = terms_.constant(Value(limits[i]));
    const Op op = bound.is_signed ? Op::BvSle : Op::BvUle;
    const Term wider = bound.from_above ? terms_.make(op, {bound.term, limit})
                                        : terms_.make(op, {limit, bound.term});
    if (!terms_.is_value(wider)) result.push_back(wider);
  }
}

std::vector<Term> WeakerLiterals::of(Term literal) {
  std::vector<Term> result;
  if (const auto bound = bound_of(literal)) {
    add_wider(*bound, result);
    return result;
  }
  if (terms_.op(literal) != Op::Equal) return result;
  const Term a = terms_.operands(literal)[0], b = terms_.operands(literal)[1];
  if (!terms_.sort(a).is_bit_vector() || terms_.sort(a).width() < 2) return result;
  const auto add = [&](Term weaker) {
    if (!terms_.is_value(weaker) && weaker != literal) result.push_back(weaker);
  };
  add(terms_.equal(terms_.extract(a, 0, 0), terms_.extract(b, 0, 0)));
  for (const Op op : {Op::BvSle, Op::BvUle}) {
    add(terms_.make(op, {a, b}));
    add(terms_.make(op, {b, a}));
  }
  return result;
}

std::vector<Term> WeakerLiterals::bits_of(Term literal) {
  std::vector<Term> result;
  if (terms_.op(literal) != Op::Equal) return result;
  const Term a = terms_.operands(literal)[0], b = terms_.operands(literal)[1];
  if (!terms_.is_value(b) || !terms_.sort(a).is_bit_vector()) return result;
  const std::uint32_t width = terms_.sort(a).width();
  if (width < 2 || width > 64) return result;
  for (std::uint32_t i = 0; i < width; ++i)
    result.push_back(terms_.equal(terms_.extract(a, i, i), terms_.extract(b, i, i)));
  std::erase_if(result, [this](Term bit) { return terms_.is_true(bit); });
  return result;
}

}  // namespace cairn::ic3cfa
