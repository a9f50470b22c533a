// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/context.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "engine/ic3/abstraction.h"
#include "engine/ic3/config.h"
#include "engine/ic3/frame_solver.h"
#include "engine/ic3/frames.h"
#include "engine/ic3/lift.h"
#include "engine/ic3/literal_order.h"
#include "engine/ic3/obligations.h"
#include "engine/ic3/push_requests.h"
#include "engine/ic3/reachable.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/successor.h"
#include "engine/ic3/transition.h"
#include "model/exchange.h"
#include "sat/script.h"
#include "sat/solver.h"

namespace cairn {

/// IC3 [Bra11] in the formulation of PDR [EMB11]: incremental construction of inductive clauses for
/// indubitable correctness. ic3.cpp has the main loop, generalize.cpp what makes lemmas small,
/// propagate.cpp what moves them up.
///
/// Others may look for obligations in their own way and share the rest: itpseq.h does.
///
/// Requires a system without reset functions (pass `resets`).
class Ic3 : public Engine<BitSystem> {
 public:
  Ic3(const BitSystem& system, const Ic3Config& config, const Context& context);
  Answer<BitSystem> run() override;
  void add_figures(Figures& figures) const override;
  const Ic3Stats& stats() const { return stats_; }
  sat::SolverStats solver_stats() const { return solver_.stats(); }

 protected:
  enum class Outcome { Blocked, Reachable, Stopped };
  /// Whether a question assumes that the step starts outside the cube.
  enum class Strengthen { No, Yes };
  /// What becomes of a candidate for a lemma that fails.
  enum class Join { No, Yes };
  /// What generalization may spend on counterexamples to it.
  struct Effort {
    std::uint32_t ctgs;   ///< a candidate; 0: none
    std::uint32_t limit;  ///< attempts for each
  };
  /// A cube that no state of F_(level-1) steps into.
  struct BlockedCube {
    Cube cube;
    Level level = 0;
    LatchValues stopped_by = {};  ///< a state of F_level that steps into it, if one is known
  };

  /// A lemma of another worker that was not asked for yet.
  struct WaitingLemma {
    Cube cube;
    Level level;  ///< where it holds, they say
  };

  // ic3.cpp
  virtual Answer<BitSystem> decide();
  Outcome find_bad();
  std::uint64_t conflicts_for_bad();
  Outcome exclude_bad(Level closed);
  sat::Result ask_for_bad(Level level, std::uint64_t limit);
  Outcome block_obligations();
  Outcome block(Obligation obligation);
  bool is_settled(const Obligation& obligation);
  void keep(const std::shared_ptr<BadPath>& path, Level blocked_at);
  bool is_real();
  Answer<BitSystem> unsafe() const;
  Answer<BitSystem> safe(Level level);
  void show_progress();
  void report_progress();

  // consecution.cpp
  Outcome ask(const Cube& cube, Level level, Strengthen strengthen, QueryStats& stats);
  Level implying_level(const Cube& cube, Level level);
  Cube core_of(const Cube& cube) const;
  LatchValues model_values() const;
  std::shared_ptr<BadPath> predecessor(const std::shared_ptr<BadPath>& path);

  // generalize.cpp
  Effort effort_for(const BadPath& path) const;
  BlockedCube generalize(BlockedCube blocked, Level level, std::uint32_t depth);
  bool down(BlockedCube& blocked, Cube candidate, Level level, std::uint32_t depth,
            const std::vector<Lit>& needed, Join join);
  bool block_ctg(const Cube& cube, Level level, std::uint32_t depth, std::uint32_t& budget);
  void order_for_dropping(std::vector<Lit>& lits, Level level);
  void count_as_good(const Cube& cube);
  void push_as_far_as_possible(BlockedCube& blocked);
  LemmaSerial learn(const BlockedCube& blocked);
  LemmaSerial add_lemma(const BlockedCube& blocked);

  // propagate.cpp
  void extend();
  Level propagate();
  Outcome push_lemmas(Level level);
  std::deque<sat::LemmaId> lemmas_to_push(Level level);
  Outcome push_lemma(Frames::Place place);
  Outcome find_infinite();
  Level semantically_closed_level();

  // push_requests.cpp
  bool serve_push_request();
  Level closed_early() const;

  // exchange.cpp
  void share(const Cube& cube, Level level);
  Cube cube_of(const SharedLemma& lemma) const;
  bool takes_lemmas() const;
  void take_in_lemmas();
  bool take_in(const SharedLemma& lemma);
  void wait(Cube cube, Level level);
  bool take_wanted(const Obligation& obligation);
  void count_as_foreign(LemmaSerial serial);
  void credit(LemmaSerial serial);

  // quip.cpp
  bool is_over(const BadPath& path);
  bool is_reachable(const std::shared_ptr<BadPath>& path);
  bool has_reachable_state(const Cube& cube) const;
  bool is_bad(Lemma& lemma);
  void follow(std::optional<ReachableStates::Index> state, const std::shared_ptr<BadPath>& path);
  void try_to_push(LemmaSerial lemma, const std::shared_ptr<BadPath>& because_of);

  // predict.cpp
  bool predict(const Cube& cube, Level level);
  bool predict_from(Frames::Place parent, const Cube& cube);

  // lemma_sets.cpp
  void find_infinite_subset();
  void keep_needed_lemmas();
  std::unique_ptr<QuerySolver> solver_for_lifting();
  void recycle();
  void recycle_if_due();

  /// How lemmas are asked for: [EMB11]'s Q2 or Q1.
  Strengthen for_lemmas() const {
    return config_.extended_queries ? Strengthen::Yes : Strengthen::No;
  }
  /// At once.
  bool stopped() const { return context_.budget.hard().exhausted(); }
  /// At the next place from where it is easy to go on. Not at the first one of a turn: however
  /// short turns are, each comes a little further.
  bool paused() {
    const bool is_first = std::exchange(begins_turn_, false);
    return is_first ? context_.budget.exhausted() : context_.budget.exhausted_by_now();
  }

  const BitSystem& system_;
  const Ic3Config config_;
  const Context context_;
  Ic3Stats stats_;
  Transition transition_;
  std::ofstream record_;
  std::optional<sat::Recorder> recorder_;
  FrameSolver solver_;
  Frames frames_;
  LiteralOrder order_;
  Abstraction abstraction_;
  Lifter lifter_;
  Rng rng_;
  ObligationQueue queue_;
  PushRequests requests_;
  ReachableStates reachable_;
  Successor successor_;
  bool begins_turn_ = true;
  bool is_blocking_ = false;  // obligations up to the top wait
  bool is_doubtful_ = false;  // the last frame may have bad states
  std::uint64_t hardest_bad_ = 0;  // conflicts that it took to find a bad state, at most
  std::vector<Lit> bad_model_;     // the last one that was found, if that is hard
  Level pushing_ = 0;         // the level whose lemmas are pushed next, or none
  std::optional<std::deque<sat::LemmaId>> to_push_;  // of that level, if that has begun
  std::size_t next_infinite_ = 0;            // position among the top frame's lemmas, for infinity
  std::shared_ptr<BadPath> counterexample_;  // starts in an initial state; perhaps to be confirmed
  const std::uint32_t drop_after_;
  Effort effort_{0, 1};                // for the current obligation
  std::deque<SharedLemma> inbox_;      // of other workers, not looked at yet
  std::vector<SharedLemma> arriving_;  // empty between calls
  std::vector<WaitingLemma> waiting_;  // until an obligation wants them; the oldest first
  std::vector<bool> is_foreign_;       // by serial, as far as there are such lemmas

  // After ask() said Blocked.
  BlockedCube blocked_;
};

}  // namespace cairn
