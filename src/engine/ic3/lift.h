// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "engine/ic3/config.h"
#include "engine/ic3/justify.h"
#include "engine/ic3/literal_order.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/ternary.h"
#include "engine/ic3/transition.h"
#include "logic/cube.h"
#include "sat/solver.h"

namespace cairn {

/// Makes a cube of states out of one: of a model in which the targets hold, keeps the inputs and as
/// few latches as it can such that the targets, and the given constraints, hold for every value of
/// the other latches. The targets are what a predecessor must lead to, so all states of the cube
/// do.
class Lifter {
 public:
  enum class Effort { OneRound, Full };
  struct Result {
    Cube cube;
    std::vector<Lit> inputs;
  };

  Lifter(const Transition& transition, const Ic3Config& config, const LiteralOrder& order,
         const std::vector<Lit>& constraints, Ic3Stats& stats, std::uint64_t seed);

  /// `solver` has just answered Satisfiable to a question that assumed the targets. Its model is
  /// not complete afterwards.
  Result lift(sat::Solver& solver, std::span<const Lit> targets, Effort effort);

 private:
  void justify(const sat::Solver& solver, std::span<const Lit> targets, std::vector<Lit>& latches,
               std::vector<Lit>& inputs);
  void values_of_cone(const sat::Solver& solver, std::vector<Lit>& latches,
                      std::vector<Lit>& inputs);
  void lift_by_cores(std::vector<Lit>& latches, const std::vector<Lit>& inputs, Effort effort);

  const Transition& transition_;
  const Ic3Config& config_;
  const LiteralOrder& order_;
  const std::vector<Lit>& constraints_;  // may grow (abstraction.h)
  Ic3Stats& stats_;
  sat::Solver solver_;  // the bare transition relation
  TernaryLifter ternary_;
  Justifier justifier_;
  Rng rng_;
  std::vector<Lit> targets_;
  std::vector<Var> target_vars_;
};

}  // namespace cairn
