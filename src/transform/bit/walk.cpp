// SPDX-License-Identifier: MIT
#include "transform/bit/walk.h"

#include <bit>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};

}  // namespace

Walk::Walk(const BitSystem& system, Rng& rng)
    : system_(system),
      rng_(rng),
      first_step_(system),
      values_(system.aig.size(), 0),
      next_(system.latches.size(), 0),
      changeable_(system.aig.size(), false),
      biases_(system.inputs.size(), 0) {
  for (const Var input : system.inputs) changeable_[input.index] = true;
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (const Aig& aig = system.aig; aig.is_and(Var{v}))
      changeable_[v] =
          changeable_[aig.left(Var{v}).var().index] || changeable_[aig.right(Var{v}).var().index];
}

// Fair coins alone never fill a queue: some inputs are mostly 0, or mostly 1, for a whole run.
void Walk::choose_biases() {
  for (std::uint8_t& bias : biases_) bias = static_cast<std::uint8_t>(rng_.below(4));
}

std::uint64_t Walk::random_word(std::size_t input) {
  switch (biases_[input]) {
    case 0:
      return rng_.next() & rng_.next() & rng_.next();
    case 1:
      return rng_.next() | rng_.next() | rng_.next();
    default:
      return rng_.next();
  }
}

void Walk::start() {
  choose_biases();
  Words inputs(system_.inputs.size()), uninitialised(system_.latches.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = random_word(i);
  for (std::uint64_t& word : uninitialised) word = rng_.next();
  start(inputs, uninitialised);
}

void Walk::start(const Words& inputs, const Words& uninitialised) {
  first_step_.start(inputs, uninitialised);
  for (const Var var : system_.inputs) values_[var.index] = first_step_.value(Lit(var));
  for (const Latch& latch : system_.latches)
    values_[latch.var.index] = first_step_.value(Lit(latch.var));
  evaluate();
  first_ = true;
}

void Walk::enter(const Words& values) {
  for (const Var var : system_.inputs) values_[var.index] = values[var.index];
  for (const Latch& latch : system_.latches) values_[latch.var.index] = values[latch.var.index];
  evaluate();
}

void Walk::step(const Words& inputs) {
  move_latches();
  for (std::size_t i = 0; i < inputs.size(); ++i) values_[system_.inputs[i].index] = inputs[i];
  evaluate();
}

void Walk::step() {
  move_latches();
  for (std::size_t i = 0; i < biases_.size(); ++i)
    values_[system_.inputs[i].index] = random_word(i);
  evaluate();
}

void Walk::repair() {
  trace_flips();
  if (first_) {
    Words inputs(system_.inputs.size()), uninitialised(system_.latches.size());
    const auto flipped = [&](Var var) { return values_[var.index] ^ flips_[var.index]; };
    for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = flipped(system_.inputs[i]);
    for (std::size_t i = 0; i < uninitialised.size(); ++i)
      uninitialised[i] = flipped(system_.latches[i].var);
    start(inputs, uninitialised);
  } else {
    for (const Var var : system_.inputs) values_[var.index] ^= flips_[var.index];
    evaluate();
  }
}

// To make a conjunction true, all operands that are false have to change; to make it false, one of
// them at random, an operand that no input can change last.
void Walk::trace_flips() {
  flips_.assign(values_.size(), 0);
  for (const Lit constraint : system_.constraints)
    flips_[constraint.var().index] |= ~value_of(values_, constraint);
  const Aig& aig = system_.aig;
  for (std::uint32_t v = aig.size() - 1; v > 0; --v) {
    const std::uint64_t lanes = flips_[v];
    if (lanes == 0 || !aig.is_and(Var{v})) continue;
    const Lit left = aig.left(Var{v}), right = aig.right(Var{v});
    const bool can_left = changeable_[left.var().index], can_right = changeable_[right.var().index];
    const std::uint64_t to_left = can_left == can_right ? rng_.next() : can_left ? kAllLanes : 0;
    const std::uint64_t make_true = lanes & ~values_[v], make_false = lanes & values_[v];
    flips_[left.var().index] |= (make_true & ~value_of(values_, left)) | (make_false & to_left);
    flips_[right.var().index] |= (make_true & ~value_of(values_, right)) | (make_false & ~to_left);
  }
}

void Walk::move_latches() {
  CAIRN_CHECK(constrained_ != 0);
  for (std::size_t i = 0; i < next_.size(); ++i)
    next_[i] = value_of(values_, system_.latches[i].next);
  if (~constrained_ != 0) {
    // Of the constrained lanes a random one: the first would soon be everywhere.
    const auto turn = static_cast<int>(rng_.below(64));
    const int source = (std::countr_zero(std::rotr(constrained_, turn)) + turn) % 64;
    for (std::uint64_t& word : next_) {
      const std::uint64_t copy = std::uint64_t{0} - (word >> source & 1);
      word = (word & constrained_) | (copy & ~constrained_);
    }
  }
  for (std::size_t i = 0; i < next_.size(); ++i) values_[system_.latches[i].var.index] = next_[i];
}

void Walk::evaluate() {
  first_ = false;
  evaluate_gates(system_.aig, values_);
  constrained_ = kAllLanes;
  for (const Lit constraint : system_.constraints) constrained_ &= value_of(values_, constraint);
}

}  // namespace cairn
