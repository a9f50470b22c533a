// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/context.h"
#include "base/statistics.h"
#include "engine/bmc/unrolled_solver.h"
#include "model/bit_system.h"

namespace cairn::kind {

struct JointConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  bool step = true;                 ///< without it, bounded model checking of all properties
  std::uint32_t last = kNoLimit;    ///< no counterexample with more steps is looked for
  std::uint32_t last_k = kNoLimit;  ///< of the step case
};

/// k-induction of many properties at once: which of the bad states of a system cannot be reached,
/// and which can. joint.cpp says how. Findings come one after the other. What is proved, here or by
/// other means, is assumed when the caller says so, who has it checked first.
///
/// Requires constant or uninitialised resets (pass `resets`).
class JointInduction {
 public:
  /// None of these is reachable. With "none of these is true", and what was proved before, the
  /// invariant is inductive.
  struct Proved {
    std::vector<std::uint32_t> properties;
    BitInvariant invariant;
  };
  /// Each of these is true in the last step of the trace.
  struct Failed {
    std::vector<std::uint32_t> properties;
    BitTrace trace;
  };
  using Finding = std::variant<Proved, Failed>;

  /// `wanted`: positions of bad states.
  JointInduction(const BitSystem& system, std::vector<std::uint32_t> wanted,
                 const JointConfig& config, const Context& context);

  /// The next that is found; nothing if there is nothing more to find, or the budget is exhausted.
  /// Then it may be called again when there is more.
  std::optional<Finding> next();

  /// It is proved, and may be assumed from now on.
  void assume(std::uint32_t property);
  /// It is not to be looked at any more.
  void drop(std::uint32_t property);

  const std::vector<std::uint32_t>& open() const { return open_; }
  /// No open property fails in at most this many steps after the first.
  std::int64_t bound() const { return cleared_; }
  /// The bound that was asked for is cleared.
  bool is_through() const { return cleared_ >= 0 && cleared_ >= std::int64_t{config_.last}; }
  /// No run has this step, if that was found.
  std::optional<std::uint32_t> impossible_step() const { return impossible_step_; }

  void add_statistics(Statistics& statistics) const;

 private:
  enum class Answer { None, Some, Stopped };

  // The base case.
  std::optional<Finding> clear_next_bound();
  Finding none_lives(std::uint32_t step);
  // The step case.
  bool is_step_due() const;
  std::optional<Finding> prove_inductive();
  Answer weaken();
  Finding proved();

  void extend_base(std::uint32_t step);
  void extend_step(std::uint32_t step);
  void assume_proved(UnrolledSolver& unrolled, std::uint32_t steps,
                     std::vector<std::uint32_t>& known);
  int some_bad(UnrolledSolver& unrolled, const std::vector<std::uint32_t>& properties,
               std::uint32_t step);
  std::vector<std::uint32_t> bad_in_model(UnrolledSolver& unrolled,
                                          const std::vector<std::uint32_t>& properties,
                                          std::uint32_t step);
  /// The system with these bad states, and what was proved as constraints.
  BitSystem strengthened(const std::vector<std::uint32_t>& properties) const;
  void close(std::uint32_t property);

  const BitSystem& system_;
  const JointConfig config_;
  const Context context_;
  std::vector<std::uint32_t> open_;    // neither proved nor failed
  std::vector<std::uint32_t> proved_;  // in the order in which they were

  UnrolledSolver base_;
  std::uint32_t base_steps_ = 0;           // that have their constraints
  std::vector<std::uint32_t> base_known_;  // by position in proved_: steps in which it is assumed
  std::int64_t cleared_ = -1;              // bound of the base case

  UnrolledSolver step_;
  std::uint32_t step_steps_ = 0;            // that have their constraints
  std::vector<std::uint32_t> step_known_;   // as base_known_
  std::vector<int> holds_before_;           // by property: assumed, it holds in steps before k
  std::vector<std::uint32_t> assumed_for_;  // by property: steps for which that is said
  std::vector<std::uint32_t> candidates_;   // that may be inductive together
  std::uint32_t k_ = 0;                     // of the step case
  bool is_begun_ = false;                   // there are candidates for k_
  bool is_tried_ = false;                   // the step case is done for k_
  std::size_t proved_when_tried_ = 0;
  int limit_;  // conflicts of a query of the step case

  std::optional<std::uint32_t> impossible_step_;

  struct Stats {
    std::uint64_t base_queries = 0, step_queries = 0, dropped = 0, given_up = 0;
  } stats_;
};

}  // namespace cairn::kind
