// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/budget.h"
#include "engine/ic3/frames.h"
#include "engine/ic3/transition.h"
#include "model/trace.h"
#include "sat/interpolate.h"
#include "sat/resolution_proof.h"
#include "sat/solver.h"

namespace cairn {

/// Is a bad state reachable in exactly k steps through the frames? Step i, from 0 to k, is part i
/// of the formula: its gates, its constraints, what is known of its states (the initial ones, the
/// lemmas of F_i), and the values that the latches of step i + 1 take; the last part has the bad
/// state instead. Parts i and i + 1 share the latches of step i + 1 and nothing else.
class UnrolledFrames {
 public:
  /// Who knows the states of a step.
  enum class Lemmas { None, OfFrames };

  UnrolledFrames(const ic3::Transition& transition, const ic3::Frames& frames, ic3::Level last,
                 Lemmas lemmas, const Budget& budget);

  /// Again after Unknown: goes on.
  sat::Result ask() { return solver_.solve({}); }
  const sat::SolverStats& stats() const { return solver_.stats(); }

  /// After Satisfiable.
  BitTrace trace() const;
  /// After Unsatisfiable: the sets of states after 1, 2, ..., k steps; element 0 stands for
  /// nothing. Leaf 1 + i of `graph` is latch i. Nothing at all if the budget ended before.
  std::vector<Lit> interpolants(sat::InterpolationSystem system, Aig& graph,
                                std::size_t* proof_clauses) const;

 private:
  Lit at(Lit lit, ic3::Level step) const;
  void add_step(ic3::Level step);
  void add(std::span<const Lit> clause, ic3::Level step);
  void define(Var owner, std::span<const Lit> clause, ic3::Level step);

  const ic3::Transition& transition_;
  const ic3::Level last_;
  const Budget& budget_;
  sat::ResolutionProof proof_;
  sat::Solver solver_;
  std::vector<sat::Part> parts_;  // by number of an original clause
};

}  // namespace cairn
