// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "engine/ic3/config.h"
#include "engine/ic3/frame_solver.h"
#include "engine/ic3/justify.h"
#include "engine/ic3/literal_order.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/ternary.h"
#include "engine/ic3/transition.h"
#include "logic/bit/cube.h"
#include "sat/solver.h"

namespace cairn::ic3 {

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

  /// Queries go to `library`, which knows one step, if there is one; otherwise to ours.
  Lifter(const Transition& transition, const Ic3Config& config, const LiteralOrder& order,
         const std::vector<Lit>& constraints, Ic3Stats& stats, std::uint64_t seed,
         std::unique_ptr<QuerySolver> library = nullptr);

  /// `solver` has just answered Satisfiable to a query that assumed the targets. Its model is
  /// not complete afterwards.
  Result lift(sat::Solver& solver, std::span<const Lit> targets, Effort effort) {
    return lift_model(solver, targets, effort);
  }
  Result lift(FrameSolver& solver, std::span<const Lit> targets, Effort effort) {
    if (sat::Solver* own = solver.own()) return lift_model(*own, targets, effort);
    WholeModel model = solver.whole_model();
    return lift_model(model, targets, effort);
  }

 private:
  // Model: sat::Solver or WholeModel.
  template <class Model>
  Result lift_model(Model& model, std::span<const Lit> targets, Effort effort);
  template <class Model>
  void justify(const Model& model, std::span<const Lit> targets, std::vector<Lit>& latches,
               std::vector<Lit>& inputs);
  template <class Model>
  void values_of_cone(const Model& model, std::vector<Lit>& latches, std::vector<Lit>& inputs);
  bool solve_core(std::span<const Lit> some_target_false, std::span<const Lit> assumptions);
  void lift_by_cores(std::vector<Lit>& latches, const std::vector<Lit>& inputs, Effort effort);

  const Transition& transition_;
  const Ic3Config& config_;
  const LiteralOrder& order_;
  const std::vector<Lit>& constraints_;  // may grow (abstraction.h)
  Ic3Stats& stats_;
  sat::Solver solver_;  // the bare transition relation
  std::unique_ptr<QuerySolver> library_;
  TernaryLifter ternary_;
  Justifier justifier_;
  Rng rng_;
  std::vector<Lit> targets_;
  std::vector<Var> target_vars_;
};

}  // namespace cairn::ic3
