// SPDX-License-Identifier: MIT
//
// Pushing lemmas, and the end. A lemma moves up at its own location if it is inductive relative to
// the frames of its level along all edges into it: what [EMB11] does. The propagation along edges
// that [Lan18, section 4.4] found useless is there too: a lemma is tried at the locations that
// edges lead to. It stays where it is, so no level becomes empty by it. A level without lemmas of
// its own is a fixed point [Lan18, lemma 4.1].
#include "engine/ic3cfa/ic3cfa.h"

namespace cairn::ic3cfa {

Ic3Cfa::Status Ic3Cfa::propagate() {
  if (config_.propagate_edges && propagate_along_edges() == Status::Stopped) return Status::Stopped;
  if (!config_.propagate) return Status::Done;
  for (FrameLevel level = 1; level < frontier_; ++level) {
    for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i) {
      const LocationId location{i};
      const std::vector<CfaFrames::Lemma> lemmas = frames_.delta(location, level);
      for (const CfaFrames::Lemma& lemma : lemmas) {
        if (!inductivity_.holds_at(location, level, lemma.cube)) {
          if (context_.budget.exhausted()) return Status::Stopped;
          continue;
        }
        ++stats_.pushed;
        inductivity_.block(location, level + 1, lemma.cube);
      }
    }
    if (frames_.is_empty(level)) break;
  }
  return Status::Done;
}

/// [Lan18, (4.18)]: F(level, l) and the edge imply the lemma at l', and so do all other edges into
/// l'.
Ic3Cfa::Status Ic3Cfa::propagate_along_edges() {
  for (FrameLevel level = 1; level < frontier_; ++level)
    for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i) {
      const LocationId target{i};
      if (target == cfa_.initial || target == cfa_.error) continue;
      for (const MoveId move : moves_.into(target)) {
        const LocationId source = moves_[move].source;
        if (source == target) continue;
        const std::vector<CfaFrames::Lemma> lemmas = frames_.delta(source, level);
        for (const CfaFrames::Lemma& lemma : lemmas) {
          if (frames_.blocks(target, level + 1, lemma.cube)) continue;
          ++stats_.edges_tried;
          if (!inductivity_.holds_at(target, level, lemma.cube)) {
            if (context_.budget.exhausted()) return Status::Stopped;
            continue;
          }
          ++stats_.edges_done;
          inductivity_.block(target, level + 1, lemma.cube);
        }
      }
    }
  return Status::Done;
}

std::optional<FrameLevel> Ic3Cfa::fixed_point() const {
  for (FrameLevel level = 1; level < frontier_; ++level)
    if (frames_.is_empty(level)) return level;
  return std::nullopt;
}

CfaInvariant Ic3Cfa::invariant(FrameLevel fixed) const {
  CfaInvariant result;
  for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i) {
    const LocationId location{i};
    if (location == cfa_.initial || location == cfa_.error) continue;
    std::vector<Term> clauses;
    if (seeds_) clauses = seeds_->at(location);
    for (FrameLevel level = fixed; level < frames_.top(location); ++level)
      for (const CfaFrames::Lemma& lemma : frames_.delta(location, level))
        clauses.push_back(terms_.not_(terms_.and_all(lemma.cube)));
    result.at.emplace(location, terms_.and_all(clauses));
  }
  return result;
}

}  // namespace cairn::ic3cfa
