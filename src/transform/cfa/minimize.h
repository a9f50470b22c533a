// SPDX-License-Identifier: MIT
//
// Static minimization [Lan18, section 5.1.2]: the passes on automata one after another, round by
// round, to a joint fixed point. In a round: unreachable, chains (basic blocks, large_blocks.h),
// propagation, needed, skips, bisimulation, initialised.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "transform/cfa/cfa_pass.h"

namespace cairn {

struct MinimizeConfig {
  std::vector<std::string> without;  ///< names of passes that are not run
  unsigned max_rounds = 12;
};

class Minimize : public Pass<Cfa> {
 public:
  Minimize(const MinimizeConfig& config, const Context& context)
      : config_(config), context_(context) {}

  /// In the order of a round.
  static std::vector<std::string> pass_names();
  /// Requires one of these names.
  static std::unique_ptr<CfaPass> make(const std::string& name);

  std::string_view name() const override { return "minimize"; }
  Cfa apply(Cfa cfa) override;
  CfaInvariant restore_invariant(CfaInvariant invariant) const override;
  CfaTrace restore_trace(CfaTrace trace) const override;
  /// Those of all rounds, added up by name, and the number of rounds.
  void visit_counters(const CounterVisitor& visit) const override;

 private:
  const MinimizeConfig config_;
  const Context context_;
  std::vector<std::unique_ptr<CfaPass>> passes_;  // those that changed something
  std::map<std::string, std::uint64_t> counters_;
  unsigned rounds_ = 0;
};

}  // namespace cairn
