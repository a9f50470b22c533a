// SPDX-License-Identifier: MIT
#include "transform/bit/walk.h"

#include <bit>

#include "base/error.h"

namespace cairn {

Walk::Walk(const BitSystem& system, Rng& rng)
    : system_(system),
      rng_(rng),
      first_step_(system),
      values_(system.aig.size(), 0),
      next_(system.latches.size(), 0),
      biases_(system.inputs.size(), 0) {}

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

void Walk::draw_again() {
  choose_biases();
  for (std::size_t i = 0; i < biases_.size(); ++i) {
    std::uint64_t& word = values_[system_.inputs[i].index];
    word = (word & lawful_) | (random_word(i) & ~lawful_);
  }
  evaluate();
}

void Walk::move_latches() {
  CAIRN_CHECK(lawful_ != 0);
  for (std::size_t i = 0; i < next_.size(); ++i)
    next_[i] = value_of(values_, system_.latches[i].next);
  if (~lawful_ != 0) {
    // Of the lawful lanes a random one: the first would soon be everywhere.
    const auto turn = static_cast<int>(rng_.below(64));
    const int source = (std::countr_zero(std::rotr(lawful_, turn)) + turn) % 64;
    for (std::uint64_t& word : next_) {
      const std::uint64_t copy = std::uint64_t{0} - (word >> source & 1);
      word = (word & lawful_) | (copy & ~lawful_);
    }
  }
  for (std::size_t i = 0; i < next_.size(); ++i) values_[system_.latches[i].var.index] = next_[i];
}

void Walk::evaluate() {
  evaluate_gates(system_.aig, values_);
  lawful_ = ~std::uint64_t{0};
  for (const Lit constraint : system_.constraints) lawful_ &= value_of(values_, constraint);
}

}  // namespace cairn
