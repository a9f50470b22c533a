// SPDX-License-Identifier: MIT
#include "engine/ic3/abstraction.h"

#include "base/error.h"
#include "engine/ic3/switchable.h"
#include "engine/stop_watch.h"

namespace cairn {

Abstraction::Abstraction(const BitSystem& system, const Transition& transition, Start start,
                         const Budget& budget, Ic3Stats& stats, NextStates next_states)
    : system_(system),
      transition_(transition),
      budget_(budget),
      stats_(stats),
      is_kept_(transition.constraints().size(), false),
      is_next_kept_(transition.num_latches(), next_states == NextStates::Keep),
      num_next_kept_(next_states == NextStates::Keep ? transition.num_latches() : 0),
      next_states_(next_states),
      lawful_(transition.constraints().size()) {
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

void Abstraction::prepare() {
  if (unrolled_) return;
  if (next_states_ == NextStates::LeaveOut) switchable_ = with_switchable_latches(system_);
  const BitSystem& unrolled = next_states_ == NextStates::LeaveOut ? switchable_ : system_;
  // Runs that are known to exist but for a few constraints are easy to find or to refute: CaDiCaL
  // spends most of its time on making the formula smaller.
  unrolled_ = std::make_unique<UnrolledSolver>(unrolled, Unroller::Start::Reset, budget_,
                                               SolverKind::Cairn);
}

/// The constraint holds in all steps up to `step`. One literal for all of them, so that a question
/// of any length assumes its own constraints and no later ones: a run may end in a bad state that
/// has no lawful successor.
Lit Abstraction::lawful_up_to(std::size_t constraint, std::uint32_t step) {
  auto& lawful = lawful_[constraint];
  while (lawful.size() <= step) {
    const auto next = static_cast<std::uint32_t>(lawful.size());
    const BitSystem& unrolled = next_states_ == NextStates::LeaveOut ? switchable_ : system_;
    const Lit now = unrolled_->unroller().at(unrolled.constraints[constraint], next);
    lawful.push_back(next == 0 ? now : unrolled_->unroller().aig().and_gate(lawful.back(), now));
  }
  return lawful[step];
}

Abstraction::Verdict Abstraction::confirm(std::uint32_t depth) {
  CAIRN_CHECK(!is_exact());
  StopWatch watch(stats_.confirm.seconds);
  prepare();
  for (std::uint32_t step = 0; step <= depth; ++step) {
    if (budget_.exhausted()) return Verdict::Undecided;
    for (std::size_t i = 0; i < is_kept_.size(); ++i) lawful_up_to(i, step);
  }
  const std::size_t num_constraints = is_kept_.size(), num_latches = is_next_kept_.size();
  std::vector<int> assumptions{unrolled_->literal(unrolled_->bad_at(depth))};
  for (std::size_t i = 0; i < num_constraints; ++i)
    assumptions.push_back(unrolled_->literal(lawful_up_to(i, depth)));
  for (std::size_t i = 0; next_states_ == NextStates::LeaveOut && i < num_latches; ++i)
    assumptions.push_back(
        unrolled_->literal(unrolled_->unroller().at(matters(switchable_, num_latches, i), 0)));
  switch (unrolled_->solver().solve(assumptions)) {
    case IncrementalSolver::Result::Unknown:
      return Verdict::Undecided;
    case IncrementalSolver::Result::Satisfiable:
      ++stats_.confirm.satisfiable;
      trace_ = without_switches(system_, unrolled_->trace(depth));
      return Verdict::Real;
    case IncrementalSolver::Result::Unsatisfiable:
      break;
  }
  ++stats_.confirm.unsatisfiable;
  const std::size_t before = num_kept_ + num_next_kept_;
  for (std::size_t i = 0; i + 1 < assumptions.size(); ++i) {
    if (!unrolled_->solver().failed(assumptions[i + 1])) continue;
    if (i < num_constraints)
      keep(i);
    else
      keep_next(i - num_constraints);
  }
  // The path relied on a value that the solver of the frames knows for good, by constraints that
  // are not kept (justify.h): there is nothing to learn from it.
  if (num_kept_ + num_next_kept_ == before) keep_all();
  stats_.kept_constraints = num_kept_;
  if (next_states_ == NextStates::LeaveOut) stats_.kept_next = num_next_kept_;
  return Verdict::Refuted;
}

}  // namespace cairn
