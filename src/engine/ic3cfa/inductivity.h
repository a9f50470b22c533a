// SPDX-License-Identifier: MIT
//
// Queries about relative inductivity [Lan18, section 5.1.3]: for one edge (check_single_edge),
// for all edges into a location at once (check), for each of them (check_by_filter), and the one
// before the other (check_and_filter; the last two are in ic3cfa.cpp, which has to look at the
// models).
//
// Each source location has its own incremental solver, which knows the lemmas of the location. A
// variable for each level switches them on: it implies that of the level above, so that one
// assumption is a frame. The edge's guard and the images of the cube's literals are assumptions
// too: nothing is left behind, and cores come in terms of the cube.
//
// F(0, l) is false for all but the initial location, whose frames are true.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/context.h"
#include "engine/ic3cfa/config.h"
#include "engine/ic3cfa/frames.h"
#include "engine/ic3cfa/moves.h"
#include "smt/smt_solver.h"

namespace cairn::ic3cfa {

struct InductivityStats {
  std::uint64_t queries = 0;  ///< to the solver
  std::uint64_t multi_queries = 0;
  std::uint64_t primed = 0;  ///< with primed variables
  std::uint64_t sat = 0;
  std::uint64_t trivial = 0;  ///< answered without the solver
  std::uint64_t precubes = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t interpolants = 0;
  std::uint64_t rebuilds = 0;
  double seconds = 0;
};

enum class Inductive : std::uint8_t { Yes, No, Unknown };
/// Search has to know; generalization can do without an answer.
enum class Urgency : std::uint8_t { Critical, Noncritical };

/// The frames of one location, or of all, in a solver.
class LocationSolver {
 public:
  LocationSolver(const Ic3CfaConfig& config, Terms& terms, const Context& context, SmtStats& stats);

  /// Tells the solver what is new in the frames of a location.
  void block(LocationId location, FrameLevel level, const TermCube& cube);
  /// The assumption that switches F(level, location) on.
  Term frame(LocationId location, FrameLevel level);
  SmtSolver& solver() { return *solver_; }
  std::uint64_t blocked() const { return blocked_; }

 private:
  Terms& terms_;
  std::unique_ptr<SmtSolver> solver_;
  std::unordered_map<std::uint32_t, std::vector<Term>> switches_;  // by location and level
  std::uint64_t blocked_ = 0;
};

class Inductivity {
 public:
  Inductivity(Moves& moves, CfaFrames& frames, const Ic3CfaConfig& config, const Context& context);

  /// What holds at a location anyway. Before the first query.
  void assume(LocationId location, std::vector<Term> facts);
  /// The only way in which frames change.
  void block(LocationId location, FrameLevel level, const TermCube& cube);

  /// Is every successor of F(level, source) along the move outside the cube? With `premise`, of
  /// those of its states alone that are outside the premise. After Yes core() is a part of the cube
  /// for which this holds too; after No model() is a state and inputs.
  Inductive check_single_edge(MoveId move, FrameLevel level, const TermCube& cube, Urgency urgency,
                              const TermCube* premise = nullptr);
  /// The same for all edges into a location, in one query.
  Inductive check(LocationId target, FrameLevel level, const TermCube& cube, Urgency urgency);
  /// Is the cube inductive relative to F(level) along all edges into the location? Self-loops have
  /// the premise "not the cube" where the options allow it.
  bool holds_at(LocationId location, FrameLevel level, const TermCube& cube);
  /// The highest level up to the frontier at which the cube can be blocked, as it can at `level`.
  FrameLevel highest(LocationId location, FrameLevel level, FrameLevel frontier,
                     const TermCube& cube);
  const TermCube& core() const { return core_; }
  Value model(Term term) { return solver_->value(term); }

  /// Is F(level, location) without a state of the cube?
  Inductive is_blocked(LocationId location, FrameLevel level, const TermCube& cube);
  /// Does the cube imply the literal?
  bool implies(const TermCube& cube, Term literal);
  /// Something that F(level, source) leads to along the move and that excludes the cube: a formula
  /// over variables.
  std::optional<Term> interpolant(MoveId move, FrameLevel level, const TermCube& cube);

  /// [Lan18, theorems 4.5 and 4.6]: a blocked cube within wep(command, cube) shows inductivity
  /// without a query, and the literals that it stems from are the generalization: core().
  bool find_precube(MoveId move, FrameLevel level, const TermCube& cube);
  /// Static drops [Lan18, theorem 4.4, and page 122]: no query is needed to see that the literal
  /// does not matter on this edge.
  bool is_assumed(MoveId move, Term literal);
  bool is_dont_care(MoveId move, FrameLevel level, Term literal);

  /// The literals by how much they are worth keeping, best first: those that recent lemmas have
  /// and edges leave as they are, then small ones. Assumptions have this order, so that cores tend
  /// to it.
  std::vector<Term> by_worth(const TermCube& cube);

  bool out_of_budget() const { return context_.budget.exhausted(); }
  /// Why the last query had no answer.
  std::string reason() const { return reason_; }
  const InductivityStats& stats() const { return stats_; }
  const SmtStats& smt_stats() const { return smt_; }

 private:
  LocationSolver& solver_of(LocationId location);
  LocationSolver& solver_of_all();
  void fill(LocationSolver& solver, LocationId location);
  Inductive ask(LocationSolver& solver, const std::vector<Term>& assumptions, Urgency urgency);
  /// `order`: the literals of the cube.
  std::optional<Inductive> without_solver(MoveId move, FrameLevel level, const TermCube& cube,
                                          const std::vector<Term>& order);
  void read_core(const std::vector<Term>& cube, const std::vector<Term>& images);
  Term negation(const TermCube& cube);

  Moves& moves_;
  Terms& terms_;
  CfaFrames& frames_;
  const Ic3CfaConfig config_;
  const Context context_;
  std::vector<std::vector<Term>> facts_;                  // by location
  std::vector<std::unique_ptr<LocationSolver>> solvers_;  // by location
  std::unique_ptr<LocationSolver> all_;
  std::unique_ptr<SmtSolver> plain_;  // without frames
  std::vector<Term> selectors_;       // of literals in queries about all edges
  struct Worth {
    double activity = 0;
    std::uint32_t nodes = 0;
  };
  Worth& worth_of(Term literal);
  std::unordered_map<Term, Worth> worth_;
  double bump_ = 1;
  SmtSolver* solver_ = nullptr;  // that answered last
  TermCube core_;
  std::string reason_;
  InductivityStats stats_;
  SmtStats smt_;
};

}  // namespace cairn::ic3cfa
