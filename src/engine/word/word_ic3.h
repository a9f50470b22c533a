// SPDX-License-Identifier: MIT
//
// IC3 over terms: what the engines ic3-smt, ic3ia and ctigar have in common, in the formulation of
// PDR [EMB11]. Frames, obligations, generalization by cores and by dropping literals, pushing,
// invariants and traces are here; what a predecessor becomes, and what a path into the initial
// states means, each engine says for itself.
//
// The loop is a machine whose state is all in members, so a run that had to stop goes on where it
// was: a query that got no answer changes nothing and is asked again.
//
// Not done: systems whose initial values read inputs (a cube with one value of the inputs may then
// have an initial state that exists with another alone); the answer is Unknown.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "engine/word/config.h"
#include "engine/word/frames.h"
#include "engine/word/preimage.h"
#include "engine/word/transition.h"
#include "model/word_system.h"

namespace cairn::word {

/// States that are to be shown unreachable, and why: a step from `model` leads into `next`, or it
/// is bad if there is no next.
struct WordPath {
  TermCube cube;
  Assignment model;  ///< a state of the cube, and inputs
  std::shared_ptr<WordPath> next;
  /// With the inputs of the model all states of the cube lead into next->cube (or are bad).
  bool exact = true;
  /// Ctigar: states of `cube` that lead into next->concrete; the cube says less.
  TermCube concrete;
  /// Ctigar: the model leads into next->cube, but not into next->concrete.
  bool spurious = false;
  std::uint32_t spurious_steps = 0;  ///< Ctigar: of the path from here on
  bool settled = false;              ///< Ctigar: no more spurious predecessors
  std::uint32_t level = 0;           ///< where it was found
  std::uint32_t depth = 0;           ///< steps to the bad one

  WordPath() = default;
  WordPath(const WordPath&) = delete;
  WordPath& operator=(const WordPath&) = delete;
  /// Paths may be long: not recursively.
  ~WordPath() {
    while (next && next.use_count() == 1) next = std::move(next->next);
  }
};

class WordIc3 : public Engine<WordSystem> {
 public:
  Answer<WordSystem> run() final;
  void add_statistics(Statistics& statistics) const final;

 protected:
  using Level = WordFrames::Level;
  using Path = std::shared_ptr<WordPath>;

  /// `system` must outlive the engine.
  WordIc3(std::string name, const WordSystem& system, const WordIc3Config& config,
          const Context& context);

  /// The model, a state of F_level, leads into next->cube or, if that is null, is bad. Hands an
  /// obligation to oblige(), or finds that the path begins in an initial state. Who gets no answer
  /// from the solver does nothing.
  virtual void on_predecessor(const Assignment& model, const Path& next, Level level) = 0;
  /// Statistics of the abstraction, if the engine has one.
  virtual void add_own_statistics(Statistics&) const {}
  std::unique_ptr<SmtSolver> new_solver() {
    return make_smt_solver(config_.smt, "cairn", transition_->terms(), context_, stats_.smt);
  }
  /// Of a query whose answer is welcome but not needed.
  bool refuted(SmtResult result);

  void oblige(const Path& path, Level level);
  void forget_obligations() { queue_ = {}; }
  /// Constraints and the cube of `next` after a step, or bad.
  std::vector<Term> goals(const Path& next, const TermCube& target);
  /// Drops literals of a cube that do not matter for where it leads. Unsat if all states of the
  /// cube lead there, Sat if not; then the cube stays as it is.
  SmtResult lift(TermCube& cube, std::span<const Term> where, const Assignment& model);
  /// The cube, disjoint from the initial states, to which the core is extended by literals of
  /// `cube`. None: no answer.
  std::optional<TermCube> repaired(TermCube core, const TermCube& cube);
  /// Requires a cube that F_(level-1) has no step into and that has no initial state.
  TermCube generalize(TermCube cube, Level level);
  /// Learns that the cube, with core() the part that mattered, is unreachable up to the level, and
  /// as far as it can be pushed; returns the level, 0 if there was no answer.
  Level learn(const TermCube& cube, const TermCube& core, Level level);
  /// A run from this initial state with the inputs of the path. Requires that it is one.
  void conclude_unsafe(const Assignment& initial, const WordPath* path);
  void conclude_unsafe(WordTrace trace);

  const std::string name_;
  const WordIc3Config config_;
  const Context context_;
  const bool supported_;
  WordIc3Stats stats_;
  // None if the system is not supported.
  std::unique_ptr<WordTransition> transition_;
  std::unique_ptr<WordFrames> frames_;
  std::unique_ptr<WordPreimage> preimage_;

 private:
  struct Obligation {
    Level level;
    Path path;
    std::uint64_t number;
  };
  struct Later {
    bool operator()(const Obligation& a, const Obligation& b) const {
      if (a.level != b.level) return a.level > b.level;
      if (a.path->depth != b.path->depth) return a.path->depth < b.path->depth;
      return a.number < b.number;
    }
  };

  void step();
  void block(const Obligation& obligation);
  void find_bad();
  void propagate();
  void conclude_safe(Level level);
  Unknown stopped() const;

  std::priority_queue<Obligation, std::vector<Obligation>, Later> queue_;
  std::uint64_t obligations_ = 0;
  Level propagating_ = 0;  ///< the level whose lemmas are being pushed; 0: none is
  std::size_t position_ = 0;
  std::optional<Answer<WordSystem>> answer_;
};

}  // namespace cairn::word
