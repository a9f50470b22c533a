// SPDX-License-Identifier: MIT
#include "engine/ic3/abstraction.h"

#include "base/error.h"
#include "engine/ic3/switchable.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3 {

Abstraction::Abstraction(const BitSystem& system, const Transition& transition, Start start,
                         const Budget& budget, Ic3Stats& stats, NextStates next_states)
    : system_(system),
      transition_(transition),
      budget_(budget),
      stats_(stats),
      is_kept_(transition.constraints().size(), false),
      is_next_kept_(transition.num_latches(), next_states == NextStates::Keep),
      num_next_kept_(next_states == NextStates::Keep ? transition.num_latches() : 0),
      next_states_(next_states) {
  if (start == Start::AllConstraints)
    for (std::size_t i = 0; i < is_kept_.size(); ++i) keep(i);
}

void Abstraction::keep(std::size_t constraint) {
  if (is_kept_[constraint]) return;
  is_kept_[constraint] = true;
  ++num_kept_;
  kept_.push_back(transition_.constraints()[constraint]);
}

void Abstraction::keep_next(std::size_t latch) {
  if (is_next_kept_[latch]) return;
  is_next_kept_[latch] = true;
  ++num_next_kept_;
}

void Abstraction::keep_all() {
  for (std::size_t i = 0; i < is_kept_.size(); ++i) keep(i);
  for (std::size_t i = 0; i < is_next_kept_.size(); ++i) keep_next(i);
}

/// The system as it is or, if next-state functions are left out, with switches for them.
const BitSystem& Abstraction::unrolled_system() {
  if (next_states_ == NextStates::Keep) return system_;
  if (switchable_.latches.empty()) switchable_ = with_switchable_latches(system_);
  return switchable_;
}

/// Some run of `depth` steps is bad in the last one; then everything that was left out: constraints
/// and next-state functions.
std::vector<int> Abstraction::Unrolling::demands(std::uint32_t depth) {
  std::vector<int> literals{solver.literal(solver.bad_at(depth))};
  for (std::size_t i = 0; i < constrained.size(); ++i)
    literals.push_back(solver.literal(constrained_up_to(i, depth)));
  for (const Lit latch : switches)
    literals.push_back(solver.literal(solver.unroller().at(latch, 0)));
  return literals;
}

/// The constraint holds in all steps up to `step`. One literal for all of them, so that a query
/// of any length assumes its own constraints and no later ones: a run may end in a bad state that
/// has no constrained successor.
Lit Abstraction::Unrolling::constrained_up_to(std::size_t constraint, std::uint32_t step) {
  auto& so_far = constrained[constraint];
  while (so_far.size() <= step) {
    const auto next = static_cast<std::uint32_t>(so_far.size());
    const Lit now = solver.unroller().at(system.constraints[constraint], next);
    so_far.push_back(next == 0 ? now : solver.unroller().aig().and_gate(so_far.back(), now));
  }
  return so_far[step];
}

Abstraction::Unrolling& Abstraction::unrolling() {
  if (unrolling_) return *unrolling_;
  unrolling_ = std::make_unique<Unrolling>(unrolled_system(), budget_);
  unrolling_->constrained.resize(is_kept_.size());
  const std::size_t num_latches = is_next_kept_.size();
  for (std::size_t i = 0; next_states_ == NextStates::LeaveOut && i < num_latches; ++i)
    unrolling_->switches.push_back(matters(switchable_, num_latches, i));
  return *unrolling_;
}

/// Most runs that are false are so for one reason and soon refuted; what takes long is to find one
/// that is real. Hence SolverKind::Stable (docs/decisions/0011-stable-search.md).
Abstraction::Verdict Abstraction::confirm(std::uint32_t depth) {
  CAIRN_CHECK(!is_exact());
  StopWatch watch(stats_.confirm.seconds);
  Unrolling& unrolled = unrolling();
  for (std::uint32_t step = 0; step <= depth; ++step) {
    if (budget_.exhausted()) return Verdict::Undecided;
    for (std::size_t i = 0; i < is_kept_.size(); ++i) unrolled.constrained_up_to(i, step);
  }
  const std::vector<int> demands = unrolled.demands(depth);
  switch (unrolled.solver.solver().solve(demands)) {
    case IncrementalSolver::Result::Unknown:
      break;
    case IncrementalSolver::Result::Satisfiable:
      ++stats_.confirm.satisfiable;
      trace_ = without_switches(system_, unrolled.solver.trace(depth));
      return Verdict::Real;
    case IncrementalSolver::Result::Unsatisfiable:
      ++stats_.confirm.unsatisfiable;
      learn(unrolled.solver.solver(), demands);
      return Verdict::Refuted;
  }
  return Verdict::Undecided;
}

/// From the core of a refuted run.
void Abstraction::learn(const IncrementalSolver& solver, const std::vector<int>& demands) {
  const std::size_t before = num_kept_ + num_next_kept_;
  for (std::size_t i = 0; i + 1 < demands.size(); ++i) {
    if (!solver.failed(demands[i + 1])) continue;
    if (i < is_kept_.size())
      keep(i);
    else
      keep_next(i - is_kept_.size());
  }
  // The path relied on a value that the solver of the frames knows for good, by constraints that
  // are not kept (justify.h): there is nothing to learn from it.
  if (num_kept_ + num_next_kept_ == before) keep_all();
  stats_.kept_constraints = num_kept_;
  if (next_states_ == NextStates::LeaveOut) stats_.kept_next = num_next_kept_;
}

}  // namespace cairn::ic3
