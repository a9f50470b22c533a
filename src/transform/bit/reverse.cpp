// SPDX-License-Identifier: MIT
#include "transform/bit/reverse.h"

#include <vector>

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn {
namespace {

/// Gives the leaves of `system` their images, by position.
void set_leaves(const BitSystem& system, const std::vector<Lit>& inputs,
                const std::vector<Lit>& latches, GraphCopier& copier) {
  for (std::size_t i = 0; i < inputs.size(); ++i) copier.set_image(system.inputs[i], inputs[i]);
  for (std::size_t i = 0; i < latches.size(); ++i)
    copier.set_image(system.latches[i].var, latches[i]);
}

/// Some bad state is true, and all constraints are.
Lit constrainedly_bad(const BitSystem& system, GraphCopier& copier, Aig& aig) {
  std::vector<Lit> bad, all;
  for (const Lit lit : system.bad) bad.push_back(copier.copy(lit));
  for (const Lit lit : system.constraints) all.push_back(copier.copy(lit));
  all.push_back(aig.or_all(bad));
  return aig.and_all(all);
}

}  // namespace

// Inputs of the result: I, then P. Latches: S, then `first` and `good`.
BitSystem Reverse::apply(BitSystem system) {
  forward_ = resets_.apply(std::move(system));
  BitSystem backward;
  Aig& aig = backward.aig;
  std::vector<Lit> inputs, guess, state;
  for (std::size_t i = 0; i < forward_.inputs.size(); ++i) inputs.push_back(backward.add_input());
  for (std::size_t i = 0; i < forward_.latches.size(); ++i) guess.push_back(backward.add_input());
  for (std::size_t i = 0; i < forward_.latches.size(); ++i)
    state.push_back(backward.add_uninitialised_latch());
  const Lit first = backward.add_latch("", kTrue), good = backward.add_latch("", kTrue);

  // The inputs of a bad state and those of the step into it are two sets; the first step of the
  // result takes both, so it has the inputs of the bad state alone, and leads nowhere else.
  std::vector<Lit> bad_inputs;
  for (std::size_t i = 0; i < forward_.inputs.size(); ++i)
    bad_inputs.push_back(backward.add_input());
  GraphCopier here(forward_.aig, aig), before(forward_.aig, aig);
  set_leaves(forward_, bad_inputs, state, here);
  set_leaves(forward_, inputs, guess, before);
  backward.constraints.push_back(aig.implies(first, constrainedly_bad(forward_, here, aig)));

  std::vector<Lit> right{good}, initial{good};
  for (const Lit lit : forward_.constraints) right.push_back(before.copy(lit));
  for (std::size_t i = 0; i < state.size(); ++i) {
    const Latch& latch = forward_.latches[i];
    right.push_back(aig.equal(before.copy(latch.next), state[i]));
    backward.set_next(state[i], guess[i]);
    if (latch.has_constant_reset()) initial.push_back(state[i] ^ (latch.reset == kFalse));
  }
  backward.set_next(first, kFalse);
  backward.set_next(good, aig.and_all(right));
  backward.bad.push_back(aig.and_all(initial));
  return backward;
}

BitInvariant Reverse::restore_invariant(BitInvariant invariant) const {
  CAIRN_CHECK(invariant.auxiliary.empty());
  const std::size_t num_inputs = forward_.inputs.size(), num_latches = forward_.latches.size();
  CAIRN_CHECK(invariant.num_latches == num_latches + 2);
  BitInvariant result(num_inputs, num_latches);
  GraphCopier copier(invariant.aig, result.aig);
  for (std::size_t i = 0; i < num_latches; ++i)
    copier.set_image(invariant.latch(i).var(), result.latch(i));
  copier.set_image(invariant.latch(num_latches).var(), kFalse);
  copier.set_image(invariant.latch(num_latches + 1).var(), kTrue);
  std::vector<Lit> conjuncts, initial;
  for (const Lit conjunct : invariant.conjuncts) conjuncts.push_back(copier.copy(conjunct));
  for (std::size_t i = 0; i < num_latches; ++i)
    if (const Latch& latch = forward_.latches[i]; latch.has_constant_reset())
      initial.push_back(result.latch(i) ^ (latch.reset == kFalse));
  conjuncts.push_back(~result.aig.and_all(initial));
  result.conjuncts.push_back(~result.aig.and_all(conjuncts));
  return resets_.restore_invariant(std::move(result));
}

BitTrace Reverse::restore_trace(BitTrace trace) const {
  const std::size_t num_inputs = forward_.inputs.size(), num_latches = forward_.latches.size();
  BitTrace result;
  // S of step k is P of step k - 1; the last S is where the run begins.
  const auto state_of = [&](std::size_t step) {
    const auto& from = step == 0 ? trace.initial : trace.inputs[step - 1];
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(step == 0 ? 0 : num_inputs);
    return std::vector<Lbool>(begin, begin + static_cast<std::ptrdiff_t>(num_latches));
  };
  result.initial = state_of(trace.length() - 1);
  for (std::size_t step = trace.length() - 1; step > 0; --step) {
    const auto& inputs = trace.inputs[step - 1];
    result.inputs.emplace_back(inputs.begin(),
                               inputs.begin() + static_cast<std::ptrdiff_t>(num_inputs));
  }
  const auto& last = trace.inputs[0];
  result.inputs.emplace_back(last.end() - static_cast<std::ptrdiff_t>(num_inputs), last.end());
  return resets_.restore_trace(std::move(result));
}

}  // namespace cairn
