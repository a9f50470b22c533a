// SPDX-License-Identifier: MIT
//
// The queries about one step, and what their answers are good for.
#include "base/error.h"
#include "engine/ic3/core.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3 {

Ic3Core::Outcome Ic3Core::ask(const Cube& cube, Level level, Strengthen strengthen,
                              QueryStats& stats) {
  StopWatch watch(stats.seconds);
  std::vector<Lit> assumptions = cube.lits();
  order_.in_order_of_assuming(assumptions, config_.assume_activity, rng_);
  for (Lit& lit : assumptions) lit = transition_.next(lit);
  if (strengthen == Strengthen::Yes) {
    std::vector<Lit> outside;
    for (const Lit lit : cube) outside.push_back(~lit);
    solver_.add_temporary(outside);
  }
  const Level layer = level == kInfinity ? kInfinity : level - 1;
  switch (solver_.solve(assumptions, layer)) {
    case sat::Result::Unknown:
      return Outcome::Stopped;
    case sat::Result::Satisfiable:
      ++stats.satisfiable;
      return Outcome::Reachable;
    case sat::Result::Unsatisfiable:
      break;
  }
  ++stats.unsatisfiable;
  blocked_ = {core_of(cube), level};  // the CTP of an earlier one is nothing to it
  if (config_.proof_layers) {
    const Level proof = solver_.proof_layer();
    if (proof == kInfinity) {
      blocked_.level = kInfinity;
    } else if (proof > layer) {
      blocked_.level = std::min(proof, frames_.top()) + 1;
    }
    if (blocked_.level > level) ++stats_.pushed_by_proof;
  }
  return Outcome::Blocked;
}

Level Ic3Core::implying_level(const Cube& cube, Level level) {
  StopWatch watch(stats_.check.seconds);
  const sat::Result answer = solver_.solve(cube.lits(), level);
  if (answer == sat::Result::Satisfiable) ++stats_.check.satisfiable;
  if (answer != sat::Result::Unsatisfiable) return 0;
  ++stats_.check.unsatisfiable;
  const Level proof = solver_.proof_layer();
  return proof == kInfinity ? kInfinity : std::min(proof, frames_.top() + 1);
}

/// The literals of the cube whose next-state functions the proof needed. Such a cube may contain
/// initial states; one literal of the original that keeps them out is added then.
Cube Ic3Core::core_of(const Cube& cube) const {
  std::vector<Lit> lits;
  bool excludes_initial = false;
  Lit excluding = kNoLit;
  for (const Lit lit : cube) {
    const bool excludes = transition_.initial(lit) == Lbool::False;
    if (solver_.in_core(transition_.next(lit))) {
      lits.push_back(lit);
      excludes_initial = excludes_initial || excludes;
    } else if (excludes && (excluding == kNoLit || (config_.activity != Ic3Config::Activity::Off &&
                                                    order_.matters_less(excluding, lit)))) {
      excluding = lit;
    }
  }
  if (!excludes_initial) lits.push_back(excluding);
  return Cube(std::move(lits));
}

/// The state of the solver's model, as far as the model tells it; with inputs if a prediction may
/// ask where it leads.
LatchValues Ic3Core::model_values() const {
  LatchValues values(transition_.num_vars());
  for (std::uint32_t i = 0; config_.predict && i < transition_.num_inputs(); ++i) {
    const Lit input(transition_.input(i));
    const Lbool value = solver_.value(input);
    if (value != Lbool::Undef) values.set(input ^ (value == Lbool::False));
  }
  std::vector<bool> latches;
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
    const Lit latch(transition_.latch(i));
    const Lbool value = solver_.value(latch);
    if (value != Lbool::Undef) values.set(latch ^ (value == Lbool::False));
    if (transition_.num_signals() == 0) continue;
    // What the model leaves open may be anything; signals need something.
    if (value == Lbool::Undef) values.set(~latch);
    latches.push_back(value == Lbool::True);
  }
  if (transition_.num_signals() == 0) return values;
  const std::vector<bool> signals = transition_.signal_values(latches);
  for (std::uint32_t i = 0; i < signals.size(); ++i)
    values.set(Lit(transition_.state_var(transition_.num_latches() + i)) ^ !signals[i]);
  return values;
}

}  // namespace cairn::ic3
