// SPDX-License-Identifier: MIT
//
// The queries of bounded model checking [MS08, section 6].
//
// A query covers a window of bounds j..k: is there a run of i steps, j <= i <= k, whose step i
// is bad and whose steps 0..i satisfy the constraints? Each bound of the window is asked for, not
// only its end, and each with the constraints up to it alone: AIGER lets a run end in a bad step
// that has no constrained successor, so a constraint of step k must not be assumed when a bad step
// i < k is looked for. When a window is cleared, its constraints (every longer counterexample
// satisfies them) and the absence of its bad states become clauses for good. In the paper's
// Algorithm 2 the lower end of the window stays 0; it may move because what is cleared stays
// cleared.
//
// With the encoding by polarity [PG86] a query is a literal that implies that some bound of the
// window is bad, and that it is false when the window is cleared is true of every run, but says
// nothing more of it.
//
// Steps are unrolled in the cone that they need (model/unroll.h), constants are folded, and only
// the cone of the query reaches the solver. A query that folds to false costs no query.
#include "engine/bmc/bounded_search.h"

#include <algorithm>
#include <span>

namespace cairn {

BoundedSearch::BoundedSearch(const BitSystem& system, SolverKind solver,
                             CnfEncoder::Polarities polarities, const Context& context,
                             BoundedSearchStats& stats)
    : context_(context),
      stats_(stats),
      unrolled_(system, Unroller::Start::Reset, context.budget, solver, polarities) {}

BoundedSearch::Window BoundedSearch::unroll(std::uint32_t first, std::uint32_t last) {
  Window window{first, last, {}, {}};
  complete(window);
  return window;
}

bool BoundedSearch::complete(Window& window) {
  Aig& aig = unrolled_.unroller().aig();
  const std::size_t size = std::size_t{window.last} - window.first + 1;
  while (window.bad_at.size() < size && !context_.budget.exhausted()) {
    const auto step = static_cast<std::uint32_t>(window.first + window.bad_at.size());
    window.constrained_at.push_back(unrolled_.constrained_at(step));
    window.constrained = aig.and_gate(window.constrained, window.constrained_at.back());
    window.bad_at.push_back(aig.and_gate(unrolled_.bad_at(step), window.constrained));
    window.query = aig.or_gate(window.query, window.bad_at.back());
  }
  stats_.nodes = aig.size();
  return window.bad_at.size() == size;
}

BoundedSearch::Verdict BoundedSearch::ask(Window& window, int conflict_limit) {
  if (!complete(window) || context_.budget.exhausted()) return Verdict::Undecided;
  if (window.query == kFalse) {
    ++stats_.folded;
    return Verdict::Cleared;
  }
  ++stats_.queries;
  const int assumption = unrolled_.implied(window.query);
  observe(window.bad_at);
  assume_lemmas(window);
  const auto result = unrolled_.solver().solve(std::span(&assumption, 1), conflict_limit);
  stats_.variables = static_cast<std::uint64_t>(unrolled_.num_variables());
  stats_.clauses = unrolled_.solver().num_clauses();
  if (result == IncrementalSolver::Result::Unknown) return Verdict::Undecided;
  if (result == IncrementalSolver::Result::Satisfiable) return Verdict::Reachable;
  window.runs_end_before = !unrolled_.solver().failed(assumption);
  return Verdict::Cleared;
}

/// They are true of every run, so they change no answer. In the first step of the window only: a
/// counterexample satisfies the constraints up to there, but may end there. What comes after it in
/// the unrolling need not be a run, and a lemma about that would forbid the counterexample.
void BoundedSearch::assume_lemmas(Window& window) {
  if (lemmas_ == nullptr) return;
  for (; window.lemmas < lemmas_->size(); ++window.lemmas) {
    const SharedLemma& lemma = (*lemmas_)[window.lemmas];
    if (window.first <= lemma.level && unrolled_.exclude(lemma, window.first)) ++stats_.lemmas;
  }
}

/// A model shall tell which of these it is. One alone is the query.
void BoundedSearch::observe(const std::vector<Lit>& literals) {
  if (literals.size() == 1 && unrolled_.polarities() == CnfEncoder::Polarities::AsAsked) return;
  for (const Lit lit : literals)
    if (!lit.is_constant()) unrolled_.solver().observe(unrolled_.literal(lit));
}

/// In the solver's model.
std::uint32_t BoundedSearch::first_bad(const Window& window) const {
  std::uint32_t i = 0;
  while (unrolled_.value(window.bad_at[i]) != Lbool::True) ++i;
  return i;
}

BitTrace BoundedSearch::counterexample(const Window& window) {
  return unrolled_.trace(window.first + first_bad(window));
}

/// Each query is about the bounds below the one found last. If the budget does not last, the
/// shortest that was found.
BitTrace BoundedSearch::shortest_counterexample(const Window& window) {
  std::uint32_t i = first_bad(window);
  BitTrace trace = unrolled_.trace(window.first + i);
  while (i > 0) {
    Lit query = kFalse;
    for (std::uint32_t below = 0; below < i; ++below)
      query = unrolled_.unroller().aig().or_gate(query, window.bad_at[below]);
    if (query == kFalse) break;
    ++stats_.queries;
    const int assumption = unrolled_.literal(query);
    observe(window.bad_at);
    const auto result = unrolled_.solver().solve(std::span(&assumption, 1));
    if (result == IncrementalSolver::Result::Unknown)
      context_.log.info("bmc: a limit was reached before the counterexample was the shortest");
    if (result != IncrementalSolver::Result::Satisfiable) break;
    ++stats_.shortenings;
    i = first_bad(window);
    trace = unrolled_.trace(window.first + i);
  }
  return trace;
}

void BoundedSearch::close(const Window& window) {
  if (window.query != kFalse) solver().add_unit(-unrolled_.implied(window.query));
  for (const Lit constraint : window.constrained_at)
    if (constraint != kTrue) solver().add_unit(unrolled_.implied(constraint));
  unrolled_.unroller().forget(window.last);
}

}  // namespace cairn
