// SPDX-License-Identifier: MIT
//
// Why a latch may go. By cores: with the inputs and the latches of the model, "some target is
// false" contradicts the transition relation, for it fixes every gate below the targets. The
// latches of a core suffice for that. By looking at the model: if every clause that defines a gate
// below the targets is satisfied without the latch's literal, the gates keep their values whatever
// it is (sat::Solver::drop_from_model). By simulation: if no target becomes unknown when the latch
// does [EMB11, section III.B].
#include "engine/ic3/lift.h"

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3 {

Lifter::Lifter(const Transition& transition, const Ic3Config& config, const LiteralOrder& order,
               const std::vector<Lit>& constraints, Ic3Stats& stats, std::uint64_t seed,
               std::unique_ptr<QuerySolver> library)
    : transition_(transition),
      config_(config),
      order_(order),
      constraints_(constraints),
      stats_(stats),
      library_(std::move(library)),
      ternary_(transition),
      justifier_(transition),
      rng_(seed) {
  transition.load(solver_);
}

template <class Model>
Lifter::Result Lifter::lift_model(Model& solver, std::span<const Lit> targets, Effort effort) {
  StopWatch watch(stats_.lift.seconds);
  ++stats_.lifts;
  targets_.assign(targets.begin(), targets.end());
  targets_.insert(targets_.end(), constraints_.begin(), constraints_.end());
  std::erase(targets_, kTrue);
  Result result;
  std::vector<Lit> latches;
  using Lift = Ic3Config::Lift;
  if (config_.lift == Lift::Justify || config_.lift == Lift::Both) {
    justify(solver, targets, latches, result.inputs);
    stats_.lifted_from += latches.size();
    if (config_.lift == Lift::Both && effort == Effort::Full)
      lift_by_cores(latches, result.inputs, effort);
    result.cube = Cube(std::move(latches));
    return result;
  }
  values_of_cone(solver, latches, result.inputs);
  stats_.lifted_from += latches.size();
  // Without activity in the order of the latches, as the paper's simulation probes them.
  if (config_.activity == Ic3Config::Activity::Off)
    std::sort(latches.begin(), latches.end());
  else
    order_.least_important_first(latches);
  if (config_.lift == Lift::Sat) {
    if (config_.drop_from_model) {
      std::erase_if(latches, [&](Lit lit) {
        return transition_.is_latch(lit.var()) &&
               !std::binary_search(target_vars_.begin(), target_vars_.end(), lit.var()) &&
               solver.drop_from_model(lit.var());
      });
    }
    lift_by_cores(latches, result.inputs, effort);
  } else if (config_.lift == Lift::Ternary && !ternary_.lift(latches, result.inputs, targets_)) {
    latches.clear();
    result.inputs.clear();
    justify(solver, targets, latches, result.inputs);
  }
  result.cube = Cube(std::move(latches));
  return result;
}

template Lifter::Result Lifter::lift_model(sat::Solver&, std::span<const Lit>, Effort);
template Lifter::Result Lifter::lift_model(WholeModel&, std::span<const Lit>, Effort);

template <class Model>
void Lifter::justify(const Model& solver, std::span<const Lit> targets, std::vector<Lit>& latches,
                     std::vector<Lit>& inputs) {
  using Constraints = Justifier::Constraints;
  // The solver knows what is left of the constraints once what is known for good has been
  // propagated, but only of all of them together.
  if (constraints_.size() == transition_.constraints().size())
    justifier_.justify(solver, targets, Constraints::Add, latches, inputs);
  else
    justifier_.justify(solver, targets_, Constraints::AreAmongTargets, latches, inputs);
}

/// The model's values of all leaves that the targets depend on. Signals among them are worth
/// something if cores choose.
template <class Model>
void Lifter::values_of_cone(const Model& solver, std::vector<Lit>& latches,
                            std::vector<Lit>& inputs) {
  target_vars_.clear();
  for (const Lit target : targets_) target_vars_.push_back(target.var());
  std::sort(target_vars_.begin(), target_vars_.end());
  solver_.hold_domain(target_vars_, sat::kPermanent);
  solver_.release_domain();
  for (const Var var : solver_.domain()) {
    const Lbool value = solver.value(Lit(var));
    if (value == Lbool::Undef) continue;
    const Lit lit = Lit(var) ^ (value == Lbool::False);
    if (transition_.is_input(var)) inputs.push_back(lit);
    if (transition_.is_latch(var) ||
        (config_.lift == Ic3Config::Lift::Sat && transition_.is_signal(var)))
      latches.push_back(lit);
  }
}

void Lifter::lift_by_cores(std::vector<Lit>& latches, const std::vector<Lit>& inputs,
                           Effort effort) {
  if (!library_) {
    target_vars_.clear();
    for (const Lit target : targets_) target_vars_.push_back(target.var());
    solver_.hold_domain(target_vars_, sat::kPermanent);
  }
  std::vector<Lit> some_target_false, assumptions;
  for (const Lit target : targets_) some_target_false.push_back(~target);
  const bool by_height = transition_.num_signals() > 0;  // one more round then
  const std::uint32_t rounds =
      effort == Effort::Full ? config_.lift_rounds + (by_height ? 1 : 0) : 1;
  for (std::uint32_t r = 0; r < rounds && !latches.empty(); ++r) {
    const std::uint32_t round = by_height ? r - 1 : r;
    if (by_height && r == 0) {
      std::sort(latches.begin(), latches.end(), std::greater<>());
    } else if (round == 0) {
      if (config_.activity == Ic3Config::Activity::Off)
        std::sort(latches.begin(), latches.end());
      else
        order_.most_important_first(latches);
    } else if (round == 1) {
      std::reverse(latches.begin(), latches.end());
    } else {
      for (std::size_t i = latches.size(); i > 1; --i)
        std::swap(latches[i - 1], latches[rng_.below(i)]);
    }
    assumptions = inputs;
    assumptions.insert(assumptions.end(), latches.begin(), latches.end());
    if (!solve_core(some_target_false, assumptions)) {
      // A value that is known for good took part (justify.h).
      ++stats_.lift.satisfiable;
      break;
    }
    ++stats_.lift.unsatisfiable;
    const std::size_t before = latches.size();
    std::erase_if(latches, [&](Lit lit) {
      return !(library_ ? library_->in_core(lit) : solver_.in_core(lit));
    });
    if (latches.size() == before && r > 0) break;
  }
  if (!library_) solver_.release_domain();
}

/// Answers whether there is one.
bool Lifter::solve_core(std::span<const Lit> some_target_false, std::span<const Lit> assumptions) {
  if (library_) {
    library_->add_temporary(some_target_false);
    return library_->solve(assumptions, sat::kPermanent) == sat::Result::Unsatisfiable;
  }
  solver_.add_temporary(some_target_false);
  return solver_.solve(assumptions) == sat::Result::Unsatisfiable;
}

}  // namespace cairn::ic3
