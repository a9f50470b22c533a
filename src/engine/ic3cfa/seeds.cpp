// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/seeds.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <unordered_set>

#include "base/cpu_clock.h"

namespace cairn::ic3cfa {
namespace {

constexpr std::size_t kVariables = 40;        // of a width; more are not looked at
constexpr std::size_t kOrderedVariables = 8;  // of a width: orders are pairs of these
constexpr std::uint32_t kChanges = 8;         // of the bounds of a variable, until it has none
constexpr double kSeconds = 0.3;              // for a query
constexpr double kAllSeconds = 1.5;           // for all of them

std::int64_t lowest(std::uint32_t width) {
  return width == 64 ? std::numeric_limits<std::int64_t>::min() : -(std::int64_t{1} << (width - 1));
}

std::int64_t highest(std::uint32_t width) {
  return -(lowest(width) + 1);
}

std::int64_t as_signed(std::uint64_t value, std::uint32_t width) {
  return BitVector(width, value).to_signed();
}

}  // namespace

SeedFacts::SeedFacts(Moves& moves, const Ic3CfaConfig& config, const Context& context)
    : moves_(moves),
      terms_(moves.terms()),
      config_(config),
      context_(context),
      solver_(make_smt_solver(config.solver, moves.terms(), context)),
      at_(moves.cfa().locations.size()),
      facts_(at_.size()),
      out_(at_.size()),
      waiting_(moves.size()) {
  make_groups();
  for (MoveId move = 0; move < moves.size(); ++move) {
    if (moves[move].target == moves.cfa().error) continue;
    out_[moves[move].source.index].push_back(move);
  }
  solver_->set_timeout(kSeconds);
  at_[moves.cfa().initial.index].reached = true;
  if (groups_.empty()) return;
  for (const MoveId move : out_[moves.cfa().initial.index]) {
    work_.push_back(move);
    waiting_[move] = true;
  }
}

void SeedFacts::make_groups() {
  std::map<std::uint32_t, Group> by_width;
  for (const ProgramVariable& variable : moves_.cfa().variables) {
    const Sort sort = terms_.sort(variable.term);
    if (!sort.is_bit_vector() || sort.width() < 2 || sort.width() > 64) continue;
    Group& group = by_width[sort.width()];
    group.width = sort.width();
    if (group.variables.size() < kVariables) group.variables.push_back(variable.term);
  }
  std::unordered_set<Term> seen;
  std::vector<Term> stack;
  for (MoveId move = 0; move < moves_.size(); ++move) {
    stack.push_back(moves_[move].guard);
    for (const auto& [variable, value] : moves_[move].next) stack.push_back(value);
  }
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (!seen.insert(top).second) continue;
    const auto operands = terms_.operands(top);
    stack.insert(stack.end(), operands.begin(), operands.end());
    if (!terms_.is_value(top) || !terms_.sort(top).is_bit_vector()) continue;
    const auto found = by_width.find(terms_.sort(top).width());
    if (found == by_width.end()) continue;
    const std::int64_t value = terms_.value(top).bits().to_signed();
    std::vector<std::int64_t>& thresholds = found->second.thresholds;
    thresholds.push_back(value);
    if (value > lowest(found->first)) thresholds.push_back(value - 1);
    if (value < highest(found->first)) thresholds.push_back(value + 1);
  }
  for (auto& [width, group] : by_width) {
    std::vector<std::int64_t>& thresholds = group.thresholds;
    thresholds.insert(thresholds.end(), {-1, 0, 1});
    std::sort(thresholds.begin(), thresholds.end());
    thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
    groups_.push_back(std::move(group));
  }
}

void SeedFacts::join_bounds(const Group& group, Element& element, const Point& point) {
  for (std::size_t i = 0; i < point.size(); ++i) {
    const std::int64_t value = as_signed(point[i], group.width);
    Bounds& bounds = element.bounds[i];
    if (value >= bounds.low && value <= bounds.high) continue;
    const bool is_last = ++bounds.changes > kChanges;
    const auto& thresholds = group.thresholds;
    if (value < bounds.low) {
      const auto above = std::upper_bound(thresholds.begin(), thresholds.end(), value);
      bounds.low = is_last || above == thresholds.begin() ? lowest(group.width) : *(above - 1);
    } else {
      const auto above = std::lower_bound(thresholds.begin(), thresholds.end(), value);
      bounds.high = is_last || above == thresholds.end() ? highest(group.width) : *above;
    }
  }
}

void SeedFacts::join(LocationId location, const std::vector<Point>& state) {
  Abstraction& abstraction = at_[location.index];
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const Point& point = state[g];
    if (!abstraction.reached) {
      Element element{AffineHull(group.width, group.variables.size()), {}, {}};
      for (const std::uint64_t value : point) {
        const std::int64_t number = as_signed(value, group.width);
        element.bounds.push_back({number, number, 0});
      }
      const std::size_t ordered = std::min(point.size(), kOrderedVariables);
      for (std::uint32_t i = 0; i < ordered; ++i)
        for (std::uint32_t j = 0; j < ordered; ++j)
          if (i != j) element.orders.emplace_back(i, j);
      abstraction.elements.push_back(std::move(element));
    }
    Element& element = abstraction.elements[g];
    element.hull.join(point);
    join_bounds(group, element, point);
    std::erase_if(element.orders, [&](const auto& order) {
      return as_signed(point[order.first], group.width) >
             as_signed(point[order.second], group.width);
    });
  }
  abstraction.reached = true;
  describe(location);
}

/// Trailing zeros that all numbers of an equation have in common say that it is about low bits.
Term SeedFacts::equation(const Group& group, const AffineHull::Equation& equation) {
  std::uint64_t all = equation.constant;
  for (const std::uint64_t factor : equation.coefficients) all |= factor;
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(all));
  const std::uint32_t bits = group.width - shift;
  Term sum = terms_.bv(bits, equation.constant >> shift);
  for (std::size_t i = 0; i < equation.coefficients.size(); ++i) {
    if (equation.coefficients[i] == 0) continue;
    const Term variable = terms_.extract(group.variables[i], bits - 1, 0);
    const Term factor = terms_.bv(bits, equation.coefficients[i] >> shift);
    sum = terms_.make(Op::BvAdd, {sum, terms_.make(Op::BvMul, {variable, factor})});
  }
  return terms_.equal(sum, terms_.bv(bits, 0));
}

void SeedFacts::describe(LocationId location) {
  std::vector<Term>& facts = facts_[location.index];
  facts.clear();
  const Abstraction& abstraction = at_[location.index];
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const Element& element = abstraction.elements[g];
    for (const AffineHull::Equation& found : element.hull.equations())
      facts.push_back(equation(group, found));
    for (std::size_t i = 0; i < element.bounds.size(); ++i) {
      const auto [low, high, changes] = element.bounds[i];
      if (low == high) continue;
      const auto limit = [&](std::int64_t value) {
        return terms_.constant(Value(BitVector::from_signed(group.width, value)));
      };
      if (low > lowest(group.width))
        facts.push_back(terms_.make(Op::BvSle, {limit(low), group.variables[i]}));
      if (high < highest(group.width))
        facts.push_back(terms_.make(Op::BvSle, {group.variables[i], limit(high)}));
    }
    for (const auto& [i, j] : element.orders)
      facts.push_back(terms_.make(Op::BvSle, {group.variables[i], group.variables[j]}));
  }
  std::erase_if(facts, [this](Term fact) { return terms_.is_true(fact); });
}

SeedFacts::Step SeedFacts::step(MoveId id) {
  const Move& move = moves_[id];
  Abstraction& target = at_[move.target.index];
  std::vector<Term> query = facts_[move.source.index];
  query.push_back(move.guard);
  std::vector<Term> outside;
  for (const Term fact : facts_[move.target.index])
    outside.push_back(terms_.not_(moves_.image(id, fact)));
  if (target.reached) query.push_back(terms_.or_all(outside));
  ++stats_.queries;
  const SmtResult result = solver_->check(query);
  if (result == SmtResult::Unsat) return Step::Closed;
  if (result == SmtResult::Unknown) return Step::Undecided;
  std::vector<Point> state;
  for (const Group& group : groups_) {
    state.emplace_back();
    for (const Term variable : group.variables)
      state.back().push_back(solver_->value(moves_.image(id, variable)).bits().low());
  }
  join(move.target, state);
  return Step::Joined;
}

void SeedFacts::give_up() {
  for (std::vector<Term>& facts : facts_) facts.clear();
  work_.clear();
  gave_up_ = true;
  ++stats_.given_up;
}

bool SeedFacts::run() {
  while (!work_.empty()) {
    if (context_.budget.exhausted()) return false;
    if (stats_.queries >= config_.seed_queries || seconds_ > kAllSeconds) {
      give_up();
      break;
    }
    const MoveId move = work_.front();
    const LocationId target = moves_[move].target;
    const double begin = thread_cpu_seconds();
    const Step result = at_[target.index].top ? Step::Closed : step(move);
    seconds_ += thread_cpu_seconds() - begin;
    if (context_.budget.exhausted() && result == Step::Undecided) return false;
    if (result != Step::Joined) {
      work_.pop_front();
      waiting_[move] = false;
    }
    if (result == Step::Undecided) {
      at_[target.index].top = at_[target.index].reached = true;
      facts_[target.index].clear();
      ++stats_.given_up;
    }
    if (result == Step::Closed) continue;
    for (const MoveId next : out_[target.index])
      if (!waiting_[next]) {
        work_.push_back(next);
        waiting_[next] = true;
      }
  }
  // What no run reaches has to be excluded too, for its edges were never looked at.
  if (stats_.queries > 0 && !gave_up_)
    for (std::size_t i = 0; i < at_.size(); ++i)
      if (!at_[i].reached && moves_.cfa().error.index != i) facts_[i] = {terms_.false_term()};
  stats_.facts = 0;
  for (const std::vector<Term>& facts : facts_) stats_.facts += facts.size();
  return true;
}

}  // namespace cairn::ic3cfa
