// SPDX-License-Identifier: MIT
#include "transform/bit/target_enlargement.h"

#include <vector>

#include "base/error.h"
#include "logic/bit/copy.h"
#include "model/simulate.h"

namespace cairn {

BitSystem TargetEnlargement::apply(BitSystem system) {
  num_inputs_ = system.inputs.size();
  const std::uint32_t gates = system.aig.num_ands();
  const Aig original = system.aig;
  const std::vector<Lit> bad = system.bad;
  std::vector<Lit> state;  // by latch, in the last step so far
  for (const Latch& latch : system.latches) state.push_back(latch.next);
  Lit constrained = kTrue;  // the new steps so far
  for (std::uint32_t step = 0; step < steps_; ++step) {
    GraphCopier copier(original, system.aig);
    for (std::size_t i = 0; i < num_inputs_; ++i)
      copier.set_image(system.inputs[i], system.add_input());
    for (std::size_t i = 0; i < state.size(); ++i)
      copier.set_image(system.latches[i].var, state[i]);
    for (const Lit constraint : system.constraints)
      constrained = system.aig.and_gate(constrained, copier.copy(constraint));
    for (std::size_t i = 0; i < bad.size(); ++i)
      system.bad[i] =
          system.aig.or_gate(system.bad[i], system.aig.and_gate(constrained, copier.copy(bad[i])));
    if (step + 1 == steps_) break;
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = copier.copy(system.latches[i].next);
  }
  num_gates_ = system.aig.num_ands() - gates;
  enlarged_ = system;
  return system;
}

/// What holds whatever the new inputs are, before a step and after it, does so when they are false.
/// That no bad state is true is part of every invariant, so that no enlarged one is has to be said.
BitInvariant TargetEnlargement::restore_invariant(BitInvariant invariant) const {
  CAIRN_CHECK(invariant.num_inputs == num_inputs_ * (steps_ + 1));
  BitInvariant result(num_inputs_, invariant.num_latches, invariant.auxiliary.size());
  result.k = invariant.k;
  GraphCopier copier(invariant.aig, result.aig);
  for (std::size_t i = 0; i < invariant.num_inputs; ++i)
    copier.set_image(invariant.input(i).var(), i < num_inputs_ ? result.input(i) : kFalse);
  for (std::size_t i = 0; i < invariant.num_latches; ++i)
    copier.set_image(invariant.latch(i).var(), result.latch(i));
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    copier.set_image(invariant.auxiliary_latch(i).var(), result.auxiliary_latch(i));
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    result.auxiliary[i] = {copier.copy(invariant.auxiliary[i].next),
                           copier.copy(invariant.auxiliary[i].reset)};
  for (const Lit conjunct : invariant.conjuncts) result.conjuncts.push_back(copier.copy(conjunct));
  GraphCopier property(enlarged_.aig, result.aig);
  for (std::size_t i = 0; i < enlarged_.inputs.size(); ++i)
    property.set_image(enlarged_.inputs[i], i < num_inputs_ ? result.input(i) : kFalse);
  for (std::size_t i = 0; i < enlarged_.latches.size(); ++i)
    property.set_image(enlarged_.latches[i].var, result.latch(i));
  for (const Lit bad : enlarged_.bad) result.conjuncts.push_back(~property.copy(bad));
  return result;
}

/// The run goes on where the enlarged bad state is true for the first time; perhaps beyond the bad
/// state.
BitTrace TargetEnlargement::restore_trace(BitTrace trace) const {
  Replay replayed = replay(enlarged_, trace);
  CAIRN_CHECK(replayed.accepted);
  trace = std::move(replayed.concrete);
  trace.inputs.resize(static_cast<std::size_t>(replayed.bad_step) + 1);
  if (trace.bad.size() > 1) trace.bad.clear();  // others may be bad elsewhere
  const std::vector<Lbool> last = trace.inputs.back();
  for (auto& inputs : trace.inputs) inputs.resize(num_inputs_);
  for (std::uint32_t step = 1; step <= steps_; ++step) {
    const auto begin = last.begin() + static_cast<std::ptrdiff_t>(step * num_inputs_);
    trace.inputs.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(num_inputs_));
  }
  return trace;
}

}  // namespace cairn
