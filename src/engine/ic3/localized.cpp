// SPDX-License-Identifier: MIT
#include "engine/ic3/localized.h"

#include <algorithm>

#include "engine/ic3/switchable.h"
#include "logic/bit/copy.h"

namespace cairn::ic3 {
namespace {

/// By latch: whether the bad states read it in the same step.
std::vector<bool> read_by_bad(const BitSystem& system) {
  std::vector<bool> seen(system.aig.size(), false);
  std::vector<Var> stack;
  for (const Lit bad : system.bad) stack.push_back(bad.var());
  while (!stack.empty()) {
    const Var var = stack.back();
    stack.pop_back();
    if (seen[var.index]) continue;
    seen[var.index] = true;
    if (!system.aig.is_and(var)) continue;
    stack.push_back(system.aig.left(var).var());
    stack.push_back(system.aig.right(var).var());
  }
  std::vector<bool> read;
  for (const Latch& latch : system.latches) read.push_back(seen[latch.var.index]);
  return read;
}

}  // namespace

LocalizedIc3::LocalizedIc3(const BitSystem& system, const Ic3Config& config, const Context& context)
    : system_(system), config_(config), context_(context), is_kept_(read_by_bad(system)) {
  localize();
}

void LocalizedIc3::localize() {
  latches_.clear();
  cut_.clear();
  for (std::uint32_t i = 0; i < is_kept_.size(); ++i) (is_kept_[i] ? latches_ : cut_).push_back(i);
  engine_.reset();
  localized_ = BitSystem();
  GraphCopier copier(system_.aig, localized_.aig);
  for (const Var input : system_.inputs) copier.set_image(input, localized_.add_input());
  for (const std::uint32_t i : cut_)
    copier.set_image(system_.latches[i].var, localized_.add_input());
  for (const std::uint32_t i : latches_)
    copier.set_image(system_.latches[i].var, add_latch_like(system_.latches[i], localized_));
  copy_logic(system_, latches_, copier, localized_);
  engine_ = std::make_unique<Ic3>(localized_, config_, context_);
}

Answer<BitSystem> LocalizedIc3::run() {
  while (true) {
    if (!doubtful_) {
      Answer<BitSystem> answer = engine_->run();
      if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
        return Safe<BitSystem>{restore(safe->invariant)};
      if (std::holds_alternative<Unknown>(answer)) return answer;
      BitTrace& trace = std::get<Unsafe<BitSystem>>(answer).trace;
      if (cut_.empty()) return answer;
      doubtful_ = static_cast<std::uint32_t>(trace.length() - 1);
    }
    switch (confirm(*doubtful_)) {
      case Verdict::Undecided:
        return unknown_for(context_.budget.reason(), context_.progress.bound);
      case Verdict::Real:
        return Unsafe<BitSystem>{real_trace(*doubtful_)};
      case Verdict::Refuted:
        break;
    }
    doubtful_.reset();
    localize();
    context_.log.detail("ic3: {} of {} latches are latches now", latches_.size(), is_kept_.size());
  }
}

void LocalizedIc3::prepare_confirmation() {
  switchable_ = with_switchable_latches(system_);
  unrolled_ =
      std::make_unique<UnrolledSolver>(switchable_, Unroller::Start::Reset, context_.budget);
}

/// Whether the system has a run of `depth` steps into a bad state. If not, more latches are kept.
LocalizedIc3::Verdict LocalizedIc3::confirm(std::uint32_t depth) {
  if (!unrolled_) prepare_confirmation();
  std::vector<int> assumptions;
  const std::size_t num_latches = system_.latches.size();
  for (std::size_t i = 0; i < num_latches; ++i)
    assumptions.push_back(
        unrolled_->literal(unrolled_->unroller().at(matters(switchable_, num_latches, i), 0)));
  for (std::uint32_t step = 0; step <= depth; ++step) {
    // Only where there is something to add, so that short time slices come to the query some day.
    if (step >= unrolled_steps_ && context_.budget.exhausted()) return Verdict::Undecided;
    unrolled_steps_ = std::max(unrolled_steps_, step + 1);
    assumptions.push_back(unrolled_->literal(unrolled_->constrained_at(step)));
  }
  assumptions.push_back(unrolled_->literal(unrolled_->bad_at(depth)));
  switch (unrolled_->solver().solve(assumptions)) {
    case IncrementalSolver::Result::Unknown:
      return Verdict::Undecided;
    case IncrementalSolver::Result::Satisfiable:
      return Verdict::Real;
    case IncrementalSolver::Result::Unsatisfiable:
      break;
  }
  ++refinements_;
  bool is_more = false;
  for (std::size_t i = 0; i < num_latches; ++i) {
    if (is_kept_[i] || !unrolled_->solver().failed(assumptions[i])) continue;
    is_kept_[i] = true;
    is_more = true;
  }
  if (!is_more) is_kept_.assign(num_latches, true);
  return Verdict::Refuted;
}

BitTrace LocalizedIc3::real_trace(std::uint32_t depth) const {
  return without_switches(system_, unrolled_->trace(depth));
}

BitInvariant LocalizedIc3::restore(const BitInvariant& invariant) const {
  BitInvariant whole(system_.inputs.size(), system_.latches.size());
  GraphCopier copier(invariant.aig, whole.aig);
  for (std::size_t i = 0; i < system_.inputs.size(); ++i)
    copier.set_image(invariant.input(i).var(), whole.input(i));
  for (std::size_t i = 0; i < cut_.size(); ++i)
    copier.set_image(invariant.input(system_.inputs.size() + i).var(), whole.latch(cut_[i]));
  for (std::size_t i = 0; i < latches_.size(); ++i)
    copier.set_image(invariant.latch(i).var(), whole.latch(latches_[i]));
  for (const Lit conjunct : invariant.conjuncts) whole.conjuncts.push_back(copier.copy(conjunct));
  return whole;
}

void LocalizedIc3::add_statistics(Statistics& statistics) const {
  engine_->add_statistics(statistics);
  statistics.count("ic3.localized.latches", latches_.size());
  statistics.count("ic3.localized.refinements", refinements_);
}

}  // namespace cairn::ic3
