// SPDX-License-Identifier: MIT
//
// Random constrained runs, 64 at a time. Constraints on inputs end most random runs at once; so a
// lane whose step is not constrained can be repaired: from the constraints that are false, flips
// are traced back to inputs along random paths. A lane that stays unconstrained is sent on from the
// state of another one; every lane is thus always a run whose earlier steps were constrained.
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
  /// Moves on, with given inputs (by position) or random ones. Requires that some lane is
  /// constrained.
  void step(const Words& inputs);
  void step();
  /// Counts only these lanes as constrained from now on, in this step.
  void restrict_to(std::uint64_t lanes) { constrained_ &= lanes; }
  /// Changes inputs (in a first step also latches without reset) in lanes that are not constrained;
  /// some of them may then be.
  void repair();

  /// By variable, in the current step.
  const Words& values() const { return values_; }
  /// Lanes in which all constraints hold in the current step.
  std::uint64_t constrained() const { return constrained_; }

 private:
  void choose_biases();
  std::uint64_t random_word(std::size_t input);
  void move_latches();
  void evaluate();
  void trace_flips();

  const BitSystem& system_;
  Rng& rng_;
  ParallelSimulator first_step_;
  Words values_;
  Words next_;
  Words flips_;                       // by variable: lanes in which repair() wants another value
  std::vector<bool> changeable_;      // by variable: an input is below
  bool first_ = false;                // the current step is a first one
  std::vector<std::uint8_t> biases_;  // by input
  std::uint64_t constrained_ = 0;
};

}  // namespace cairn
