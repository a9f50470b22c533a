// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/ic3/ic3.h"
#include "engine/liveness/config.h"
#include "engine/liveness/rounds.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"

namespace cairn::live {

/// k-liveness [CS12]: if no run has k rounds, none has rounds without end. For growing k, IC3 is
/// asked whether some run has; its frames are kept from one k to the next. k_liveness.cpp has the
/// details.
class KLiveness : public Engine<BitSystem> {
 public:
  /// Requires a system with one justice set and without reset functions (pass `resets`).
  KLiveness(const BitSystem& system, const KLivenessConfig& config, const ic3::Ic3Config& ic3,
            const Context& context);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  void find_steady();
  void prepare();
  void lengthen();
  std::optional<Answer<BitSystem>> next_k(const BitTrace& trace);
  BitInvariant restore(const BitInvariant& invariant) const;

  const BitSystem& system_;
  const KLivenessConfig config_;
  const ic3::Ic3Config ic3_;
  const Context context_;
  Progress progress_;  // of IC3, whose bounds are about rounds
  Rounds rounds_;
  std::vector<Lit> steady_;  // of which the first that changes becomes true
  Lit unchanged_ = kTrue;    // none of them changes
  bool is_prepared_ = false;
  std::uint32_t k_ = 1;
  BitSystem counting_;     // with the chain, and its first latch as the bad state
  std::size_t chain_ = 0;  // position of that latch
  std::uint32_t length_ = 0;
  std::unique_ptr<ic3::Ic3> engine_;
  std::uint64_t restarts_ = 0;
};

}  // namespace cairn::live
