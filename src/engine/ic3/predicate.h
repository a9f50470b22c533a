// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "base/context.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

/// The property as a predicate of every frame, as in [Bra11]: that no bad state is true is a
/// constraint of all steps but the last, and what an engine looks for are the states one step
/// before a bad one. Counterexamples without a step are looked for first.
///
/// Why this is exact: of a run into a bad state, the part up to the first one is such a run. And an
/// invariant is to be inductive together with "no bad state is true" (model/invariant.h): what the
/// engine found is, since its constraints say so of the step before and its bad states of the one
/// after.
class PropertyAssumed : public Engine<BitSystem> {
 public:
  using Make = std::function<std::unique_ptr<Engine<BitSystem>>(const BitSystem&)>;

  /// `make` gives an engine whose counterexamples are bad in their last step, and whose invariants
  /// read latches alone.
  PropertyAssumed(const BitSystem& system, const Context& context, const Make& make);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  std::optional<Answer<BitSystem>> check_first_step();
  BitInvariant restore(const BitInvariant& invariant) const;
  BitTrace restore(BitTrace trace) const;

  const BitSystem& system_;
  const Context context_;
  BitSystem assumed_;
  std::unique_ptr<UnrolledSolver> first_step_;  // until it is known to be good
  std::unique_ptr<Engine<BitSystem>> engine_;
};

}  // namespace cairn::ic3
