// SPDX-License-Identifier: MIT
//
// Lemmas move to higher frames [EMB11, figure 9], and those that are inductive by themselves to
// infinity.
#include <algorithm>

#include "base/error.h"
#include "engine/ic3/ic3.h"

namespace cairn {

/// Pushes lemmas of all frames below the top. A level whose lemmas have all moved on is returned;
/// its frame is inductive. 0 if there is none.
Level Ic3::propagate() {
  if (const Level closed = frames_.closed_level(); closed != 0) return closed;
  if (!config_.propagate)
    if (const Level closed = semantically_closed_level(); closed != 0) return closed;
  for (Level level = 1; config_.propagate && level < frames_.top() && !stopped(); ++level) {
    push_lemmas(level);
    if (frames_.lemmas(level).empty()) return level;
  }
  if (config_.infinity) find_infinite();
  if (config_.infinite_subset) find_infinite_subset();
  return 0;
}

/// Without pushing, equal frames need not have equal lemmas: the lowest level, below the top, that
/// the lemmas above exclude the same states as. 0 if there is none. It is what makes the number of
/// frames finite then [EMB11, section III.D].
Level Ic3::semantically_closed_level() {
  for (Level level = 1; level < frames_.top(); ++level) {
    const auto& lemmas = frames_.lemmas(level);
    const bool is_closed = std::all_of(lemmas.begin(), lemmas.end(), [&](const Lemma& lemma) {
      return !stopped() && implying_level(lemma.cube, level + 1) != 0;
    });
    if (is_closed) return level;
  }
  return 0;
}

void Ic3::push_lemmas(Level level) {
  std::vector<std::pair<std::size_t, sat::LemmaId>> todo;
  for (const Lemma& lemma : frames_.lemmas(level)) {
    if (config_.triggered_push && lemma.stopped_by.known())
      ++stats_.pushes_saved;
    else
      todo.emplace_back(lemma.cube.size(), lemma.id);
  }
  std::sort(todo.begin(), todo.end());
  for (const auto& [size, id] : todo) {
    if (stopped()) return;
    auto& lemmas = frames_.lemmas(level);
    const auto found = std::find_if(lemmas.begin(), lemmas.end(),
                                    [id = id](const Lemma& lemma) { return lemma.id == id; });
    if (found == lemmas.end()) continue;  // subsumed meanwhile
    if (is_bad(*found)) continue;
    ++stats_.pushes_tried;
    if (push_lemma({level, static_cast<std::size_t>(found - lemmas.begin())}) == Outcome::Stopped)
      return;
  }
}

/// Moves the lemma up by a level or more if no step violates it there.
Ic3::Outcome Ic3::push_lemma(Frames::Place place) {
  const Cube cube = frames_.lemmas(place.level)[place.position].cube;
  const Outcome outcome = ask(cube, place.level + 1, Strengthen::No, stats_.push);
  if (outcome == Outcome::Reachable)
    frames_.lemmas(place.level)[place.position].stopped_by = model_values();
  if (outcome != Outcome::Blocked) return outcome;
  ++stats_.pushed;
  count_as_good(blocked_.cube);
  if (blocked_.level == kInfinity) ++stats_.infinity_lemmas;
  share(blocked_.cube, blocked_.level);
  if (!config_.subsume || blocked_.cube == cube)
    frames_.raise(place.level, place.position, blocked_.level);
  else
    frames_.add(blocked_.cube, blocked_.level);
  return outcome;
}

/// Tries the lemmas of the highest frame alone, relative to what holds at infinity.
void Ic3::find_infinite() {
  const Level top = frames_.top();
  for (std::size_t i = 0; i < frames_.lemmas(top).size() && !stopped();) {
    Lemma& lemma = frames_.lemmas(top)[i];
    if ((config_.triggered_push && lemma.stopped_at_infinity.known()) || is_bad(lemma)) {
      ++i;
      continue;
    }
    const Cube cube = lemma.cube;
    const Outcome outcome = ask(cube, kInfinity, Strengthen::Yes, stats_.infinity);
    if (outcome == Outcome::Stopped) return;
    if (outcome == Outcome::Reachable) {
      lemma.stopped_at_infinity = model_values();
      ++i;
      continue;
    }
    ++stats_.infinity_lemmas;
    share(config_.subsume ? blocked_.cube : cube, kInfinity);
    if (config_.subsume)
      frames_.add(blocked_.cube, kInfinity);
    else
      frames_.raise(top, i, kInfinity);
  }
}

}  // namespace cairn
