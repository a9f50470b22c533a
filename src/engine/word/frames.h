// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/word/config.h"
#include "engine/word/transition.h"
#include "smt/smt_solver.h"

namespace cairn::word {

/// What was asked and found.
struct WordIc3Stats {
  std::uint64_t queries = 0;               ///< to the solvers
  std::uint64_t ctis = 0;                  ///< counterexamples to induction that became obligations
  std::uint64_t lemmas = 0;                ///< learnt
  std::uint64_t pushed = 0;                ///< lemmas, by one level
  std::uint64_t subsumed = 0;              ///< lemmas that a new one made superfluous
  std::uint64_t dropped = 0;               ///< literals, one by one
  std::uint64_t core_dropped = 0;          ///< literals, by cores
  std::uint64_t lifted = 0;                ///< literals, from predecessors
  std::uint64_t rebuilds = 0;              ///< of the solver of the frames
  std::uint64_t predicates = 0;            ///< of the abstraction
  std::uint64_t refinements = 0;           ///< of the abstraction
  std::uint64_t spurious = 0;              ///< abstract counterexamples that were none
  std::uint64_t lift_failures = 0;         ///< abstract states that do not all lead where one does
  std::uint64_t consecution_failures = 0;  ///< abstract ones that a concrete query refutes
  SmtStats smt;
};

/// The frames F_0 = I, F_1, ..., F_top, delta-encoded [EMB11, section II.C]: a lemma is kept at the
/// highest level where it is known to hold, F_i consists of the lemmas of levels >= i. In the
/// solver a Boolean a_i implies the lemmas of level i, and a_(i+1).
///
/// Every query may end without an answer; then unanswered() says so until resume().
class WordFrames {
 public:
  using Level = std::uint32_t;

  WordFrames(WordTransition& transition, const WordIc3Config& config, const Context& context,
             WordIc3Stats& stats);

  Level top() const { return static_cast<Level>(delta_.size()) - 1; }
  void extend();
  const std::vector<TermCube>& lemmas(Level level) const { return delta_[level]; }
  std::size_t num_lemmas() const;
  /// No state of F_level is in the cube, as a single lemma shows.
  bool blocked(const TermCube& cube, Level level) const;
  /// No state of F_1, ..., F_level is in the cube. Lemmas that follow from this go.
  void add(TermCube cube, Level level);
  /// To the level above; `position` is that in lemmas(level).
  void raise(Level level, std::size_t position);

  /// F_level has a state, constrained with some inputs, that is bad. Sat: model().
  SmtResult ask_bad(Level level);
  /// F_level, !`outside` (unless empty), a constrained step, the cube. Sat: model(); Unsat: core().
  SmtResult ask_step(Level level, const TermCube& outside, const TermCube& cube);
  /// An initial state is in the cube. Sat: model().
  SmtResult ask_initial(const TermCube& cube);
  /// A state of the cube that with the inputs of `model` misses one of the goals. Unsat: core().
  SmtResult ask_miss(const TermCube& cube, std::span<const Term> goals, const Assignment& model);

  /// Of all states and inputs, after Sat.
  const Assignment& model() const { return model_; }
  /// The part of the cube that was needed, after Unsat.
  const TermCube& core() const { return core_; }

  bool unanswered() const { return !reason_.empty(); }
  const std::string& reason() const { return reason_; }
  void resume() { reason_.clear(); }
  /// Another solver, asked on behalf of the engine, had no answer.
  void give_up(std::string reason) { reason_ = std::move(reason); }

 private:
  std::unique_ptr<SmtSolver> new_solver();
  SmtResult ask(SmtSolver& solver, const std::vector<Term>& assumptions);
  /// The literals whose image is among what the solver needed.
  void take_core(SmtSolver& solver, const TermCube& cube, const TermCube& images);
  void make_solver();
  void add_to_solver(const TermCube& cube, Level level);

  WordTransition& transition_;
  const WordIc3Config& config_;
  const Context context_;
  WordIc3Stats& stats_;
  std::unique_ptr<SmtSolver> solver_;  ///< knows the frames
  std::unique_ptr<SmtSolver> plain_;   ///< knows nothing
  std::vector<Term> active_;           ///< by level
  std::vector<std::vector<TermCube>> delta_;
  std::size_t added_ = 0;  ///< lemmas that solver_ was given since it was made
  Assignment model_;
  TermCube core_;
  std::string reason_;
};

}  // namespace cairn::word
