// SPDX-License-Identifier: MIT
//
// Random lawful runs, 64 at a time. A constraint on inputs ends most random runs at once; so a lane
// that met one is sent on from the state of another lane that did not, and inputs are drawn again
// for it a few times. Every lane is thus always a run whose earlier steps were lawful.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "model/bit_system.h"
#include "model/simulate.h"

namespace cairn {

class Walk {
 public:
  using Words = std::vector<std::uint64_t>;

  Walk(const BitSystem& system, Rng& rng);

  /// Enters a first step with random values.
  void start();
  /// Enters a first step with these values, by position.
  void start(const Words& inputs, const Words& uninitialised);
  /// Enters any step: `values` has those of inputs and latches, by variable.
  void enter(const Words& values);
  /// Moves on, with given inputs (by position) or random ones. Requires that some lane is lawful.
  void step(const Words& inputs);
  void step();
  /// Counts only these lanes as lawful from now on, in this step.
  void restrict_to(std::uint64_t lanes) { lawful_ &= lanes; }
  /// Draws inputs again for lanes that are not lawful. Not in a first step.
  void draw_again();

  /// By variable, in the current step.
  const Words& values() const { return values_; }
  /// Lanes in which all constraints hold in the current step.
  std::uint64_t lawful() const { return lawful_; }

 private:
  void choose_biases();
  std::uint64_t random_word(std::size_t input);
  void move_latches();
  void evaluate();

  const BitSystem& system_;
  Rng& rng_;
  ParallelSimulator first_step_;
  Words values_;
  Words next_;
  std::vector<std::uint8_t> biases_;  // by input
  std::uint64_t lawful_ = 0;
};

}  // namespace cairn
