// SPDX-License-Identifier: MIT
#include "transform/bit/resets.h"

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn {

BitSystem Resets::apply(BitSystem system) {
  for (std::uint32_t i = 0; i < system.latches.size(); ++i) {
    const Latch& latch = system.latches[i];
    if (!latch.has_constant_reset() && !latch.is_uninitialised())
      functions_.push_back({i, latch.reset});
  }
  if (functions_.empty()) return system;
  original_ = system.aig;
  inputs_ = system.inputs;
  for (const Latch& latch : system.latches) latches_.push_back(latch.var);

  const Lit first = system.add_latch("", kTrue);
  system.set_next(first, kFalse);
  for (const auto& [position, reset] : functions_) {
    Latch& latch = system.latches[position];
    latch.reset = Lit(latch.var);
    system.constraints.push_back(
        system.aig.implies(first, system.aig.equal(Lit(latch.var), reset)));
  }
  context_.log.detail("resets: {} functions became constraints", functions_.size());
  return system;
}

BitInvariant Resets::restore_invariant(BitInvariant invariant) const {
  if (functions_.empty()) return invariant;
  const std::size_t inputs = inputs_.size(), latches = latches_.size();
  CAIRN_CHECK(invariant.num_inputs == inputs && invariant.num_latches == latches + 1);
  // The last latch becomes the first auxiliary one. That is the same leaf: they follow each other,
  // in the second state of a ranking, too.
  invariant.num_latches = static_cast<std::uint32_t>(latches);
  invariant.auxiliary.insert(invariant.auxiliary.begin(), {kFalse, kTrue});
  const Lit first = invariant.auxiliary_latch(0);
  GraphCopier copier(original_, invariant.aig);
  for (std::size_t i = 0; i < inputs; ++i) copier.set_image(inputs_[i], invariant.input(i));
  for (std::size_t i = 0; i < latches; ++i) copier.set_image(latches_[i], invariant.latch(i));
  for (const auto& [position, reset] : functions_)
    invariant.conjuncts.push_back(invariant.aig.implies(
        first, invariant.aig.equal(invariant.latch(position), copier.copy(reset))));
  return invariant;
}

BitTrace Resets::restore_trace(BitTrace trace) const {
  if (!functions_.empty()) trace.initial.pop_back();
  return trace;
}

}  // namespace cairn
