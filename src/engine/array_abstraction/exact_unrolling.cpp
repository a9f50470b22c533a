// SPDX-License-Identifier: MIT
//
// The reduction's mixed system is unrolled: inputs in the place of reads, and the arrays beside
// them. That an input is what is read is an assumption of the query, one for each read and step.
// Assumptions join in an order of growing price: what is followed already; reads at indices that
// never change, which need no prophecy; the others, beginning with the last steps, which need
// little history. The core of the first query that has no model says what to follow.
#include "engine/array_abstraction/exact_unrolling.h"

#include <algorithm>
#include <unordered_set>

namespace cairn::word {

using Kind = ArrayReduction::Kind;

ExactUnrolling::ExactUnrolling(const ArrayReduction& reduction, const Context& context)
    : reduction_(reduction),
      terms_(*reduction.mixed().terms),
      context_(context),
      unroller_(reduction.mixed(), WordUnroller::Start::Initial),
      solver_(terms_, context) {}

SmtResult ExactUnrolling::check(std::vector<Term> assumptions, int conflict_limit) {
  ++queries_;
  assumptions.insert(assumptions.end(), assumed_.begin(), assumed_.end());
  return solver_.check(assumptions, conflict_limit);
}

void ExactUnrolling::collect_facts(std::uint32_t last) {
  assumed_ = {unroller_.bad_at(last)};
  facts_.clear();
  const auto add = [&](Term is, Term exact, Term array, Term index, std::uint32_t step) {
    const Kind kind = reduction_.kind(index);
    const std::uint32_t depth = last - step;
    const Term formula = terms_.equal(unroller_.at(is, step), unroller_.at(exact, step));
    if (terms_.is_true(formula)) return;
    if (reduction_.is_followed(array, index, depth))
      assumed_.push_back(formula);
    else
      facts_.push_back({formula, {array, index, depth}, kind});
  };
  for (std::uint32_t step = 0; step <= last; ++step) {
    if (context_.budget.exhausted_by_now()) return;
    assumed_.push_back(unroller_.constrained_at(step));
    for (const auto& read : reduction_.reads())
      add(read.result, terms_.select(read.array, read.reduced), read.array, read.index, step);
    for (const auto& equality : reduction_.equalities())
      add(equality.result, equality.exact, terms_.operands(equality.term)[0], equality.index, step);
  }
}

ExactUnrolling::Verdict ExactUnrolling::ask(std::uint32_t last) {
  collect_facts(last);
  // By price; of the same price in the order of the steps, from the last one on.
  const auto price = [](const Fact& fact) {
    return fact.kind == Kind::Prophecy ? std::uint64_t{1} + fact.need.depth : 0;
  };
  std::stable_sort(facts_.begin(), facts_.end(),
                   [&](const Fact& a, const Fact& b) { return price(a) < price(b); });
  for (std::uint64_t limit = 0;; limit = 2 * limit + 1) {
    if (context_.budget.exhausted_by_now()) return Verdict::Undecided;
    std::vector<Fact> facts;
    for (const Fact& fact : facts_)
      if (price(fact) <= limit) facts.push_back(fact);
    const bool is_all = facts.size() == facts_.size();
    switch (check(formulas(facts))) {
      case SmtResult::Unsat:
        return refute(in_core(facts));
      case SmtResult::Unknown:
        return Verdict::Undecided;
      case SmtResult::Sat:
        if (is_all) return Verdict::Reachable;
    }
  }
}

std::vector<Term> ExactUnrolling::formulas(const std::vector<Fact>& facts) {
  std::vector<Term> result;
  for (const Fact& fact : facts) result.push_back(fact.formula);
  return result;
}

std::vector<ExactUnrolling::Fact> ExactUnrolling::in_core(const std::vector<Fact>& facts) {
  const std::vector<Term> core = solver_.core();
  const std::unordered_set<Term> kept(core.begin(), core.end());
  std::vector<Fact> result;
  for (const Fact& fact : facts)
    if (kept.contains(fact.formula)) result.push_back(fact);
  return result;
}

/// Each fact is tried to be left out, those of the highest price first.
std::vector<ExactUnrolling::Fact> ExactUnrolling::fewer(std::vector<Fact> facts) {
  constexpr int kConflicts = 2000;
  for (std::size_t i = facts.size(); i-- > 0 && facts.size() > 1;) {
    if (context_.budget.exhausted_by_now()) break;
    if (i >= facts.size()) continue;
    std::vector<Fact> others = facts;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (check(formulas(others), kConflicts) == SmtResult::Unsat) facts = in_core(others);
  }
  return facts;
}

ExactUnrolling::Verdict ExactUnrolling::refute(std::vector<Fact> facts) {
  needs_.clear();
  for (const Fact& fact : fewer(std::move(facts))) {
    const IndexNeed& need = fact.need;
    const bool is_there = std::any_of(needs_.begin(), needs_.end(), [&](const IndexNeed& other) {
      return other.index == need.index && other.array == need.array &&
             (fact.kind != Kind::Prophecy || other.depth == need.depth);
    });
    if (!is_there) needs_.push_back(need);
  }
  return Verdict::Refuted;
}

WordTrace ExactUnrolling::counterexample(std::uint32_t step) {
  WordTrace trace = unroller_.trace(step, [this](Term term) { return solver_.value(term); });
  for (Assignment& inputs : trace.inputs) {
    for (const auto& read : reduction_.reads()) inputs.erase(read.result);
    for (const auto& equality : reduction_.equalities()) inputs.erase(equality.result);
  }
  return trace;
}

}  // namespace cairn::word
