// SPDX-License-Identifier: MIT
//
// States and steps of the system that CTL is decided on, in one graph with one solver. Latches that
// nothing depends on are left out. The leaves of the graph are latches and inputs of a step, and
// the inputs of the step after it; regions, sets of states, are literals over the latches alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "logic/bit/cnf.h"
#include "model/ctl.h"
#include "sat/backend/incremental_solver.h"

namespace cairn::ctl {

/// Values by position among the latches or inputs of the space.
using State = std::vector<bool>;
using Inputs = std::vector<bool>;

class Space {
 public:
  Space(const CtlSystem& system, const Context& context);

  Aig& graph() { return graph_; }
  std::size_t num_latches() const { return latches_.size(); }
  std::size_t num_inputs() const { return inputs_.size(); }
  /// Positions in the system.
  std::uint32_t latch_position(std::size_t i) const { return latches_[i]; }
  std::uint32_t input_position(std::size_t i) const { return inputs_[i]; }

  Lit latch(std::size_t i) const { return Lit(Var{static_cast<std::uint32_t>(1 + i)}); }
  Lit input(std::size_t i) const { return latch(latches_.size() + i); }
  Lit next(std::size_t i) const { return next_[i]; }
  Lit atom(std::size_t i) const { return atoms_[i]; }
  Lit constrained() const { return constrained_; }
  Lit constrained_after() const { return constrained_after_; }
  Lit initial() const { return initial_; }
  /// Empty if there are no fairness literals.
  const std::vector<Lit>& fairness() const { return fairness_; }
  /// A literal of a state in the state after the step.
  Lit after(Lit lit) { return substituted(lit, after_, false); }
  /// A literal of a step with these inputs: a region.
  Lit under(Lit lit, const Inputs& inputs);
  /// Whether it is a region.
  bool is_region(Lit lit) const;
  /// Gates below it, counted up to `most`.
  std::size_t gates_below(Lit lit, std::size_t most) const;
  Lit cube(std::span<const Lit> lits) { return graph_.and_all(lits); }
  std::vector<Lit> literals_of(const State& state) const;

  // -- Single states.
  bool value(Lit lit, const State& state, const Inputs& inputs = {});
  State successor(const State& state, const Inputs& inputs);

  // -- Queries.
  enum class Result { Yes, No, Stopped };
  Result ask(std::span<const Lit> assumptions);
  /// After Yes.
  State state() const;
  Inputs inputs() const;
  /// After No.
  bool needed(Lit assumption);
  std::uint64_t queries() const { return queries_; }

 private:
  /// at() is about this state and these inputs from now on.
  void enter(const State& state, const Inputs& inputs);
  bool at(Lit lit);

  /// Images by node, of leaves given and of gates as they are made.
  using Images = std::vector<Lit>;
  Lit substituted(Lit lit, Images& images, bool inputs_only);

  Aig graph_;
  std::vector<std::uint32_t> latches_, inputs_;
  std::vector<Lit> next_, atoms_, fairness_;
  Lit constrained_, constrained_after_, initial_;
  Images after_;
  CnfEncoder encoder_;
  std::unique_ptr<IncrementalSolver> solver_;
  std::uint64_t queries_ = 0;
  std::vector<std::uint64_t> stamps_;  // by node: of the state for which values_ has its value
  std::vector<bool> values_;
  std::uint64_t stamp_ = 0;
  std::vector<Var> stack_;
};

}  // namespace cairn::ctl
