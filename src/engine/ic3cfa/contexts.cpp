// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/contexts.h"

#include <algorithm>
#include <utility>

namespace cairn::ic3cfa {

bool GeneralizationContexts::is_stronger_now(LocationId source, FrameLevel level,
                                             const Entry& entry) {
  // Level 0 is no set of lemmas.
  if (test_ == Ic3CfaConfig::FrameTest::Versions || level == 0 || entry.frame.level == 0)
    return frames_.is_stronger_now(source, level, entry.frame);
  return std::all_of(entry.clauses.begin(), entry.clauses.end(), [&](const TermCube& clause) {
    ++stats_.clauses_compared;
    return frames_.blocks(source, level, clause);
  });
}

bool GeneralizationContexts::is_weaker_now(LocationId source, FrameLevel level,
                                           const Entry& entry) {
  if (test_ == Ic3CfaConfig::FrameTest::Versions || level == 0 || entry.frame.level == 0)
    return frames_.is_weaker_now(source, level, entry.frame);
  const std::vector<TermCube> now = frames_.clauses(source, level);
  return std::all_of(now.begin(), now.end(), [&](const TermCube& clause) {
    ++stats_.clauses_compared;
    return std::any_of(entry.clauses.begin(), entry.clauses.end(),
                       [&](const TermCube& then) { return is_subset(then, clause); });
  });
}

void GeneralizationContexts::add(MoveId move, LocationId source, FrameLevel level,
                                 const TermCube& cube, const TermCube& generalized) {
  Entry entry{frames_.snapshot(level), {}, generalized};
  if (test_ == Ic3CfaConfig::FrameTest::Clauses) entry.clauses = frames_.clauses(source, level);
  const Key key{move, cube};
  const auto [place, is_new] = entries_.try_emplace(key);
  if (is_new)
    place->second.age = age_.insert(age_.end(), key);
  else
    use(place->second);
  std::vector<Entry>& entries = place->second.entries;
  std::erase_if(entries, [level](const Entry& old) { return old.frame.level == level; });
  if (entries.size() >= kEntries) entries.erase(entries.begin());
  entries.push_back(entry);
  if (age_.size() > kCubes) {
    entries_.erase(age_.front());
    age_.pop_front();
  }
  std::list<Entry>& recent = by_move_[move];
  recent.push_front(std::move(entry));
  if (recent.size() > kExtended) recent.pop_back();
}

/// The least recently used cubes are forgotten first.
void GeneralizationContexts::use(Entries& entries) {
  age_.splice(age_.end(), age_, entries.age);
}

const TermCube* GeneralizationContexts::upper(MoveId move, LocationId source, FrameLevel level,
                                              const TermCube& cube) {
  const auto found = entries_.find({move, cube});
  if (found == entries_.end()) return nullptr;
  use(found->second);
  const TermCube* best = nullptr;
  for (const Entry& entry : found->second.entries)
    if (is_stronger_now(source, level, entry) &&
        (best == nullptr || entry.generalized.size() < best->size()))
      best = &entry.generalized;
  if (best != nullptr) ++stats_.upper;
  return best;
}

const TermCube* GeneralizationContexts::extended(MoveId move, LocationId source, FrameLevel level,
                                                 const TermCube& cube) {
  for (const Entry& entry : by_move_[move])
    if (is_stronger_now(source, level, entry) && is_subset(entry.generalized, cube)) {
      ++stats_.extended;
      return &entry.generalized;
    }
  return nullptr;
}

const TermCube* GeneralizationContexts::lower(MoveId move, LocationId source, FrameLevel level,
                                              const TermCube& cube) {
  const auto found = entries_.find({move, cube});
  if (found == entries_.end()) return nullptr;
  use(found->second);
  const TermCube* best = nullptr;
  for (const Entry& entry : found->second.entries)
    if (is_weaker_now(source, level, entry) &&
        (best == nullptr || entry.generalized.size() > best->size()))
      best = &entry.generalized;
  if (best != nullptr) ++stats_.lower;
  return best;
}

}  // namespace cairn::ic3cfa
