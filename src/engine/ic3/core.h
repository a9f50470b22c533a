// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/context.h"
#include "base/rng.h"
#include "base/statistics.h"
#include "engine/ic3/abstraction.h"
#include "engine/ic3/config.h"
#include "engine/ic3/frame_solver.h"
#include "engine/ic3/frames.h"
#include "engine/ic3/journal.h"
#include "engine/ic3/lift.h"
#include "engine/ic3/literal_order.h"
#include "engine/ic3/reachable.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/transition.h"
#include "engine/ic3/words.h"
#include "model/answer.h"
#include "model/bit_system.h"
#include "sat/script.h"
#include "sat/solver.h"

namespace cairn::ic3 {

/// What the engines with IC3's frames have in common: the frames, the query about one step
/// (consecution.cpp), generalization (generalize.cpp), propagation (propagate.cpp, lemma_sets.cpp)
/// and the answer that a closed frame is. It does not look for bad states: which cubes are to be
/// blocked is up to the engine that has it, Ic3 (ic3.h) or ItpSeq (interpolation/itpseq.h).
///
/// Requires a system without reset functions (pass `resets`).
class Ic3Core {
 public:
  enum class Outcome { Blocked, Reachable, Stopped };
  /// Whether a query assumes that the step starts outside the cube.
  enum class Strengthen { No, Yes };
  /// What generalization may spend on counterexamples to it.
  struct Effort {
    std::uint32_t ctgs = 0;   ///< a candidate; 0: none
    std::uint32_t limit = 1;  ///< attempts for each
  };
  /// A cube that no state of F_(level-1) steps into.
  struct BlockedCube {
    Cube cube;
    Level level = 0;
    LatchValues ctp = {};  ///< a state of F_level that steps into it, if one is known
  };
  /// Whether it is known that the top frame has no bad state.
  enum class TopFrame { Cleared, Deferred };

  Ic3Core(const BitSystem& system, const Ic3Config& config, const Context& context);

  // ---- Its parts.
  const Ic3Config& config() const { return config_; }
  const Transition& transition() const { return transition_; }
  FrameSolver& solver() { return solver_; }
  Frames& frames() { return frames_; }
  const LiteralOrder& order() const { return order_; }
  Abstraction& abstraction() { return abstraction_; }
  const Abstraction& abstraction() const { return abstraction_; }
  Lifter& lifter() { return lifter_; }
  /// Null if nobody watches.
  Journal* journal() { return journal_ ? &*journal_ : nullptr; }
  ReachableStates& reachable() { return reachable_; }
  Ic3Stats& stats() { return stats_; }
  const Ic3Stats& stats() const { return stats_; }
  sat::SolverStats solver_stats() const { return solver_.stats(); }

  // ---- core.cpp: time slices, answers, and what a run says of itself.
  /// Bad is that this latch is true, from now on. Frames stay: they do not depend on it.
  void aim_at(std::uint32_t latch_position) { transition_.set_bad(latch_position); }
  void begin_slice() { begins_slice_ = true; }
  void end_slice();
  /// At once.
  bool stopped() const { return context_.budget.hard().exhausted(); }
  /// At the next place from where it is easy to go on. Not at the first one of a time slice:
  /// however short slices are, each comes a little further.
  bool paused() {
    const bool is_first = std::exchange(begins_slice_, false);
    return is_first ? context_.budget.exhausted() : context_.budget.exhausted_by_now();
  }
  /// Unknown for now; whatever waits is kept.
  Answer<BitSystem> pause() const;
  /// The lemmas above `level` are inductive, and no state that satisfies them is bad.
  Answer<BitSystem> safe(Level level);
  void show_progress(std::size_t obligations);
  void report_progress(TopFrame top);
  void add_statistics(Statistics& statistics) const;

  // ---- consecution.cpp
  /// Can a state of F_(level-1), outside the cube if `strengthen`, step into the cube? If not,
  /// blocked() is a smaller cube for which this holds too, with the highest level up to which it is
  /// known to hold.
  Outcome ask(const Cube& cube, Level level, Strengthen strengthen, QueryStats& stats);
  const BlockedCube& blocked() const { return blocked_; }
  /// The highest level from `level` on at which the lemmas are known to exclude the cube together,
  /// though perhaps none does alone [EMB11, figure 7]. 0 if there is none, or no time to say.
  Level implying_level(const Cube& cube, Level level);
  LatchValues model_values() const;
  /// How lemmas are asked for: [EMB11]'s Q2 or Q1.
  Strengthen for_lemmas() const {
    return config_.extended_queries ? Strengthen::Yes : Strengthen::No;
  }

  // ---- generalize.cpp
  Effort effort_for(std::uint32_t returns) const;
  /// Requires that no state of F_(level-1) outside the cube steps into it. The lemma is looked for
  /// at that level even if the proof for the cube as it is reaches higher: a small lemma is worth
  /// more.
  BlockedCube generalize(BlockedCube blocked, Level level, Effort effort);
  /// A lemma that was just made is moved up while it is inductive there, and may shrink.
  void push_as_far_as_possible(BlockedCube& blocked);
  /// Adds the lemma to the frames, and shares it.
  LemmaSerial learn(const BlockedCube& blocked,
                    Journal::Reason reason = Journal::Reason::Obligation);
  LemmaSerial add_lemma(const BlockedCube& blocked);

  // ---- propagate.cpp
  /// A frame more; what is known to hold there is to be pushed.
  void extend();
  std::optional<Level> propagate();
  Outcome push_lemma(Frames::Place place);

  // ---- lemma_sets.cpp
  void keep_needed_lemmas();
  void recycle_if_due();

  // ---- exchange.cpp
  void share(const Cube& cube, Level level);

  // ---- quip.cpp
  bool has_reachable_state(const Cube& cube) const;
  bool is_bad(Lemma& lemma);

 private:
  /// Literals are being dropped from a cube.
  struct Dropping {
    Level level;                   ///< of the lemma that is looked for
    std::uint32_t depth;           ///< 0, or more within the generalization of a CTG
    std::vector<Lit> needed = {};  ///< literals that it can't do without
    bool may_join = true;          ///< a candidate that fails with the state that it fails by
  };
  /// How far propagate() came.
  struct Pushing {
    Level level = 1;                                 ///< whose lemmas are pushed next
    std::optional<std::deque<sat::LemmaId>> lemmas;  ///< of that level, once they are pushed
    std::size_t next_infinite = 0;  ///< position among the top frame's lemmas, for infinity
  };

  // consecution.cpp
  Cube core_of(const Cube& cube) const;

  // generalize.cpp
  void drop_words(BlockedCube& blocked, const std::vector<Lit>& order, Level level);
  BlockedCube drop_literals(BlockedCube blocked, Level level, std::uint32_t depth);
  void drop_by_halves(BlockedCube& blocked, std::vector<Lit> part, Level level);
  bool drop_part(BlockedCube& blocked, std::span<const Lit> part, Level level);
  bool down(BlockedCube& blocked, Cube candidate, const Dropping& dropping);
  bool ctg_down(BlockedCube& blocked, Cube candidate, const Dropping& dropping);
  Outcome try_candidate(const Cube& candidate, Level level);
  std::vector<Lit> literals_of_model(const Cube& cube) const;
  bool join(Cube& candidate, std::vector<Lit> common, const Dropping& dropping);
  bool exclude_ctg(const Cube& candidate, const Dropping& dropping);
  bool block_ctg(const Cube& cube, Level level, std::uint32_t depth, std::uint32_t& budget);
  void order_for_dropping(std::vector<Lit>& lits, Level level);
  void count_as_good(const Cube& cube);

  // propagate.cpp
  Outcome push_lemmas(Level level);
  void raise(Frames::Place place, Level to);
  void put(const Cube& cube, Level level);
  std::deque<sat::LemmaId> lemmas_to_push(Level level);
  Outcome find_infinite();
  Level semantically_closed_level();

  // lemma_sets.cpp
  void find_infinite_subset();
  std::unique_ptr<QuerySolver> solver_for_lifting();
  void recycle();

  const BitSystem& system_;
  const Ic3Config config_;
  const Context context_;
  Ic3Stats stats_;
  Transition transition_;
  std::ofstream record_;
  std::optional<sat::Recorder> recorder_;
  std::optional<Journal> journal_;
  FrameSolver solver_;
  Frames frames_;
  LiteralOrder order_;
  std::optional<WordsOfLatches> words_;
  Abstraction abstraction_;
  Lifter lifter_;
  Rng rng_;
  ReachableStates reachable_;
  std::uint64_t told_queries_ = 0;  // to the progress
  bool begins_slice_ = true;
  Pushing pushing_;
  Effort effort_;        // of the generalization that is under way
  BlockedCube blocked_;  // after ask() said Blocked
};

}  // namespace cairn::ic3
