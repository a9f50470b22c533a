// SPDX-License-Identifier: MIT
//
// IC3 on control-flow automata with a frame for each location [Lan18, chapter 4]. docs/ic3cfa.md
// maps the files to the dissertation's algorithms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/context.h"
#include "engine/ic3cfa/config.h"
#include "engine/ic3cfa/frames.h"
#include "engine/ic3cfa/generalize.h"
#include "engine/ic3cfa/inductivity.h"
#include "engine/ic3cfa/moves.h"
#include "engine/ic3cfa/obligations.h"
#include "engine/ic3cfa/seeds.h"
#include "engine/shared/engine.h"
#include "model/cfa.h"

namespace cairn::ic3cfa {

struct Ic3CfaStats {
  std::uint64_t frontier = 0;
  std::uint64_t regions = 0;                      ///< CTI regions that were explored
  std::uint64_t obligations = 0;                  ///< taken from the queue
  std::uint64_t exact = 0;                        ///< predecessors that are exact
  std::uint64_t partial = 0;                      ///< predecessors that a model had to choose
  std::uint64_t lemmas = 0;                       ///< learned
  std::uint64_t edges_tried = 0, edges_done = 0;  ///< lemmas, at locations that edges lead to
  std::uint64_t pushed = 0;                       ///< levels that lemmas were moved up
  std::uint64_t shortcuts = 0;    ///< obligations blocked because their predecessors were
  std::uint64_t reused = 0;       ///< obligations taken to another level
  std::uint64_t returned = 0;     ///< obligations that came again and were blocked by then
  std::uint64_t superfluous = 0;  ///< cubes that semantic blocking left out
};

class Ic3Cfa : public Engine<Cfa> {
 public:
  Ic3Cfa(const Cfa& cfa, const Ic3CfaConfig& config, const Context& context);
  Answer<Cfa> run() override;
  void add_statistics(Statistics& statistics) const override;
  const Ic3CfaStats& stats() const { return stats_; }
  const InductivityStats& queries() const { return inductivity_.stats(); }
  const SmtStats& smt() const { return inductivity_.smt_stats(); }
  const GeneralizeStats& generalizations() const { return generalize_.stats(); }
  const SeedStats* seeds() const { return seeds_ ? &seeds_->stats() : nullptr; }
  const ContextStats& contexts() const { return generalize_.context_stats(); }

 private:
  enum class Status { Done, Found, Stopped };

  /// No edge leads into the region; why, edge by edge, as far as it was asked like that.
  struct Unreachable {
    std::vector<EdgeProof> proofs = {};
  };
  /// The cube is not inductive, but this part of its literals is.
  struct InductivePart {
    TermCube cube;
  };
  /// Predecessors became obligations; complete if they are all there are.
  struct Reachable {
    bool is_complete;
  };
  /// A predecessor is initial.
  struct Violation {};
  struct NoAnswer {};
  /// What the edges into an obligation's location say.
  using Explored = std::variant<Unreachable, InductivePart, Reachable, Violation, NoAnswer>;

  struct Predecessor {
    std::shared_ptr<BadRegion> region;
    bool is_exact;  ///< it has all states that the move leads from, not those of one model
  };

  // ic3cfa.cpp: algorithms 12 to 14.
  Answer<Cfa> prove();
  Status sow();
  Status strengthen();
  Status backward_block();
  Status handle(const CfaObligation& obligation);
  /// Which edges are to blame? Their predecessors become obligations.
  Explored explore(const CfaObligation& obligation);
  Predecessor predecessor(MoveId move, const TermCube& cube, std::shared_ptr<BadRegion> next);
  Status add_obligation(FrameLevel level, std::shared_ptr<BadRegion> region);
  void block(const CfaObligation& obligation, const TermCube& lemma);
  void keep(const CfaObligation& obligation, FrameLevel blocked_up_to);
  /// A lemma blocks it, or the one that did so before still does.
  bool is_blocked(const BadRegion& region, FrameLevel level) const;
  void take_up_obligations();
  Answer<Cfa> stopped() const;

  // propagate.cpp
  Status propagate();
  Status propagate_along_edges();
  std::optional<FrameLevel> fixed_point() const;
  CfaInvariant invariant(FrameLevel level) const;

  // cfa_trace.cpp
  CfaTrace trace();

  const Cfa& cfa_;
  Terms& terms_;
  const Ic3CfaConfig config_;
  const Context context_;
  Moves moves_;
  CfaFrames frames_;
  Inductivity inductivity_;
  CfaGeneralizer generalize_;
  CfaObligations obligations_;
  std::uint64_t told_queries_ = 0;  // to the progress
  std::unique_ptr<SeedFacts> seeds_;
  bool sown_ = false;
  FrameLevel frontier_ = 1;
  std::shared_ptr<BadRegion> violation_;  // a region of the initial location, once it is found
  Ic3CfaStats stats_;
};

}  // namespace cairn::ic3cfa
