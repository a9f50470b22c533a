// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/frames.h"

#include <algorithm>

namespace cairn::ic3cfa {
namespace {

std::uint64_t signature_of(const TermCube& cube) {
  std::uint64_t bits = 0;
  for (const Term literal : cube) bits |= 1ull << (literal.id * 0x9E3779B97F4A7C15ull >> 58);
  return bits;
}

bool is_within(const CfaFrames::Lemma& lemma, std::uint64_t signature, const TermCube& cube) {
  return (lemma.signature & ~signature) == 0 && is_subset(lemma.cube, cube);
}

}  // namespace

void CfaFrames::reach(Location& location, FrameLevel level) {
  if (location.levels.size() <= level) location.levels.resize(level + 1);
  if (location.last_change.size() <= level) location.last_change.resize(level + 1);
  if (in_delta_.size() <= level) in_delta_.resize(level + 1);
}

void CfaFrames::add(LocationId at, FrameLevel level, const TermCube& cube) {
  Location& location = at_[at.index];
  reach(location, level);
  const std::uint64_t signature = signature_of(cube);
  for (FrameLevel i = 1; i <= level; ++i) {
    const std::size_t removed = std::erase_if(location.levels[i], [&](const Lemma& lemma) {
      return (signature & ~lemma.signature) == 0 && is_subset(cube, lemma.cube);
    });
    in_delta_[i] -= removed;
    lemmas_ -= removed;
    subsumed_ += removed;
  }
  location.levels[level].push_back({cube, signature});
  ++in_delta_[level];
  ++lemmas_;
  ++time_;
  std::fill_n(location.last_change.begin(), level + 1, time_);
}

const TermCube* CfaFrames::find_within(LocationId at, FrameLevel level,
                                       const TermCube& cube) const {
  const Location& location = at_[at.index];
  const std::uint64_t signature = signature_of(cube);
  for (FrameLevel i = level; i < location.levels.size(); ++i)
    for (const Lemma& lemma : location.levels[i])
      if (is_within(lemma, signature, cube)) return &lemma.cube;
  return nullptr;
}

bool CfaFrames::blocks(LocationId at, FrameLevel level, const TermCube& cube) const {
  return find_within(at, level, cube) != nullptr;
}

bool CfaFrames::has_unit(LocationId at, FrameLevel level, Term literal) const {
  const TermCube* found = find_within(at, level, {literal});
  return found != nullptr && !found->empty();
}

const std::vector<CfaFrames::Lemma>& CfaFrames::delta(LocationId at, FrameLevel level) const {
  static const std::vector<Lemma> none;
  const Location& location = at_[at.index];
  return level < location.levels.size() ? location.levels[level] : none;
}

std::vector<TermCube> CfaFrames::clauses(LocationId at, FrameLevel level) const {
  std::vector<TermCube> all;
  for (FrameLevel i = level; i < top(at); ++i)
    for (const Lemma& lemma : delta(at, i)) all.push_back(lemma.cube);
  return all;
}

bool CfaFrames::is_empty(FrameLevel level) const {
  return level >= in_delta_.size() || in_delta_[level] == 0;
}

bool CfaFrames::is_stronger_now(LocationId at, FrameLevel level, const FrameSnapshot& then) const {
  for (FrameLevel i = then.level; i < level; ++i)
    if (!delta(at, i).empty()) return false;
  // Level 0 is no set of lemmas.
  return level <= then.level || then.level > 0;
}

bool CfaFrames::is_weaker_now(LocationId at, FrameLevel level, const FrameSnapshot& then) const {
  if (level < then.level) return false;
  const Location& location = at_[at.index];
  return level >= location.last_change.size() || location.last_change[level] <= then.time;
}

}  // namespace cairn::ic3cfa
