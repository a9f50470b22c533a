// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/liveness/config.h"
#include "engine/liveness/l2s.h"
#include "engine/liveness/rounds.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"

namespace cairn::live {

/// rlive [XSZ24]: a path from one round's end to the next, each found by a safety engine from the
/// state where the last one ended. A state from which no round ends any more gives a shoal: an
/// invariant that contains all that is reached from it, and that no path need enter again. A path
/// that comes back to a state is a lasso; if no round ends outside the shoals, the property is
/// proved.
class Rlive : public Engine<BitSystem> {
 public:
  /// Requires a system with one justice set and without reset functions (pass `resets`).
  Rlive(const BitSystem& system, const RliveConfig& config, const Context& context,
        const MakeSafetyEngine& make);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  /// Where a round ended, or where all begins.
  struct Stop {
    std::vector<bool> state;  ///< empty: the first states
    std::size_t steps = 0;    ///< of the path before it
  };

  void start_query();
  std::optional<Answer<BitSystem>> reached(const BitTrace& trace);
  std::optional<Answer<BitSystem>> unreachable(BitInvariant invariant);
  BitInvariant restore() const;

  const BitSystem& system_;
  const RliveConfig config_;
  const Context context_;
  const MakeSafetyEngine make_;
  Progress progress_;  // of the engines
  Rounds rounds_;
  BitSystem outside_;  // after `rounds_.system`, a latch: a round just ended; constraints: no shoal
  Lit ended_;
  std::vector<BitInvariant> shoals_;
  std::optional<BitInvariant> proof_;
  std::vector<Stop> stops_;
  BitTrace path_;  // up to the last stop
  BitSystem query_;
  std::unique_ptr<Engine<BitSystem>> engine_;
  std::uint64_t queries_ = 0, deepest_ = 0;
};

}  // namespace cairn::live
