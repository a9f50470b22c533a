// SPDX-License-Identifier: MIT
//
// Counterexamples to generalization [HBS13], for each location: a literal cannot go because of a
// state before one of the edges. Often that state is unreachable and one lemma at its own location,
// a level below, shows it; then the literal goes after all, and the lemma will be wanted later
// anyway. Where we differ: what is blocked is not the state but the region around it that leads
// into the cube, as for obligations.
#include <utility>

#include "engine/ic3cfa/generalize.h"

namespace cairn::ic3cfa {

bool CfaGeneralizer::block_predecessor(MoveId move, FrameLevel level, const TermCube& cube) {
  const LocationId at = moves_[move].source;
  if (level == 0 || at == moves_.cfa().initial) return false;
  const TermCube region =
      preimage(
          moves_, move, cube, [this](Term term) { return inductivity_.model(term); },
          config_.literal_nodes)
          .cube;
  ++stats_.ctgs;
  std::vector<EdgeProof> proofs;
  for (const MoveId before : moves_.into(at)) {
    const bool has_premise = config_.self_induction && moves_[before].is_self_loop();
    if (inductivity_.check_single_edge(before, level - 1, region, Urgency::Noncritical,
                                       has_premise ? &region : nullptr) != Inductive::Yes)
      return false;
    proofs.push_back({before, inductivity_.core()});
  }
  ++depth_;
  const TermCube lemma = joint(at, level, region, std::move(proofs));
  --depth_;
  if (config_.push_new) level = inductivity_.highest(at, level, frontier_, lemma);
  inductivity_.block(at, level, lemma);
  ++stats_.ctgs_blocked;
  return true;
}

}  // namespace cairn::ic3cfa
