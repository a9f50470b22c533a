// SPDX-License-Identifier: MIT
#include "engine/ic3/predicate.h"

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn::ic3 {
namespace {

/// The system with inputs for one more step, in which the bad states are those of that step.
BitSystem with_property_assumed(const BitSystem& system) {
  BitSystem result = system;
  GraphCopier after(system.aig, result.aig);
  for (const Var input : system.inputs) after.set_image(input, result.add_input());
  for (const Latch& latch : system.latches) after.set_image(latch.var, latch.next);
  std::vector<Lit> constrained;
  for (const Lit constraint : system.constraints) constrained.push_back(after.copy(constraint));
  const Lit is_constrained = result.aig.and_all(constrained);
  for (Lit& bad : result.bad) {
    result.constraints.push_back(~bad);
    bad = result.aig.and_gate(is_constrained, after.copy(bad));
  }
  return result;
}

}  // namespace

PropertyAssumed::PropertyAssumed(const BitSystem& system, const Context& context, const Make& make)
    : system_(system),
      context_(context),
      assumed_(with_property_assumed(system)),
      first_step_(std::make_unique<UnrolledSolver>(system, Unroller::Start::Reset, context.budget)),
      engine_(make(assumed_)) {}

Answer<BitSystem> PropertyAssumed::run() {
  if (first_step_)
    if (auto answer = check_first_step()) return std::move(*answer);
  Answer<BitSystem> answer = engine_->run();
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer))
    return Safe<BitSystem>{restore(safe->invariant)};
  if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
    return Unsafe<BitSystem>{restore(std::move(unsafe->trace))};
  return answer;
}

/// An answer, unless the first step is never bad.
std::optional<Answer<BitSystem>> PropertyAssumed::check_first_step() {
  const int assumptions[] = {first_step_->literal(first_step_->bad_at(0)),
                             first_step_->literal(first_step_->constrained_at(0))};
  switch (first_step_->solver().solve(assumptions)) {
    case IncrementalSolver::Result::Unknown:
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    case IncrementalSolver::Result::Satisfiable:
      return Unsafe<BitSystem>{first_step_->trace(0)};
    case IncrementalSolver::Result::Unsatisfiable:
      break;
  }
  first_step_.reset();
  return std::nullopt;
}

BitInvariant PropertyAssumed::restore(const BitInvariant& invariant) const {
  BitInvariant result(system_.inputs.size(), system_.latches.size());
  CAIRN_CHECK(invariant.auxiliary.empty());
  GraphCopier copier(invariant.aig, result.aig);
  for (std::size_t i = 0; i < system_.latches.size(); ++i)
    copier.set_image(invariant.latch(i).var(), result.latch(i));
  for (const Lit conjunct : invariant.conjuncts) result.conjuncts.push_back(copier.copy(conjunct));
  return result;
}

BitTrace PropertyAssumed::restore(BitTrace trace) const {
  const auto num_inputs = static_cast<std::ptrdiff_t>(system_.inputs.size());
  const std::vector<Lbool> last(trace.inputs.back().begin() + num_inputs,
                                trace.inputs.back().end());
  for (auto& inputs : trace.inputs) inputs.resize(system_.inputs.size());
  trace.inputs.push_back(last);
  return trace;
}

void PropertyAssumed::add_statistics(Statistics& statistics) const {
  engine_->add_statistics(statistics);
  statistics.count("ic3.predicate.gates", assumed_.aig.num_ands() - system_.aig.num_ands());
}

}  // namespace cairn::ic3
