// SPDX-License-Identifier: MIT
//
// The reduction's mixed system is unrolled: inputs in the place of reads, and the arrays beside
// them. That an input is what is read is an assumption of the query, one for each read and step.
// Assumptions join in an order of growing price: what is followed already; indices that never
// change, which need no prophecy; the others, beginning with the last steps, which need little
// history. The core of the first query that has no model says which indices are worth following.
//
// An index that is followed makes all reads exact that are at this index, in all steps. So some of
// the core may be for nothing: it is asked again about indices instead of reads.
#include "engine/array_abstraction/exact_unrolling.h"

#include <algorithm>
#include <unordered_set>

namespace cairn::word {

ExactUnrolling::ExactUnrolling(const ArrayReduction& reduction, const Context& context)
    : reduction_(reduction),
      terms_(*reduction.mixed().terms),
      context_(context),
      unroller_(reduction.mixed(), WordUnroller::Start::Initial),
      solver_(terms_, context) {}

SmtResult ExactUnrolling::check(const std::vector<Fact>& facts, int conflict_limit) {
  ++queries_;
  std::vector<Term> assumptions = assumed_;
  for (const Fact& fact : facts) assumptions.push_back(fact.formula);
  return solver_.check(assumptions, conflict_limit);
}

/// What follows from it that an index, with the value that it has in `index_step`, is followed: in
/// all steps, reads at this index are exact, and equal arrays agree there.
Term ExactUnrolling::followed_at(std::uint32_t group, Term index, std::uint32_t index_step,
                                 std::uint32_t last) {
  const Term value = unroller_.at(reduction_.in_mixed(index), index_step);
  std::vector<Term> all;
  for (std::uint32_t step = 0; step <= last; ++step) {
    for (const auto& read : reduction_.reads())
      if (reduction_.group(read.array) == group)
        all.push_back(terms_.implies(
            terms_.equal(unroller_.at(read.reduced, step), value),
            terms_.equal(unroller_.at(read.result, step),
                         unroller_.at(terms_.select(read.array, read.reduced), step))));
    for (const auto& equality : reduction_.equalities()) {
      if (reduction_.group(terms_.operands(equality.term)[0]) != group) continue;
      const Term result = unroller_.at(equality.result, step);
      if (equality.index == index && step == index_step)
        all.push_back(terms_.equal(result, unroller_.at(equality.exact, step)));
      const auto arrays = terms_.operands(equality.exact);
      if (terms_.op(equality.exact) == Op::Equal && terms_.sort(arrays[0]).is_array())
        all.push_back(terms_.implies(
            result, terms_.equal(terms_.select(unroller_.at(arrays[0], step), value),
                                 terms_.select(unroller_.at(arrays[1], step), value))));
    }
  }
  return terms_.and_all(all);
}

/// Indices that never change are the same in all reads and steps.
void ExactUnrolling::add_fact(Term formula, const IndexNeed& need, std::uint32_t last) {
  const Kind kind = reduction_.kind(need.index);
  if (terms_.is_true(formula) || reduction_.is_followed(need.array, need.index, need.depth)) return;
  if (kind == Kind::Prophecy) {
    facts_.push_back({formula, need, kind});
    return;
  }
  const std::uint32_t group = reduction_.group(need.array);
  const bool is_there = std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
    return fact.need.index == need.index && reduction_.group(fact.need.array) == group;
  });
  if (!is_there) facts_.push_back({followed_at(group, need.index, 0, last), need, kind});
}

void ExactUnrolling::collect_facts(std::uint32_t last) {
  assumed_ = {unroller_.bad_at(last)};
  facts_.clear();
  for (std::uint32_t step = 0; step <= last; ++step) {
    if (context_.budget.exhausted_by_now()) return;
    assumed_.push_back(unroller_.constrained_at(step));
    const auto exact = [&](Term is, Term means) {
      return terms_.equal(unroller_.at(is, step), unroller_.at(means, step));
    };
    for (const auto& read : reduction_.reads())
      add_fact(exact(read.result, terms_.select(read.array, read.reduced)),
               {read.array, read.index, last - step}, last);
    for (const auto& equality : reduction_.equalities())
      add_fact(exact(equality.result, equality.exact),
               {terms_.operands(equality.term)[0], equality.index, last - step}, last);
  }
  for (const auto& index : reduction_.followed()) {
    // Of a run that is too short for its history nothing is predicted.
    const std::uint32_t depth = index.kind == Kind::Prophecy ? index.depth : last;
    if (depth <= last)
      assumed_.push_back(followed_at(index.group, index.index, last - depth, last));
  }
}

ExactUnrolling::Verdict ExactUnrolling::ask(std::uint32_t last) {
  collect_facts(last);
  std::stable_sort(facts_.begin(), facts_.end(),
                   [](const Fact& a, const Fact& b) { return a.price() < b.price(); });
  for (std::uint64_t limit = 0;; limit = 2 * limit + 1) {
    if (context_.budget.exhausted_by_now()) return Verdict::Undecided;
    std::vector<Fact> facts;
    for (const Fact& fact : facts_)
      if (fact.price() <= limit) facts.push_back(fact);
    switch (check(facts)) {
      case SmtResult::Unsat:
        return refute(in_core(facts), last);
      case SmtResult::Unknown:
        return Verdict::Undecided;
      case SmtResult::Sat:
        if (facts.size() == facts_.size()) return Verdict::Reachable;
    }
  }
}

std::vector<ExactUnrolling::Fact> ExactUnrolling::in_core(const std::vector<Fact>& facts) {
  const std::vector<Term> core = solver_.core();
  const std::unordered_set<Term> kept(core.begin(), core.end());
  std::vector<Fact> result;
  for (const Fact& fact : facts)
    if (kept.contains(fact.formula)) result.push_back(fact);
  return result;
}

/// The same needs, each once, with all that follows from them.
std::vector<ExactUnrolling::Fact> ExactUnrolling::as_followed(const std::vector<Fact>& facts,
                                                              std::uint32_t last) {
  std::vector<Fact> result;
  for (Fact fact : facts) {
    const std::uint32_t group = reduction_.group(fact.need.array);
    const bool is_there = std::any_of(result.begin(), result.end(), [&](const Fact& other) {
      return other.need.index == fact.need.index && other.need.depth == fact.need.depth &&
             reduction_.group(other.need.array) == group;
    });
    if (is_there) continue;
    if (fact.kind == Kind::Prophecy)
      fact.formula = followed_at(group, fact.need.index, last - fact.need.depth, last);
    result.push_back(fact);
  }
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
    if (check(others, kConflicts) == SmtResult::Unsat) facts = in_core(others);
  }
  return facts;
}

ExactUnrolling::Verdict ExactUnrolling::refute(std::vector<Fact> facts, std::uint32_t last) {
  // Reads first: there may be many of them, and a comparison with each is more than it takes.
  constexpr std::size_t kFew = 12;
  if (facts.size() > kFew) facts = fewer(std::move(facts));
  needs_.clear();
  for (const Fact& fact : fewer(as_followed(facts, last))) needs_.push_back(fact.need);
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
