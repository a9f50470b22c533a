// SPDX-License-Identifier: MIT
#include "engine/ic3/frame_solver.h"

#include "engine/ic3/per_frame.h"

namespace cairn::ic3 {

void FrameSolver::begin() {
  const auto make = [this] {
    ++stats_.solvers;
    return make_step_solver(transition_, Content::ConstrainedStep, config_, budget_, stats_);
  };
  if (config_.frame_solvers == Ic3Config::FrameSolvers::PerFrame) {
    other_ = std::make_unique<SolverPerFrame>(make);
  } else if (config_.solver != Ic3Config::Solver::Own) {
    other_ = make();
  } else {
    ++stats_.solvers;
    load_step(own_, transition_, config_);
  }
}

void FrameSolver::finish() {
  if (other_) return;  // whoever it is knows the constraints already
  load_constraints(own_, transition_, config_);
  own_.set_budget(&budget_);
}

void FrameSolver::renew() {
  ++stats_.recycled;
  replaced_ = stats();
  stats_.solvers = 0;
  other_.reset();
  own_ = sat::Solver();
  begin();
}

sat::SolverStats FrameSolver::stats() const {
  sat::SolverStats sum = replaced_;
  add(sum, other_ ? other_->stats() : own_.stats());
  return sum;
}

}  // namespace cairn::ic3
