// SPDX-License-Identifier: MIT
#include "engine/shared/lifetime.h"

#include "logic/bit/copy.h"
#include "model/unroll.h"

namespace cairn {
namespace {

class LifetimeProof {
 public:
  LifetimeProof(const BitSystem& system, std::uint32_t last)
      : system_(system),
        last_(last),
        steps_(last + 1),
        unroller_(system, Unroller::Start::Reset),
        invariant_(system.inputs.size(), system.latches.size(),
                   steps_ + system.latches.size() + std::size_t{last} * system.inputs.size()) {}

  BitInvariant build() {
    unroll();
    define_auxiliary_latches();
    describe_counter();
    describe_first_step();
    describe_later_steps();
    return std::move(invariant_);
  }

 private:
  Lit now(std::uint32_t step) const { return invariant_.auxiliary_latch(step); }
  Lit chosen_latch(std::size_t latch) const { return invariant_.auxiliary_latch(steps_ + latch); }
  Lit chosen_input(std::size_t input, std::uint32_t step) const {
    return invariant_.auxiliary_latch(steps_ + system_.latches.size() +
                                      std::size_t{step} * system_.inputs.size() + input);
  }
  BitInvariant::AuxiliaryLatch& at(Lit auxiliary) {
    return invariant_.auxiliary[auxiliary.var().index - invariant_.auxiliary_latch(0).var().index];
  }
  void require(Lit when, Lit then) {
    const Lit conjunct = invariant_.aig.implies(when, then);
    if (conjunct != kTrue) invariant_.conjuncts.push_back(conjunct);
  }

  // The whole unrolling first, so that the copiers below see a graph that no longer grows.
  void unroll() {
    for (std::uint32_t step = 0; step < steps_; ++step) {
      auto& states = states_.emplace_back();
      for (const Latch& latch : system_.latches)
        states.push_back(unroller_.at(Lit(latch.var), step));
      if (step == last_) break;
      Lit constrained = kTrue;
      for (const Lit lit : system_.constraints)
        constrained = unroller_.aig().and_gate(constrained, unroller_.at(lit, step));
      constrained_.push_back(constrained);
    }
  }

  void define_auxiliary_latches() {
    Aig& aig = invariant_.aig;
    for (std::uint32_t step = 0; step < steps_; ++step)
      at(now(step)) = {step == 0 ? kFalse : now(step - 1), step == 0 ? kTrue : kFalse};
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      at(chosen_latch(i)) = {aig.if_then_else(now(0), invariant_.latch(i), chosen_latch(i)),
                             kFalse};
    for (std::uint32_t step = 0; step < last_; ++step)
      for (std::size_t i = 0; i < system_.inputs.size(); ++i)
        at(chosen_input(i, step)) = {
            aig.if_then_else(now(step), invariant_.input(i), chosen_input(i, step)), kFalse};
  }

  // At most one matters where a state can be a first one and a later one: with now_0 and now_i both
  // true, the step would record new choices over those that now_i speaks of.
  void describe_counter() {
    Lit some_earlier = kFalse;
    for (std::uint32_t step = 0; step < steps_; ++step) {
      require(now(step), ~some_earlier);
      some_earlier = invariant_.aig.or_gate(some_earlier, now(step));
    }
    invariant_.conjuncts.push_back(some_earlier);
  }

  // In the first step nothing is recorded yet: choices are the values of the step itself.
  void describe_first_step() {
    GraphCopier copier(unroller_.aig(), invariant_.aig);
    for (std::uint32_t i = 0; i < system_.inputs.size(); ++i)
      set_image(copier, unroller_.input_leaf(i, 0), invariant_.input(i));
    for (std::uint32_t i = 0; i < system_.latches.size(); ++i)
      if (system_.latches[i].is_uninitialised())
        set_image(copier, unroller_.initial(i), invariant_.latch(i));
    describe_state(0, copier);
  }

  void describe_later_steps() {
    GraphCopier copier(unroller_.aig(), invariant_.aig);
    for (std::uint32_t step = 0; step < last_; ++step)
      for (std::uint32_t i = 0; i < system_.inputs.size(); ++i)
        set_image(copier, unroller_.input_leaf(i, step), chosen_input(i, step));
    for (std::uint32_t i = 0; i < system_.latches.size(); ++i)
      if (system_.latches[i].is_uninitialised())
        set_image(copier, unroller_.initial(i), chosen_latch(i));
    Lit constrained_so_far = kTrue;
    for (std::uint32_t step = 1; step < steps_; ++step) {
      constrained_so_far =
          invariant_.aig.and_gate(constrained_so_far, copier.copy(constrained_[step - 1]));
      require(now(step), constrained_so_far);
      describe_state(step, copier);
    }
  }

  void describe_state(std::uint32_t step, GraphCopier& copier) {
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      require(now(step), invariant_.aig.equal(invariant_.latch(i), copier.copy(states_[step][i])));
  }

  static void set_image(GraphCopier& copier, Lit leaf, Lit image) {
    if (leaf != kNoLit) copier.set_image(leaf.var(), image);
  }

  const BitSystem& system_;
  const std::uint32_t last_;
  const std::uint32_t steps_;
  Unroller unroller_;
  BitInvariant invariant_;
  std::vector<std::vector<Lit>> states_;  // by step, by latch
  std::vector<Lit> constrained_;          // by step
};

}  // namespace

BitInvariant bounded_lifetime_invariant(const BitSystem& system, std::uint32_t last) {
  return LifetimeProof(system, last).build();
}

}  // namespace cairn
