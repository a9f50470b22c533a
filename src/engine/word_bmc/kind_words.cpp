// SPDX-License-Identifier: MIT
//
// For growing k: no counterexample has fewer than k steps after the first (base), and from no state
// there is a path of constrained steps 0 to k that is bad in step k alone (step). Constraints hold
// in step k, too: a run may end in a bad step, but this one must be constrained.
//
// A path of the step case with two equal states makes such paths of all lengths, going round and
// round: then no k will do, and what is left is the base case. Excluding loops would make the
// method complete, but leaves no evidence (see kind/kind.cpp), so they are not excluded. Looking
// for a loop takes the values of all states in all steps, so it is done when k has doubled.
#include "engine/word_bmc/kind_words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"

namespace cairn::word {
namespace {

std::vector<Term> relevant_states(const WordSystem& system) {
  std::unordered_map<Term, Term> next;
  for (const WordState& state : system.states) next[state.term] = state.next;
  std::vector<Term> roots = system.bad;
  roots.insert(roots.end(), system.constraints.begin(), system.constraints.end());
  std::unordered_set<Term> found;
  std::vector<Term> result;
  while (!roots.empty()) {
    const std::vector<Term> variables = system.terms->variables_of(roots);
    roots.clear();
    for (const Term variable : variables) {
      const auto state = next.find(variable);
      if (state == next.end() || !found.insert(variable).second) continue;
      result.push_back(variable);
      if (state->second.valid()) roots.push_back(state->second);
    }
  }
  return result;
}

}  // namespace

KindWords::KindWords(const WordSystem& system, const KindWordsConfig& config,
                     const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      terms_(*system.terms),
      base_(system, {config.solver, config.expand}, context, stats_),
      unroller_(system, WordUnroller::Start::Anywhere),
      solver_(terms_, context, {config.solver, config.expand}),
      relevant_(relevant_states(system)) {
  CAIRN_CHECK(config.validate().empty());
}

Unknown KindWords::stopped(const std::string& reason) const {
  const std::int64_t bound = static_cast<std::int64_t>(cleared_) - 1;
  if (context_.budget.exhausted_by_now()) return unknown_for(context_.budget.reason(), bound);
  return {Unknown::Reason::Unsupported, reason, bound};
}

Answer<WordSystem> KindWords::run() {
  context_.progress.phase = "kind-words";
  while (k_ <= config_.last) {
    if (cleared_ < k_) {
      switch (base_.ask(cleared_, k_ - 1)) {
        case WordSearch::Verdict::Reachable:
          return Unsafe<WordSystem>{base_.counterexample()};
        case WordSearch::Verdict::Undecided:
          return stopped(base_.reason());
        case WordSearch::Verdict::RunsEnd:
          return Unknown{Unknown::Reason::Bound, "the constraints end every run",
                         static_cast<std::int64_t>(cleared_) - 1};
        case WordSearch::Verdict::Cleared:
          cleared_ = k_;
          context_.progress.clear(k_ - 1);
      }
    }
    if (!step_ended_) {
      switch (ask_step()) {
        case SmtResult::Unsat: {
          WordInvariant invariant;
          invariant.k = k_;
          return Safe<WordSystem>{std::move(invariant)};
        }
        case SmtResult::Unknown:
          return stopped(solver_.reason());
        case SmtResult::Sat:
          if (config_.loops && std::has_single_bit(k_)) step_ended_ = path_has_loop();
      }
    }
    if (k_ == KindWordsConfig::kNoLimit) break;
    k_ += std::min(config_.step, KindWordsConfig::kNoLimit - k_);
    if (context_.budget.exhausted_by_now()) return stopped("");
  }
  return Unknown{Unknown::Reason::Bound, "", static_cast<std::int64_t>(cleared_) - 1};
}

/// Unsat: the step case holds for k_.
SmtResult KindWords::ask_step() {
  for (; assumed_ < k_; ++assumed_) {
    if (context_.budget.exhausted()) return SmtResult::Unknown;
    solver_.add(unroller_.constrained_at(assumed_));
    solver_.add(terms_.not_(unroller_.bad_at(assumed_)));
  }
  ++steps_;
  context_.log.detail("kind-words: step case for k = {}", k_);
  return solver_.check(std::array{unroller_.constrained_at(k_), unroller_.bad_at(k_)});
}

/// After Sat.
bool KindWords::path_has_loop() {
  std::set<std::vector<Value>> seen;
  for (std::uint32_t step = 0; step <= k_; ++step) {
    std::vector<Value> state;
    for (const Term variable : relevant_)
      state.push_back(solver_.value(unroller_.at(variable, step)));
    if (seen.insert(std::move(state)).second) continue;
    ++loops_;
    context_.log.detail("kind-words: a path with a loop; no k will do");
    return true;
  }
  return false;
}

void KindWords::add_statistics(Statistics& statistics) const {
  const LazyArrayStats base = base_.solver_stats(), step = solver_.stats();
  statistics.count("kind-words.k", k_);
  statistics.count("kind-words.queries.base", stats_.queries);
  statistics.count("kind-words.queries.step", steps_);
  statistics.count("kind-words.folded", stats_.folded);
  statistics.count("kind-words.loops", loops_);
  statistics.count("kind-words.lemmas.base", base.lemmas);
  statistics.count("kind-words.lemmas.step", step.lemmas);
  statistics.count("kind-words.variables.base", base.variables);
  statistics.count("kind-words.variables.step", step.variables);
}

}  // namespace cairn::word
