// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/contexts.h"

namespace cairn {

void GeneralizationContexts::add(MoveId move, LocationId, FrameLevel level, const TermCube& cube,
                                 const TermCube& generalized) {
  const Key key{move, cube};
  const auto [place, is_new] = entries_.try_emplace(key);
  if (is_new) age_.push_back(key);
  std::vector<Entry>& entries = place->second;
  std::erase_if(entries, [level](const Entry& entry) { return entry.frame.level == level; });
  if (entries.size() >= kEntries) entries.erase(entries.begin());
  entries.push_back({frames_.snapshot(level), generalized});
  if (age_.size() > kCubes) {
    entries_.erase(age_.front());
    age_.pop_front();
  }
  std::list<Entry>& recent = by_move_[move];
  recent.push_front({frames_.snapshot(level), generalized});
  if (recent.size() > kExtended) recent.pop_back();
}

const TermCube* GeneralizationContexts::upper(MoveId move, FrameLevel level, const TermCube& cube) {
  const auto found = entries_.find({move, cube});
  if (found == entries_.end()) return nullptr;
  const TermCube* best = nullptr;
  for (const Entry& entry : found->second)
    if (CfaFrames::is_stronger_now(level, entry.frame) &&
        (best == nullptr || entry.generalized.size() < best->size()))
      best = &entry.generalized;
  if (best != nullptr) ++stats_.upper;
  return best;
}

const TermCube* GeneralizationContexts::extended(MoveId move, FrameLevel level,
                                                 const TermCube& cube) {
  for (const Entry& entry : by_move_[move])
    if (CfaFrames::is_stronger_now(level, entry.frame) && is_subset(entry.generalized, cube)) {
      ++stats_.extended;
      return &entry.generalized;
    }
  return nullptr;
}

const TermCube* GeneralizationContexts::lower(MoveId move, LocationId source, FrameLevel level,
                                              const TermCube& cube) {
  const auto found = entries_.find({move, cube});
  if (found == entries_.end()) return nullptr;
  const TermCube* best = nullptr;
  for (const Entry& entry : found->second)
    if (frames_.is_weaker_now(source, level, entry.frame) &&
        (best == nullptr || entry.generalized.size() > best->size()))
      best = &entry.generalized;
  if (best != nullptr) ++stats_.lower;
  return best;
}

}  // namespace cairn
