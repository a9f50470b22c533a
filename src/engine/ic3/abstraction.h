// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/transition.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

/// Constraints that predecessors need not obey until a false counterexample shows that they matter.
///
/// A cube of predecessors holds what it takes to step into the target and to satisfy the
/// constraints; where many constraints read many latches, the cubes are long and block little. So
/// lifting asks only for the constraints that are kept(), none at first. The frames stay exact: all
/// queries assume every constraint, and lemmas are as good as ever. What becomes inexact are
/// paths to a bad state, so one that starts in an initial state is confirmed by unrolling the
/// system to its length with all constraints; where that has no solution, the constraints that it
/// took to say so are kept from then on. (The idea is that of localization, with the constraints in
/// the place of the state variables.)
///
/// The same can be done for next-state functions: of a cube that is to be entered, lifting asks
/// only for the latches whose functions are kept. Cubes are smaller still, and paths more often
/// false.
class Abstraction {
 public:
  enum class Start { AllConstraints, NoConstraint };
  enum class NextStates { Keep, LeaveOut };
  enum class Verdict { Real, Refuted, Undecided };

  Abstraction(const BitSystem& system, const Transition& transition, Start start,
              const Budget& budget, Ic3Stats& stats, NextStates next_states = NextStates::Keep);

  const std::vector<Lit>& kept() const { return kept_; }
  /// Whether a predecessor has to lead to the value of this state variable.
  bool keeps_next(Var var) const {
    return !transition_.is_latch(var) || is_next_kept_[transition_.latch_position(var)];
  }
  bool is_exact() const {
    return num_kept_ == is_kept_.size() && num_next_kept_ == is_next_kept_.size();
  }

  /// Whether some run of `depth` steps ends in a bad state. Real: trace() has it. Refuted: more is
  /// kept than before. Requires that the abstraction is not exact.
  Verdict confirm(std::uint32_t depth);
  const std::optional<BitTrace>& trace() const { return trace_; }

 private:
  /// The system from its initial states on, and a solver that knows it.
  struct Unrolling {
    Unrolling(const BitSystem& of, const Budget& budget)
        : system(of), solver(of, Unroller::Start::Reset, budget, SolverKind::Stable) {}
    std::vector<int> demands(std::uint32_t depth);
    Lit constrained_up_to(std::size_t constraint, std::uint32_t step);

    const BitSystem& system;
    UnrolledSolver solver;
    std::vector<std::vector<Lit>>
        constrained;            // by constraint and step: true in all steps up to it
    std::vector<Lit> switches;  // of next-state functions, if these are left out
  };

  const BitSystem& unrolled_system();
  Unrolling& unrolling();
  void learn(const IncrementalSolver& solver, const std::vector<int>& demands);
  void keep(std::size_t constraint);
  void keep_next(std::size_t latch);
  void keep_all();

  const BitSystem& system_;
  const Transition& transition_;
  const Budget& budget_;
  Ic3Stats& stats_;
  std::vector<bool> is_kept_;  // by constraint
  std::size_t num_kept_ = 0;
  std::vector<Lit> kept_;
  std::vector<bool> is_next_kept_;  // by latch
  std::size_t num_next_kept_ = 0;
  const NextStates next_states_;
  BitSystem switchable_;  // if next-state functions are left out (switchable.h)
  std::unique_ptr<Unrolling> unrolling_;
  std::optional<BitTrace> trace_;
};

}  // namespace cairn::ic3
