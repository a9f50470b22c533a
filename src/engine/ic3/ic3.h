// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/ic3/config.h"
#include "engine/ic3/core.h"
#include "engine/ic3/obligations.h"
#include "engine/ic3/push_requests.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/successor.h"
#include "engine/shared/engine.h"
#include "model/exchange.h"

namespace cairn::ic3 {

/// IC3 [Bra11] in the formulation of PDR [EMB11]: incremental construction of inductive clauses for
/// indubitable correctness. ic3.cpp has the main loop; generalize.cpp what makes lemmas small and
/// propagate.cpp what moves them up, both parts of the core (core.h).
///
/// Requires a system without reset functions (pass `resets`).
class Ic3 : public Engine<BitSystem> {
 public:
  Ic3(const BitSystem& system, const Ic3Config& config, const Context& context);
  Answer<BitSystem> run() override;
  /// Bad is that this latch is true, by position, from now on; lemmas are kept. Not if constraints
  /// are left out, since counterexamples are then confirmed by the system's own bad states.
  void aim_at(std::uint32_t latch);
  void add_statistics(Statistics& statistics) const override { core_.add_statistics(statistics); }
  const Ic3Stats& stats() const { return stats_; }
  sat::SolverStats solver_stats() const { return core_.solver_stats(); }

 private:
  using Outcome = Ic3Core::Outcome;
  using Strengthen = Ic3Core::Strengthen;
  using BlockedCube = Ic3Core::BlockedCube;

  /// What the main loop is at.
  enum class Phase { FindBad, Block, Push };

  /// A lemma of another worker that was not asked for yet.
  struct WaitingLemma {
    Cube cube;
    Level level;  ///< where it holds, they say
  };

  // ic3.cpp
  Answer<BitSystem> decide();
  std::optional<Answer<BitSystem>> find_bad();
  std::optional<Answer<BitSystem>> block_obligations();
  std::optional<Answer<BitSystem>> push();
  Outcome ask_for_obligation();
  void queue_bad();
  std::uint64_t conflicts_for_bad();
  Outcome exclude_bad(Level closed);
  sat::Result ask_for_bad(Level level, std::uint64_t limit);
  Outcome work_off_obligations();
  Outcome block(Obligation obligation);
  Outcome queue_predecessor(const std::shared_ptr<BadPath>& path, Level level);
  bool is_settled(const Obligation& obligation);
  void keep(const std::shared_ptr<BadPath>& path, Level blocked_at);
  std::shared_ptr<BadPath> predecessor(const std::shared_ptr<BadPath>& path);
  bool is_real();
  Answer<BitSystem> unsafe();
  Answer<BitSystem> safe(Level level);

  // push_requests.cpp
  bool serve_push_request();
  Level closed_early() const;

  // exchange.cpp
  Cube cube_of(const SharedLemma& lemma) const;
  bool imports_lemmas() const;
  void import_lemmas();
  bool import_lemma(const SharedLemma& lemma);
  void wait(Cube cube, Level level);
  bool import_wanted(const Obligation& obligation);
  void count_as_imported(LemmaSerial serial);
  void credit(LemmaSerial serial);

  // quip.cpp
  bool is_over(const BadPath& path);
  bool is_reachable(const std::shared_ptr<BadPath>& path);
  void follow(std::optional<ReachableStates::Index> state, const std::shared_ptr<BadPath>& path);
  void try_to_push(LemmaSerial lemma, const std::shared_ptr<BadPath>& because_of);

  // predict.cpp
  bool predict(const Cube& cube, Level level);
  bool predict_from(Frames::Place parent, const Cube& cube);

  const BitSystem& system_;
  const Context context_;
  Ic3Core core_;
  const Ic3Config& config_ = core_.config();
  const Transition& transition_ = core_.transition();
  FrameSolver& solver_ = core_.solver();
  Frames& frames_ = core_.frames();
  Ic3Stats& stats_ = core_.stats();

  Phase phase_ = Phase::FindBad;
  ObligationQueue queue_;
  std::shared_ptr<BadPath> counterexample_;  // starts in an initial state; perhaps to be confirmed
  const std::uint32_t drop_after_;
  bool is_doubtful_ = false;       // the last frame may have bad states
  std::uint64_t hardest_bad_ = 0;  // conflicts that it took to find a bad state, at most
  std::vector<Lit> bad_model_;     // the last one that was found, if that is hard
  PushRequests requests_;
  Successor successor_;                // of predict.cpp
  std::deque<SharedLemma> inbox_;      // of other workers, not looked at yet
  std::vector<SharedLemma> arriving_;  // empty between calls
  std::vector<WaitingLemma> waiting_;  // until an obligation wants them; the oldest first
  std::vector<bool> is_imported_;      // by serial, as far as there are such lemmas
};

}  // namespace cairn::ic3
