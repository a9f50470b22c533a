// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/liveness/config.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"

namespace cairn::live {

/// Bounded search for lassos [BCCZ99]: constrained runs whose last step leads back to the state of
/// an earlier one, such that all literals are true between. For growing length, in one solver.
/// Finds counterexamples only, shortest first.
class Lasso : public Engine<BitSystem> {
 public:
  /// Requires a system with one justice set.
  Lasso(const BitSystem& system, const LassoConfig& config, const Context& context);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  void add_step();
  void make_selectors();
  void equate(int condition, std::uint32_t step);
  int fresh();
  int literal_at(Lit lit, std::uint32_t step);
  BitTrace lasso() const;

  const BitSystem& system_;
  const LassoConfig config_;
  const Context context_;
  UnrolledSolver solver_;
  std::vector<Lit> literals_;        // of fairness and the justice set
  std::vector<int> selected_state_;  // by latch: the state that the loop begins with
  std::vector<int> starts_;          // by step: the loop begins here
  std::vector<int> closes_;          // by step: its state is the selected one
  int inside_ = 0;                   // the loop has begun
  std::vector<int> seen_;            // by literal: since then
  std::uint32_t steps_ = 0;          // unrolled
  std::vector<int> ends_;            // of the query that is due: a lasso ends in one of the steps
  int query_ = 0;
  std::uint64_t queries_ = 0;
};

}  // namespace cairn::live
