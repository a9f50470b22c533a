// SPDX-License-Identifier: MIT
#include "smt/box_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace cairn {
namespace {

using Kind = Interval::Kind;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double middle(const Interval& set) {
  if (std::isfinite(set.low) && std::isfinite(set.high)) return set.low / 2 + set.high / 2;
  if (set.low < 0 && set.high > 0) return 0;
  // One side is infinite: the powers of a thousand.
  const bool positive = set.high > 0;
  const double near = positive ? set.low : -set.high;
  const double far = near < 1 ? 1 : std::min(near * 1000, std::numeric_limits<float>::max() * 1.0);
  return positive ? far : -far;
}

}  // namespace

BoxSearch::BoxSearch(const Terms& terms, std::span<const Term> formulas,
                     IntervalArithmetic arithmetic)
    : arithmetic_(arithmetic) {
  constexpr std::uint64_t kReferenceWork = 100;
  for (const Term formula : formulas) roots_.push_back(add(terms, formula));
  demanded_.resize(2 * nodes_.size());
  for (const Node& node : nodes_)
    work_of_a_box_ +=
        arithmetic == IntervalArithmetic::Reference && node.sort.is_float() ? kReferenceWork : 1;
}

/// Operands have smaller handles, so what is sorted by handle comes after its operands.
std::uint32_t BoxSearch::add(const Terms& terms, Term root) {
  if (places_.size() <= root.id) places_.resize(root.id + 1, kNone);
  std::vector<Term> fresh, open{root};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (places_[term.id] != kNone) continue;
    places_[term.id] = 0;  // seen
    fresh.push_back(term);
    for (const Term operand : terms.operands(term)) open.push_back(operand);
  }
  std::sort(fresh.begin(), fresh.end());
  for (const Term term : fresh) {
    Node node{terms.op(term), terms.sort(term)};
    node.first = static_cast<std::uint32_t>(operands_.size());
    const std::span<const Term> operands = terms.operands(term);
    node.count = static_cast<std::uint32_t>(operands.size());
    node.is_square = operands.size() == 2 && operands[0] == operands[1];
    for (const Term operand : operands) {
      operands_.push_back(places_[operand.id]);
      sorts_.push_back(terms.sort(operand));
    }
    for (unsigned i = 0; i < parameter_count(node.op); ++i)
      node.parameters[i] = terms.parameter(term, i);
    const auto place = static_cast<std::uint32_t>(nodes_.size());
    if (node.op == Op::Variable) {
      node.variable = static_cast<std::uint32_t>(variables_.size());
      variables_.push_back(place);
    }
    places_[term.id] = place;
    nodes_.push_back(node);
    values_.push_back(terms.is_value(term) ? Interval::of(terms.value(term))
                                           : Interval::all(node.sort));
  }
  return places_[root.id];
}

void BoxSearch::evaluate(const Box& box) {
  std::array<const Interval*, 8> few;
  std::vector<const Interval*> many;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.op == Op::Value) continue;
    if (node.variable != kNone) {
      values_[i] = box[node.variable];
      continue;
    }
    if (node.count > few.size()) many.resize(node.count);
    const Interval** operands = node.count > few.size() ? many.data() : few.data();
    for (std::uint32_t k = 0; k < node.count; ++k)
      operands[k] = &values_[operands_[node.first + k]];
    const IntervalStep step{node.op,
                            node.sort,
                            std::span(sorts_).subspan(node.first, node.count),
                            {node.parameters[0], node.parameters[1]},
                            node.is_square,
                            arithmetic_};
    values_[i] = apply_to_sets(step, std::span(operands, node.count));
  }
  work_ += work_of_a_box_;
}

BoxSearch::State BoxSearch::judge() const {
  State state = State::Satisfied;
  for (const std::uint32_t root : roots_) {
    if (!values_[root].may_be_true) return State::Refuted;
    if (values_[root].may_be_false) state = State::Open;
  }
  return state;
}

BoxSearch::State BoxSearch::contract(Box& box) {
  constexpr int kRounds = 8;
  for (int round = 0;; ++round) {
    evaluate(box);
    const State state = judge();
    if (state != State::Open || round == kRounds) return state;
    narrowed_ = false;
    ++round_;
    for (const std::uint32_t root : roots_)
      if (!demand(root, true, box)) return State::Refuted;
    if (!narrowed_) return state;
  }
}

bool BoxSearch::narrow(std::uint32_t place, const Interval& set, Box& box) {
  const Node& node = nodes_[place];
  if (node.variable == kNone) return !meet(values_[place], set).is_empty();
  Interval& now = box[node.variable];
  const Interval smaller = meet(now, set);
  if (smaller == now) return true;
  now = smaller;
  narrowed_ = true;
  return !now.is_empty();
}

bool BoxSearch::demand(std::uint32_t place, bool truth, Box& box) {
  const Interval& value = values_[place];
  if (truth ? !value.may_be_true : !value.may_be_false) return false;
  if (truth ? !value.may_be_false : !value.may_be_true) return true;  // it is so already
  constexpr std::uint32_t kDeepest = 1000;  // formulas may be deeper than the stack
  std::uint64_t& demanded = demanded_[2 * std::size_t{place} + (truth ? 1 : 0)];
  if (depth_ >= kDeepest || demanded == round_) return true;
  demanded = round_;  // formulas share their parts: once is enough
  ++depth_;
  const bool possible = demand_of_open(place, truth, box);
  --depth_;
  return possible;
}

bool BoxSearch::demand_of_open(std::uint32_t place, bool truth, Box& box) {
  const Node& node = nodes_[place];
  switch (node.op) {
    case Op::Variable:
      return narrow(place, Interval::boolean(!truth, truth), box);
    case Op::Not:
      return demand(operands_[node.first], !truth, box);
    case Op::And:
    case Op::Or:
      return demand_all(node, truth, box);
    case Op::Ite: {
      const Interval& condition = values_[operands_[node.first]];
      if (condition.may_be_false && condition.may_be_true) return true;
      return demand(operands_[node.first + (condition.may_be_true ? 1 : 2)], truth, box);
    }
    case Op::Equal:
      return demand_equality(node, truth, box);
    case Op::FpLt:
    case Op::FpLe:
    case Op::FpEq:
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return demand_order(node, truth, box);
    default:
      return true;
  }
}

/// A true conjunction has true operands, a false one with a single operand that may be false knows
/// which; and the other way round.
bool BoxSearch::demand_all(const Node& node, bool truth, Box& box) {
  const bool strong = node.op == Op::And ? truth : !truth;
  std::uint32_t candidate = kNone;
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    if (strong) {
      if (!demand(operands_[i], truth, box)) return false;
      continue;
    }
    const Interval& value = values_[operands_[i]];
    if (truth ? !value.may_be_true : !value.may_be_false) continue;
    if (candidate != kNone) return true;
    candidate = operands_[i];
  }
  return strong || (candidate != kNone && demand(candidate, truth, box));
}

bool BoxSearch::demand_equality(const Node& node, bool truth, Box& box) {
  const std::uint32_t a = operands_[node.first], b = operands_[node.first + 1];
  if (values_[a].kind == Kind::Bool) {
    for (const auto& [known, other] : {std::pair{a, b}, std::pair{b, a}})
      if (values_[known].is_single())
        return demand(other, values_[known].may_be_true == truth, box);
    return true;
  }
  if (!truth) return true;
  const Interval of_a = values_[a], of_b = values_[b];
  return narrow(a, of_b, box) && narrow(b, of_a, box);
}

bool BoxSearch::demand_order(const Node& node, bool truth, Box& box) {
  std::uint32_t small = operands_[node.first], large = operands_[node.first + 1];
  const bool is_float = nodes_[small].sort.is_float();
  const Interval of_small = values_[small], of_large = values_[large];
  if (of_small.kind != of_large.kind || of_small.kind == Kind::Any) return true;
  bool strict = node.op == Op::FpLt || node.op == Op::BvUlt || node.op == Op::BvSlt;
  if (is_float) {
    // Without a NaN, what is not smaller is at least as large.
    if (!truth && (node.op == Op::FpEq || of_small.may_be_nan || of_large.may_be_nan)) return true;
    const Sort& format = nodes_[small].sort;
    double low = of_small.low, high = of_large.high;
    if (!truth) {
      std::swap(small, large);
      strict = !strict;
      low = of_large.low;
      high = of_small.high;
    }
    if (node.op == Op::FpEq)
      return narrow(small, Interval::numbers(of_large.low, of_large.high), box) &&
             narrow(large, Interval::numbers(of_small.low, of_small.high), box);
    if (strict) {
      low = next_above(format, low);
      high = next_below(format, high);
    }
    return narrow(small, Interval::numbers(-kInfinity, high), box) &&
           narrow(large, Interval::numbers(low, kInfinity), box);
  }
  if (!truth) {
    std::swap(small, large);
    strict = !strict;
  }
  if (node.op == Op::BvSlt || node.op == Op::BvSle)
    return demand_signed_order(small, large, strict, box);
  const Interval &lesser = values_[small], &greater = values_[large];
  if (strict && (greater.last == 0 || lesser.first == ~std::uint64_t{0})) return false;
  return narrow(small, Interval::bits(0, greater.last - (strict ? 1 : 0)), box) &&
         narrow(large, Interval::bits(lesser.first + (strict ? 1 : 0), ~std::uint64_t{0}), box);
}

/// As unsigned numbers, negative ones are above the others. Only what is one interval then counts.
bool BoxSearch::demand_signed_order(std::uint32_t small, std::uint32_t large, bool strict,
                                    Box& box) {
  const std::uint32_t width = nodes_[small].sort.width();
  const std::uint64_t half = std::uint64_t{1} << (width - 1), mask = half | (half - 1);
  const Interval lesser = values_[small], greater = values_[large];
  const auto is_positive = [half](const Interval& set) { return set.last < half; };
  const auto is_negative = [half](const Interval& set) { return set.first >= half; };
  const std::uint64_t step = strict ? 1 : 0;
  if (is_positive(lesser)) {
    if (strict && lesser.first == half - 1) return false;
    if (!narrow(large, Interval::bits(lesser.first + step, half - 1), box)) return false;
    if (is_positive(greater)) {
      if (strict && greater.last == 0) return false;
      return narrow(small, Interval::bits(0, greater.last - step), box);
    }
    return true;
  }
  if (is_negative(greater)) {
    if (strict && greater.last == half) return false;
    if (!narrow(small, Interval::bits(half, greater.last - step), box)) return false;
    if (is_negative(lesser)) {
      if (strict && lesser.first == mask) return false;
      return narrow(large, Interval::bits(lesser.first + step, mask), box);
    }
  }
  return true;
}

/// How much of its first range a variable still has.
double BoxSearch::width(const Interval& now, std::uint32_t variable) const {
  const Interval& whole = first_[variable];
  switch (now.kind) {
    case Kind::Bool:
      return 3;  // decided first: they say which formulas count
    case Kind::Float: {
      if (now.may_be_nan || !std::isfinite(now.low) || !std::isfinite(now.high)) return 2;
      const double all = whole.high / 2 - whole.low / 2;
      return std::isfinite(all) ? (now.high / 2 - now.low / 2) / all : 1;
    }
    default:
      return static_cast<double>(now.last - now.first) /
             (static_cast<double>(whole.last - whole.first) + 1);
  }
}

bool BoxSearch::split(const Box& box, std::vector<Box>& boxes) const {
  std::uint32_t chosen = kNone;
  double widest = -1;
  for (std::uint32_t i = 0; i < box.size(); ++i) {
    if (box[i].kind == Kind::Any || box[i].is_single()) continue;
    if (const double now = width(box[i], i); now > widest) {
      widest = now;
      chosen = i;
    }
  }
  if (chosen == kNone) return false;
  const Interval& set = box[chosen];
  Interval left = set, right = set;
  if (set.kind == Kind::Bool) {
    left = Interval::boolean(true, false);
    right = Interval::boolean(false, true);
  } else if (set.kind == Kind::Word) {
    left.last = set.first + (set.last - set.first) / 2;
    right.first = left.last + 1;
  } else if (set.may_be_nan) {
    left = Interval::numbers(kInfinity, -kInfinity, true);
    right.may_be_nan = false;
  } else {
    const Sort& format = nodes_[variables_[chosen]].sort;
    double at = middle(set);
    if (format == Sort::float32()) at = static_cast<float>(at);
    at = std::clamp(at, set.low, next_below(format, set.high));
    left = Interval::numbers(set.low, at);
    right = Interval::numbers(next_above(format, at), set.high);
  }
  for (const Interval& half : {left, right}) {
    if (half.is_empty()) continue;
    boxes.push_back(box);
    boxes.back()[chosen] = half;
  }
  return true;
}

BoxSearch::Result BoxSearch::run(std::uint64_t work, const Budget& budget) {
  Box whole;
  for (const std::uint32_t variable : variables_)
    whole.push_back(Interval::all(nodes_[variable].sort));
  std::vector<Box> boxes{std::move(whole)};
  while (!boxes.empty()) {
    if (work_ > work || budget.exhausted() || boxes.size() * variables_.size() > kOpenIntervals)
      return Result::Undecided;
    Box box = std::move(boxes.back());
    boxes.pop_back();
    ++boxes_;
    const State state = contract(box);
    if (boxes_ == 1) first_ = box;
    if (state == State::Refuted) continue;
    // A box full of solutions is one, too.
    if (state == State::Satisfied || !split(box, boxes)) return Result::Undecided;
  }
  return Result::Refuted;
}

bool have_floats(const Terms& terms, std::span<const Term> formulas) {
  const std::vector<Term> variables = terms.variables_of(formulas);
  return std::any_of(variables.begin(), variables.end(),
                     [&](Term variable) { return terms.sort(variable).is_float(); });
}

}  // namespace cairn
