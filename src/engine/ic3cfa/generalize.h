// SPDX-License-Identifier: MIT
//
// Generalization of a cube that is inductive relative to the frames before its location [Lan18,
// section 4.3]: fewer literals, more states, still inductive along every edge.
//
// The dissertation's ways: dropping with one query for all edges, or edge by edge and the union,
// with the premise "not c" nowhere (theorem 4.1). Ours (EdgeApproach::Joint) keeps one candidate
// for all edges and for each edge a core, a part of the candidate that is inductive along that edge
// by itself. If a literal goes, only edges whose core has it are asked again. On self-loops the
// premise is the negation of the candidate of that moment: candidates only lose literals, so the
// premise of a later one is stronger and cores stay cores. That is relative induction [Bra11] for
// the merged cube, which theorem 4.1 rules out for cubes that were generalized edge by edge.
#pragma once

#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/ic3cfa/contexts.h"
#include "engine/ic3cfa/inductivity.h"
#include "engine/ic3cfa/weaken.h"

namespace cairn::ic3cfa {

/// What showed that a cube is inductive along an edge.
struct EdgeProof {
  MoveId move;
  TermCube core;
  bool known = true;  ///< else it is still to be shown
};

struct GeneralizeStats {
  std::uint64_t calls = 0;
  std::uint64_t dropped = 0;  ///< literals, by queries
  std::uint64_t dropped_by_core = 0;
  std::uint64_t dont_care = 0;          ///< literals
  std::uint64_t assumed = 0;            ///< literals
  std::uint64_t interpolated = 0;       ///< cubes for which an interpolant was used
  std::uint64_t interpolant_cubes = 0;  ///< that these became
  std::uint64_t widened = 0;            ///< literals
  std::uint64_t bits = 0;               ///< equalities that were split
  std::uint64_t joined = 0;             ///< times that a state took literals with it
  std::uint64_t parts = 0;              ///< inductive parts of cubes that are not
  std::uint64_t ctgs = 0;          ///< counterexamples to generalization that were to be blocked
  std::uint64_t ctgs_blocked = 0;  ///< and were
};

class CfaGeneralizer {
 public:
  CfaGeneralizer(Moves& moves, CfaFrames& frames, Inductivity& inductivity,
                 const Ic3CfaConfig& config);

  /// The cube at the location is inductive relative to the frames of level - 1; `proofs` has what
  /// the search knows, for all edges into the location or none.
  TermCube operator()(LocationId location, FrameLevel level, const TermCube& cube,
                      std::vector<EdgeProof> proofs);
  /// A part of a cube that is not inductive, but with more states around it is: after a query
  /// along a self-loop was answered by a state (that of the model). `proofs` are those of the other
  /// edges. Nothing if there is none.
  std::optional<TermCube> find_inductive_part(LocationId location, FrameLevel level,
                                              const TermCube& cube, std::vector<EdgeProof> proofs);
  /// Lemmas that block counterexamples to generalization are pushed up to it.
  void set_frontier(FrameLevel frontier) { frontier_ = frontier; }
  const GeneralizeStats& stats() const { return stats_; }
  const ContextStats& context_stats() const { return contexts_.stats(); }

 private:
  bool is_inductive(MoveId move, FrameLevel level, const TermCube& cube);
  bool is_inductive_everywhere(LocationId location, FrameLevel level, const TermCube& cube);
  TermCube drop_statically(MoveId move, FrameLevel level, TermCube cube);
  TermCube along(MoveId move, FrameLevel level, const TermCube& cube, const TermCube& keep);
  TermCube multi(LocationId location, FrameLevel level, TermCube cube);
  TermCube edge_by_edge(LocationId location, FrameLevel level, const TermCube& cube);
  std::optional<TermCube> interpolate(LocationId location, FrameLevel level, const TermCube& cube);

  // Joint.
  struct Candidate {
    TermCube cube;
    std::vector<EdgeProof> proofs;  // for the edges into the location
  };
  /// Goes over to a cube with more states that is inductive along all edges; false if there is
  /// none. Proofs whose literals the cube has stay proofs, for the premise on self-loops only gets
  /// stronger. A state that leads back into the cube at its own location may take literals with it
  /// that it does not satisfy [BM07, "down"].
  bool settle(Candidate& candidate, FrameLevel level, TermCube cube);
  /// generalize_ctg.cpp: a state before the edge, that of the model, leads into the cube. Is there
  /// a lemma at its location that excludes it?
  bool block_predecessor(MoveId move, FrameLevel level, const TermCube& cube);
  TermCube joint(LocationId location, FrameLevel level, const TermCube& cube,
                 std::vector<EdgeProof> proofs);
  void drop_literals(Candidate& candidate, FrameLevel level);
  void widen(Candidate& candidate, FrameLevel level);
  void split_into_bits(Candidate& candidate, FrameLevel level);
  void shrink_to_cores(Candidate& candidate);

  Moves& moves_;
  Terms& terms_;
  CfaFrames& frames_;
  Inductivity& inductivity_;
  const Ic3CfaConfig config_;
  GeneralizationContexts contexts_;
  WeakerLiterals weaker_;
  FrameLevel frontier_ = 1;
  std::uint32_t depth_ = 0;  // of generalizations of counterexamples to generalization
  GeneralizeStats stats_;
};

}  // namespace cairn::ic3cfa
