// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/context.h"
#include "engine/liveness/config.h"
#include "engine/liveness/rounds.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"

namespace cairn::live {

/// Makes an engine for safety. The system outlives it; what else the engine needs is copied.
using MakeSafetyEngine =
    std::function<std::unique_ptr<Engine<BitSystem>>(const BitSystem&, const Context&)>;

/// Liveness as safety [BAS02]: a shadow saves the state at a moment that an input chooses; it is
/// bad if that state comes again after a round. l2s.cpp says how a proof becomes a ranking.
class L2s : public Engine<BitSystem> {
 public:
  /// Requires a system with one justice set and without reset functions (pass `resets`).
  L2s(const BitSystem& system, const Context& context, const MakeSafetyEngine& make);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  BitSystem with_shadow();
  BitTrace restore(BitTrace trace) const;
  BitInvariant restore(const BitInvariant& invariant) const;

  const BitSystem& system_;
  const Context context_;
  Progress progress_;  // of the engine, whose bounds are about the other system
  Rounds rounds_;
  Lit save_, saved_, passed_;  // of shadowed_: the input, and latches: after saving; after a round
  std::vector<Lit> shadow_;
  BitSystem shadowed_;
  std::unique_ptr<Engine<BitSystem>> engine_;
};

}  // namespace cairn::live
