// SPDX-License-Identifier: MIT
//
// Unit propagation with two watched literals a clause and blocking literals [MS08, section 2.2].
// Three kinds of clauses, in the order of their price: binary ones are lists of implied literals,
// static ones never change, layered ones come with a layer that decides whether they count now.
//
// A clause is skipped when a literal is true or outside the domain (see the values in solver.h): it
// defines, or was learnt with, a variable that the query does not depend on. A clause of a lower
// layer is passed over without a change. Watches are therefore exact for the clauses of the domain
// and the layer only; this is enough, because every query starts from an assignment in which no
// watched literal is false: rebuild_layered() keeps literals that are false for good out of layered
// clauses, and propagate_permanent() visits all static ones.
#include "base/error.h"
#include "sat/analyze.h"
#include "sat/solver.h"

namespace cairn::sat {
namespace {

struct SkipOutside {
  static bool skips(std::uint8_t value) { return (value & 1) != 0; }
};
/// For what is known for good: the domain does not matter.
struct SkipNothing {
  static bool skips(std::uint8_t value) { return value == 1; }
};

}  // namespace

void Solver::backtrack(std::uint32_t level) {
  if (decision_level() <= level) return;
  if (level == 0) queue_.clear();
  const std::uint32_t limit = trail_limits_[level];
  std::uint8_t* values = values_.data();
  const bool requeue = queue_.filled();
  for (auto i = static_cast<std::uint32_t>(trail_.size()); i > limit; --i) {
    const Lit lit = trail_.data()[i - 1];
    values[lit.code()] = kUndefValue;
    values[(~lit).code()] = kUndefValue;
    phase_.data()[lit.var().index] = lit.negated() ? 0 : 1;
    if (requeue) queue_.push(lit.var());
  }
  trail_.resize(limit);
  trail_limits_.resize(level);
  propagated_ = std::min(propagated_, limit);
  settled_ = std::min(settled_, limit);
}

/// Visits the static clauses that watch a literal which has become false.
template <class Skip>
Solver::Conflict Solver::propagate_static(Lit true_lit) {
  const std::uint32_t list = (~true_lit).code();
  std::uint32_t* const arena = static_.data();
  const std::uint8_t* const values = values_.data();
  Watch* first = static_watches_.data(list);
  Watch* watch = first;
  Watch* end = watch + static_watches_.length(list);
  Watch* kept = watch;
  Conflict conflict;
  while (watch != end) {
    if (Skip::skips(values[watch->blocker.code()])) {
      *kept++ = *watch++;
      continue;
    }
    const ClauseRef ref = watch->clause;
    ++watch;
    std::uint32_t* const clause = arena + ref + 1;
    const Lit other = Lit::from_code(clause[0] ^ clause[1] ^ list);
    const std::uint8_t other_value = values[other.code()];
    if (Skip::skips(other_value)) {
      *kept++ = {ref, other};
      continue;
    }
    const std::uint32_t* const clause_end = clause + clause[-1];
    std::uint32_t* found = clause + 2;
    while (found != clause_end && values[*found] == kFalseValue) ++found;
    if (found != clause_end) {
      const std::uint32_t code = *found;
      clause[0] = other.code();
      clause[1] = code;
      *found = list;
      if (static_watches_.push(code, {ref, other})) {
        Watch* const begin = static_watches_.data(list);  // all lists have moved
        kept = begin + (kept - first);
        watch = begin + (watch - first);
        end = begin + (end - first);
        first = begin;
      }
      continue;
    }
    *kept++ = {ref, other};
    if (other_value == kFalseValue) {
      conflict = {Reason(Reason::Static, ref), kFalse};
      break;
    }
    enqueue(other, Reason(Reason::Static, ref));
  }
  while (watch != end) *kept++ = *watch++;
  static_watches_.truncate(list, static_cast<std::uint32_t>(kept - first));
  return conflict;
}

Solver::Conflict Solver::propagate_layered(Lit true_lit) {
  const std::uint32_t list = (~true_lit).code();
  LayeredWatch* first = layered_watches_.data(list);
  LayeredWatch* watch = first;
  LayeredWatch* end = watch + layered_watches_.length(list);
  LayeredWatch* kept = watch;
  std::uint32_t* const arena = layered_.data();
  const std::uint8_t* const values = values_.data();
  const Layer layer = layer_;
  Conflict conflict;
  while (watch != end) {
    if (watch->layer < layer || SkipOutside::skips(values[watch->blocker.code()])) {
      *kept++ = *watch++;
      continue;
    }
    const ClauseRef ref = watch->clause;
    const Layer clause_layer = watch->layer;
    ++watch;
    std::uint32_t* const header = arena + ref;
    if (static_cast<Layer>(header[1]) == LayeredArena::kDead) continue;
    std::uint32_t* const clause = header + LayeredArena::kHeader;
    const Lit other = Lit::from_code(clause[0] ^ clause[1] ^ list);
    const std::uint8_t other_value = values[other.code()];
    if (SkipOutside::skips(other_value)) {
      *kept++ = {ref, other, clause_layer};
      continue;
    }
    const std::uint32_t* const clause_end = clause + LayeredArena::size_of(header);
    std::uint32_t* found = clause + 2;
    while (found != clause_end && values[*found] == kFalseValue) ++found;
    if (found != clause_end) {
      const std::uint32_t code = *found;
      clause[0] = other.code();
      clause[1] = code;
      *found = list;
      if (layered_watches_.push(code, {ref, other, clause_layer})) {
        LayeredWatch* const begin = layered_watches_.data(list);  // all lists have moved
        kept = begin + (kept - first);
        watch = begin + (watch - first);
        end = begin + (end - first);
        first = begin;
      }
      continue;
    }
    *kept++ = {ref, other, clause_layer};
    if (other_value == kFalseValue) {
      conflict = {Reason(Reason::Layered, ref), kFalse};
      break;
    }
    enqueue(other, Reason(Reason::Layered, ref));
  }
  while (watch != end) *kept++ = *watch++;
  layered_watches_.truncate(list, static_cast<std::uint32_t>(kept - first));
  return conflict;
}

Solver::Conflict Solver::propagate() {
  const std::uint32_t begin = propagated_;
  Conflict conflict;
  while (propagated_ < trail_.size() && !conflict) {
    const Lit lit = trail_.data()[propagated_++];
    for (const Lit implied : binaries_[lit.code()]) {
      const std::uint8_t value = values_.data()[implied.code()];
      if (SkipOutside::skips(value)) continue;
      if (value == kFalseValue) {
        conflict = {Reason(Reason::Binary, (~lit).code()), implied};
        break;
      }
      enqueue(implied, Reason(Reason::Binary, (~lit).code()));
    }
    if (!conflict) conflict = propagate_static<SkipOutside>(lit);
    if (!conflict) conflict = propagate_layered(lit);
  }
  stats_.propagations += propagated_ - begin;
  return conflict;
}

/// At level 0: the consequences, among static clauses, of what is known for good.
void Solver::propagate_permanent() {
  CAIRN_ASSERT(decision_level() == 0);
  while (consistent_) {
    while (propagated_ < trail_.size() && consistent_) {
      const Lit lit = trail_[propagated_++];
      const Reason reason(Reason::Binary, (~lit).code());
      Conflict conflict;
      for (const Lit implied : binaries_[lit.code()]) {
        const std::uint8_t value = values_[implied.code()];
        if (value == kTrueValue) continue;
        if (value == kFalseValue)
          conflict = {reason, implied};
        else
          enqueue(implied, reason);
      }
      if (!conflict) conflict = propagate_static<SkipNothing>(lit);
      if (trace_) trace_units();
      if (!conflict) continue;
      consistent_ = false;
      if (trace_) trace_contradiction(conflict);
    }
    if (!consistent_ || fixed_seen_ == trail_.size()) return;
    rebuild_layered();
  }
}

Solver::Support Solver::support_of(Reason clause) const {
  if (clause.tag() != Reason::Layered) return {};
  return {layered_.layer(clause.payload()), layered_.temporary(clause.payload())};
}

/// What each fact at kFactLevel rests on, for those that were propagated since the last time.
void Solver::settle_facts() {
  if (decision_level() < kFactLevel) return;
  const auto end = decision_level() > kFactLevel ? trail_limits_[kFactLevel]
                                                 : static_cast<std::uint32_t>(trail_.size());
  for (settled_ = std::max(settled_, trail_limits_[0]); settled_ < end; ++settled_) {
    const Lit lit = trail_[settled_];
    const Reason reason = var_data_[lit.var().index].reason;
    if (reason.tag() == Reason::None) continue;  // stated, with its support
    Support support = support_of(reason);
    for_each_literal(reason, lit, [&](Lit other) {
      const std::uint32_t var = other.var().index;
      if (other != lit && var_data_[var].level == kFactLevel) support.merge(fact_support_[var]);
    });
    fact_support_[lit.var().index] = support;
  }
}

}  // namespace cairn::sat
