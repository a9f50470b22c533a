// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/ic3/config.h"
#include "engine/ic3/ic3.h"
#include "engine/shared/engine.h"

namespace cairn::ic3 {

/// Localization [EMB11, section VI.E]: IC3 on a system in which most latches are inputs. At first
/// those that the bad state reads are latches. A proof for that system is one for the whole, which
/// has fewer runs. A counterexample is confirmed by unrolling the whole system to its length; where
/// that has no solution, the latches that it took to say so are latches from then on, and IC3
/// begins anew.
///
/// Requires a system without reset functions (pass `resets`).
class LocalizedIc3 : public Engine<BitSystem> {
 public:
  LocalizedIc3(const BitSystem& system, const Ic3Config& config, const Context& context);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

  std::size_t num_latches() const { return latches_.size(); }
  std::uint64_t num_refinements() const { return refinements_; }

 private:
  enum class Verdict { Real, Refuted, Undecided };

  void localize();
  void prepare_confirmation();
  Verdict confirm(std::uint32_t depth);
  BitTrace real_trace(std::uint32_t depth) const;
  BitInvariant restore(const BitInvariant& invariant) const;

  const BitSystem& system_;
  const Ic3Config config_;
  const Context context_;
  std::vector<bool> is_kept_;           // by latch
  std::vector<std::uint32_t> latches_;  // positions of those that are kept
  std::vector<std::uint32_t> cut_;      // and of those that are inputs
  BitSystem localized_;
  std::unique_ptr<Ic3> engine_;
  std::uint64_t refinements_ = 0;
  std::optional<std::uint32_t> doubtful_;  // steps of a counterexample yet to be confirmed

  // The whole system; a latch that does not matter, as an assumption says, has any value.
  BitSystem switchable_;
  std::unique_ptr<UnrolledSolver> unrolled_;
  std::uint32_t unrolled_steps_ = 0;
};

}  // namespace cairn::ic3
