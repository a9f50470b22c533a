// SPDX-License-Identifier: MIT
//
// Bounded model checking on one incremental solver [MS08, section 6].
//
// A question covers a window of bounds j..k: is there a run of i steps, j <= i <= k, whose step i
// is bad and whose steps 0..i satisfy the constraints? Each bound of the window is asked for, not
// only its end, and each with the constraints up to it alone: AIGER lets a run end in a bad step
// that has no lawful successor, so a constraint of step k must not be assumed when a bad step i < k
// is looked for. When a window is cleared, its constraints (every longer counterexample satisfies
// them) and the absence of its bad states become clauses for good. In the paper's Algorithm 2 the
// lower end of the window stays 0; it may move because what is cleared stays cleared.
//
// Steps are unrolled in the cone that they need (model/unroll.h), constants are folded, and only
// the cone of the question reaches the solver. A question that folds to false costs no query.
//
// What BMC can prove by itself: that the bad states contradict the constraints in every state,
// reachable or not (a circuit without latches is decided so), and that the constraints end every
// run within the bounds that were cleared (lifetime.h). Everything else that is safe ends in
// Unknown with the bound that was cleared.
#include "engine/bmc.h"

#include <fmt/format.h>

#include <bit>
#include <span>

#include "base/error.h"
#include "engine/lifetime.h"
#include "engine/unrolled_solver.h"

namespace cairn {

/// The bounds of one question.
struct Bmc::Window {
  std::uint32_t first, last;
  std::vector<Lit> lawful_at;    // by bound: the constraints of that step
  std::vector<Lit> bad_at;       // by bound: bad, after lawful steps of this window
  Lit lawful = kTrue;            // all steps of the window are
  Lit question = kFalse;         // some step is bad
  bool runs_end_before = false;  // no run has lawful steps 0 to first - 1
};

std::string BmcConfig::validate() const {
  if (step == 0) return "the step between bounds must be at least 1";
  if (first > last) return fmt::format("the first bound, {}, is beyond the last, {}", first, last);
  return "";
}

Bmc::Bmc(const BitSystem& system, const BmcConfig& config, const Context& context)
    : system_(system), config_(config), context_(context) {
  CAIRN_CHECK(config.validate().empty());
}

Bmc::~Bmc() = default;

void Bmc::add_figures(Figures& figures) const {
  stats_.visit([&](const char* name, std::uint64_t value) { figures.count(name, value); });
}

// [MS08, Algorithm 2]
Answer<BitSystem> Bmc::run() {
  context_.progress.phase = "bmc";
  if (!unrolled_)
    unrolled_ = std::make_unique<UnrolledSolver>(system_, Unroller::Start::Reset, context_.budget,
                                                 config_.solver);
  while (true) {
    const std::uint32_t j = next_, k = next_ == 0 ? config_.first : bound_after(next_ - 1);
    Window window = unroll(j, k);
    switch (ask(window)) {
      case Verdict::Undecided:
        return stopped(std::int64_t{j} - 1);
      case Verdict::Reachable:
        return Unsafe<BitSystem>{counterexample(window)};
      case Verdict::Cleared:
        break;
    }
    close(window);
    if (auto invariant = prove(window)) return Safe<BitSystem>{std::move(*invariant)};
    if (k >= config_.last)
      return Unknown{Unknown::Reason::Bound, "the last bound was reached", std::int64_t{k}};
    next_ = k + 1;
  }
}

Bmc::Window Bmc::unroll(std::uint32_t first, std::uint32_t last) {
  Window window{first, last, {}, {}};
  Aig& aig = unrolled_->unroller().aig();
  for (std::uint32_t i = first; i <= last && !context_.budget.exhausted(); ++i) {
    window.lawful_at.push_back(unrolled_->lawful_at(i));
    window.lawful = aig.and_gate(window.lawful, window.lawful_at.back());
    window.bad_at.push_back(aig.and_gate(unrolled_->bad_at(i), window.lawful));
    window.question = aig.or_gate(window.question, window.bad_at.back());
  }
  stats_.nodes = aig.size();
  return window;
}

Bmc::Verdict Bmc::ask(Window& window) {
  if (context_.budget.exhausted()) return Verdict::Undecided;
  if (window.question == kFalse) {
    ++stats_.folded;
    return Verdict::Cleared;
  }
  ++stats_.queries;
  const int assumption = unrolled_->literal(window.question);
  observe(window.bad_at);
  const IncrementalSolver::Result result = unrolled_->solver().solve(std::span(&assumption, 1));
  stats_.variables = static_cast<std::uint64_t>(unrolled_->num_variables());
  stats_.clauses = unrolled_->solver().num_clauses();
  if (result == IncrementalSolver::Result::Unknown) return Verdict::Undecided;
  if (result == IncrementalSolver::Result::Satisfiable) return Verdict::Reachable;
  window.runs_end_before = !unrolled_->solver().failed(assumption);
  return Verdict::Cleared;
}

/// A model shall tell which of these it is.
void Bmc::observe(const std::vector<Lit>& literals) {
  for (const Lit lit : literals)
    if (!lit.is_constant()) unrolled_->solver().observe(unrolled_->literal(lit));
}

/// In the solver's model.
std::uint32_t Bmc::first_bad(const Window& window) const {
  std::uint32_t i = 0;
  while (unrolled_->value(window.bad_at[i]) != Lbool::True) ++i;
  return i;
}

/// That of the solver's model or, if wanted, the shortest one of the window: each question is about
/// the bounds below the one found last. If the budget does not last, the shortest that was found.
BitTrace Bmc::counterexample(const Window& window) {
  std::uint32_t i = first_bad(window);
  BitTrace trace = unrolled_->trace(window.first + i);
  while (config_.shortest && i > 0) {
    Lit question = kFalse;
    for (std::uint32_t below = 0; below < i; ++below)
      question = unrolled_->unroller().aig().or_gate(question, window.bad_at[below]);
    if (question == kFalse) break;
    ++stats_.queries;
    const int assumption = unrolled_->literal(question);
    observe(window.bad_at);
    const auto result = unrolled_->solver().solve(std::span(&assumption, 1));
    if (result == IncrementalSolver::Result::Unknown)
      context_.log.info("bmc: a limit was reached before the counterexample was the shortest");
    if (result != IncrementalSolver::Result::Satisfiable) break;
    ++stats_.shortenings;
    i = first_bad(window);
    trace = unrolled_->trace(window.first + i);
  }
  return trace;
}

// From now on only longer counterexamples count.
void Bmc::close(const Window& window) {
  IncrementalSolver& solver = unrolled_->solver();
  if (window.question != kFalse) solver.add_unit(-unrolled_->literal(window.question));
  for (const Lit constraint : window.lawful_at)
    if (constraint != kTrue) solver.add_unit(unrolled_->literal(constraint));
  unrolled_->unroller().forget(window.last);
  context_.progress.clear(window.last);
  context_.progress.clauses = stats_.clauses;
  context_.log.detail("bmc: bound {} cleared; {} nodes, {} clauses", window.last, stats_.nodes,
                      stats_.clauses);
}

std::optional<BitInvariant> Bmc::prove(const Window& window) {
  // Whether any lawful run reaches a bound is asked now and then, for a system without one would
  // keep us busy for ever; but it is not what the user asked, so it gets little.
  constexpr int kLifetimeConflicts = 1000;
  std::optional<std::uint32_t> lifetime;
  if (window.runs_end_before && window.first > 0) {
    lifetime = window.first - 1;
  } else if (window.lawful == kFalse) {
    lifetime = window.last;
  } else if (window.lawful != kTrue && std::has_single_bit(windows_ + 1)) {
    if (unrolled_->solver().solve({}, kLifetimeConflicts) ==
        IncrementalSolver::Result::Unsatisfiable)
      lifetime = window.last;
  }
  if (window.lawful != kTrue && !context_.budget.exhausted()) ++windows_;
  if (lifetime) {
    context_.log.info("bmc: no run has {} lawful steps", std::uint64_t{*lifetime} + 1);
    return bounded_lifetime_invariant(system_, *lifetime);
  }
  if (!asked_impossible_) {
    if (bad_is_impossible()) return BitInvariant(system_.inputs.size(), system_.latches.size());
    asked_impossible_ = !context_.budget.exhausted();  // otherwise once more
  }
  return std::nullopt;
}

/// The bad states contradict the constraints in every state: "no bad state" is inductive as it is.
bool Bmc::bad_is_impossible() const {
  // With latches the question is optional, so it must not be allowed to take over the run.
  constexpr int kConflicts = 20000;
  UnrolledSolver one(system_, Unroller::Start::Anywhere, context_.budget);
  const Lit question = one.unroller().aig().and_gate(one.bad_at(0), one.lawful_at(0));
  if (question == kFalse) return true;
  const int assumption = one.literal(question);
  return one.solver().solve(std::span(&assumption, 1), system_.latches.empty() ? -1 : kConflicts) ==
         IncrementalSolver::Result::Unsatisfiable;
}

std::uint32_t Bmc::bound_after(std::uint32_t bound) const {
  return config_.last - bound > config_.step ? bound + config_.step : config_.last;
}

Unknown Bmc::stopped(std::int64_t bound) const {
  return unknown_for(context_.budget.reason(), bound);
}

}  // namespace cairn
