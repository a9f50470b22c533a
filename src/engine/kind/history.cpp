// SPDX-License-Identifier: MIT
#include "engine/kind/history.h"

#include <vector>

#include "base/error.h"
#include "engine/kind/distance.h"
#include "logic/bit/copy.h"

namespace cairn::kind {
namespace {

class History {
 public:
  History(const BitSystem& system, std::uint32_t k, std::span<const Cube> lemmas)
      : system_(system),
        lemmas_(lemmas),
        ages_(k == 0 ? 0 : k - 1),
        distances_(system, literals_of(lemmas)),
        inputs_(distances_.inputs_within(k)),
        latches_(distances_.latches_within(k)),
        input_slot_(system.inputs.size(), 0),
        latch_slot_(system.latches.size(), 0),
        invariant_(system.inputs.size(), system.latches.size(),
                   std::size_t{ages_} * (1 + inputs_.size() + latches_.size())) {
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) input_slot_[inputs_[i]] = i;
    for (std::uint32_t i = 0; i < latches_.size(); ++i)
      latch_slot_[latches_[i]] = static_cast<std::uint32_t>(inputs_.size()) + i;
  }

  BitInvariant build() {
    describe_lemmas(0);
    if (ages_ == 0) return std::move(invariant_);
    invariant_.k = ages_ + 1;
    for (std::uint32_t age = 1; age <= ages_; ++age) {
      define_latches(age);
      require(valid(age), valid(age - 1));
      describe_step(age);
      describe_lemmas(age);
    }
    for (std::uint32_t age = 0; age < ages_; ++age) describe_first_state(age);
    return std::move(invariant_);
  }

 private:
  std::size_t block(std::uint32_t age) const {
    return std::size_t{age - 1} * (1 + inputs_.size() + latches_.size());
  }
  Lit valid(std::uint32_t age) const {
    return age == 0 ? kTrue : invariant_.auxiliary_latch(block(age));
  }
  Lit input(std::uint32_t position, std::uint32_t age) const {
    return age == 0 ? invariant_.input(position)
                    : invariant_.auxiliary_latch(block(age) + 1 + input_slot_[position]);
  }
  Lit latch(std::uint32_t position, std::uint32_t age) const {
    return age == 0 ? invariant_.latch(position)
                    : invariant_.auxiliary_latch(block(age) + 1 + latch_slot_[position]);
  }
  BitInvariant::AuxiliaryLatch& definition(Lit auxiliary) {
    return invariant_.auxiliary[auxiliary.var().index - invariant_.auxiliary_latch(0).var().index];
  }
  void require(Lit when, Lit then) {
    const Lit conjunct = invariant_.aig.implies(when, then);
    if (conjunct != kTrue) invariant_.conjuncts.push_back(conjunct);
  }

  void define_latches(std::uint32_t age) {
    definition(valid(age)) = {valid(age - 1), kFalse};
    for (const std::uint32_t i : inputs_) definition(input(i, age)) = {input(i, age - 1), kFalse};
    for (const std::uint32_t i : latches_) definition(latch(i, age)) = {latch(i, age - 1), kFalse};
  }

  void describe_step(std::uint32_t age) {
    GraphCopier copier(system_.aig, invariant_.aig);
    for (const std::uint32_t i : inputs_) copier.set_image(system_.inputs[i], input(i, age));
    for (const std::uint32_t i : latches_) copier.set_image(system_.latches[i].var, latch(i, age));
    for (const Lit constraint : system_.constraints) require(valid(age), copier.copy(constraint));
    for (const Lit bad : system_.bad) require(valid(age), ~copier.copy(bad));
    // Latches at the rim are remembered, but what led to them need not be.
    for (const std::uint32_t i : latches_)
      if (distances_.latch(i) <= ages_)
        require(valid(age),
                invariant_.aig.equal(copier.copy(system_.latches[i].next), latch(i, age - 1)));
  }

  void describe_first_state(std::uint32_t age) {
    const Lit first = invariant_.aig.and_gate(valid(age), ~valid(age + 1));
    for (const std::uint32_t i : latches_) {
      const Latch& of = system_.latches[i];
      CAIRN_CHECK(of.has_constant_reset() || of.is_uninitialised());
      if (of.has_constant_reset()) require(first, latch(i, age) ^ (of.reset == kFalse));
    }
  }

  void describe_lemmas(std::uint32_t age) {
    const std::vector<std::uint32_t> positions = system_.leaf_positions();
    for (const Cube& cube : lemmas_) {
      std::vector<Lit> all;
      for (const Lit lit : cube)
        all.push_back(latch(positions[lit.var().index], age) ^ lit.negated());
      require(valid(age), ~invariant_.aig.and_all(all));
    }
  }

  const BitSystem& system_;
  const std::span<const Cube> lemmas_;
  const std::uint32_t ages_;
  const LeafDistances distances_;
  const std::vector<std::uint32_t> inputs_, latches_;  // positions of what is remembered
  std::vector<std::uint32_t> input_slot_, latch_slot_;
  BitInvariant invariant_;
};

}  // namespace

BitInvariant history_invariant(const BitSystem& system, std::uint32_t k,
                               std::span<const Cube> lemmas) {
  return History(system, k, lemmas).build();
}

}  // namespace cairn::kind
