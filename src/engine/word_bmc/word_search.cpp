// SPDX-License-Identifier: MIT
//
// One query covers a window of bounds, as in bmc/bounded_search.cpp: some step of the window is bad
// and all steps of the window before it, and it, are constrained. The steps before the window are
// cleared: their constraints are facts of the solver, and so is that they are not bad, which the
// solver learnt by itself. A run may end in a bad step, so constraints of later steps don't count.
#include "engine/word_bmc/word_search.h"

#include <array>

#include "base/error.h"

namespace cairn::word {

WordSearch::WordSearch(const WordSystem& system, const LazyArrayConfig& config,
                       const Context& context, WordSearchStats& stats)
    : terms_(*system.terms),
      context_(context),
      stats_(stats),
      unroller_(system, WordUnroller::Start::Initial),
      solver_(terms_, context, config) {}

WordSearch::Verdict WordSearch::ask(std::uint32_t first, std::uint32_t last) {
  if (first_ != first) {
    first_ = first;
    constrained_.clear();
    bad_.clear();
  }
  Term before = constrained_.empty() ? terms_.true_term() : terms_.and_all(constrained_);
  // Asked again after Undecided, the window is there.
  for (std::uint32_t step = first + static_cast<std::uint32_t>(bad_.size()); step <= last; ++step) {
    if (context_.budget.exhausted_by_now()) return Verdict::Undecided;
    constrained_.push_back(unroller_.constrained_at(step));
    before = terms_.and_(before, constrained_.back());
    bad_.push_back(terms_.and_(before, unroller_.bad_at(step)));
  }
  const Term query = terms_.or_all(bad_);
  if (terms_.is_false(query)) {
    ++stats_.folded;
  } else {
    ++stats_.queries;
    switch (solver_.check(std::array{query}, -1)) {
      case SmtResult::Sat:
        return Verdict::Reachable;
      case SmtResult::Unknown:
        return Verdict::Undecided;
      case SmtResult::Unsat:
        if (solver_.core().empty()) return Verdict::RunsEnd;
    }
    solver_.add(terms_.not_(query));
  }
  for (const Term constraint : constrained_)
    if (!terms_.is_true(constraint)) solver_.add(constraint);
  return Verdict::Cleared;
}

WordTrace WordSearch::counterexample() {
  std::uint32_t steps = 0;
  while (!solver_.value(bad_[steps]).as_bool()) ++steps;
  return unroller_.trace(first_ + steps, [this](Term term) { return solver_.value(term); });
}

}  // namespace cairn::word
