// SPDX-License-Identifier: MIT
//
// Runs of a BitSystem: 64 concrete ones at a time, three-valued ones, and the replay of a trace
// that judges it by AIGER's semantics (bit_system.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "model/bit_system.h"

namespace cairn {

/// One assignment on the way to the first state: of a gate that a reset function reads (`reset` is
/// then kNoLit), or of a latch from its reset function.
struct ResetStep {
  Var var;
  Lit reset;
};

/// 64 runs at a time: bit j of every word belongs to run j. After start() and after every step(),
/// value() is that of the current step; inputs are given on entering the step.
class ParallelSimulator {
 public:
  explicit ParallelSimulator(const BitSystem& system);

  /// Enters the first step: latches get their reset values, uninitialised ones the words of
  /// `uninitialised`, by latch position. Both vectors are by position.
  void start(const std::vector<std::uint64_t>& inputs,
             const std::vector<std::uint64_t>& uninitialised);
  /// The same with random words.
  void start(Rng& rng);

  /// Moves to the following step.
  void step(const std::vector<std::uint64_t>& inputs);
  void step(Rng& rng);

  std::uint64_t value(Lit lit) const;
  /// Runs in which every constraint has held in every step up to and including this one.
  std::uint64_t constrained() const { return constrained_; }

 private:
  void evaluate();

  const BitSystem& system_;
  std::vector<ResetStep> reset_steps_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint64_t> next_;  // by latch position, scratch of step()
  std::uint64_t constrained_ = ~std::uint64_t{0};
};

/// A three-valued run with the same protocol: Undef stands for both values, and what is not Undef
/// has that value in every concrete run that it stands for.
class TernarySimulator {
 public:
  explicit TernarySimulator(const BitSystem& system);

  /// `initial` (by latch position) overrides Undef resets only where not Undef; it may be empty.
  void start(const std::vector<Lbool>& inputs, const std::vector<Lbool>& initial = {});
  void step(const std::vector<Lbool>& inputs);

  Lbool value(Lit lit) const;

 private:
  void evaluate();

  const BitSystem& system_;
  std::vector<ResetStep> reset_steps_;
  std::vector<Lbool> values_;
  std::vector<Lbool> next_;  // by latch position, scratch of step()
};

/// What became of a trace that was replayed.
struct Replay {
  bool accepted = false;
  std::string reason;  ///< if not accepted: what is wrong, and in which step

  BitTrace concrete;  ///< the trace with every Undef filled in: resets, and false for the rest
  /// Positions, ascending, of bad states that were true in a constrained step: one before and in
  /// which no constraint failed.
  std::vector<std::uint32_t> bad_fired;
  std::int64_t bad_step = -1;  ///< first constrained step in which a claimed bad state was true
  std::int64_t violated_step = -1;  ///< first step in which a constraint was false
  std::int64_t loop_start = -1;     ///< for justice: step that the state after the last one equals
};

/// Judges `trace`: its shape fits the system; the first state agrees with the resets; every claimed
/// bad state is true in some step before and in which no constraint failed; for claimed justice,
/// the state after the last step equals that of an earlier step such that between them every
/// literal of the justice set and every fairness literal is true at least once, with all
/// constraints true throughout. A trace that claims nothing is accepted if some bad state fires.
Replay replay(const BitSystem& system, const BitTrace& trace);

}  // namespace cairn
