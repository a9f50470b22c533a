// SPDX-License-Identifier: MIT
#pragma once

#include "base/context.h"
#include "model/bit_system.h"
#include "transform/bit/resets.h"
#include "transform/pass.h"

namespace cairn {

/// The system run backwards: its first states are the bad ones, each step goes to some predecessor,
/// and to reach an initial state is bad [EMB11, figure 4: the roles of Init and Bad exchanged].
///
/// Steps of a circuit are functions, so the predecessor is a guess: inputs P and I, and the latches
/// S become P. A latch `good` stays true while the guesses were right, P with I stepping into S
/// and satisfying the constraints. In the first step, which a latch `first` marks, a constraint
/// demands that S is bad. Way back: a trace is reversed. An invariant Q(S, first, good) of the
/// reversed system contains, with "S is not initial", all states that lead to a bad one, so
///
///   not (Q(S, 0, 1) and S is not initial)
///
/// is one of the original, together with "no bad state": whoever steps out of it, or into a bad
/// state, was outside already.
///
/// Exact for all systems; only evidence with auxiliary latches (k-induction) has no way back.
class Reverse : public Pass<BitSystem> {
 public:
  explicit Reverse(const Context& context) : resets_(context) {}

  std::string_view name() const override { return "reverse"; }
  BitSystem apply(BitSystem system) override;
  /// Requires an invariant without auxiliary latches that reads no inputs.
  BitInvariant restore_invariant(BitInvariant invariant) const override;
  BitTrace restore_trace(BitTrace trace) const override;

 private:
  Resets resets_;
  BitSystem forward_;  // after resets_
};

}  // namespace cairn
