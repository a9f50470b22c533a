// SPDX-License-Identifier: MIT
//
// Lemmas move to higher frames [EMB11, figure 9], and those that are inductive by themselves to
// infinity.
#include <algorithm>
#include <deque>

#include "base/error.h"
#include "engine/ic3/core.h"

namespace cairn::ic3 {

void Ic3Core::extend() {
  frames_.extend();
  if (journal_) journal_->frame(frames_.top());
  pushing_ = {};
}

/// [EMB11, figure 9]: pushes lemmas of all frames below the top. A level whose lemmas have all
/// moved on is returned; its frame is inductive. 0 if there is none; nothing if there was no time
/// to come to the end, and the next call goes on.
std::optional<Level> Ic3Core::propagate() {
  if (const Level closed = frames_.closed_level(); closed != 0) return closed;
  if (!config_.propagate)
    if (const Level closed = semantically_closed_level(); closed != 0) return closed;
  for (Level& k = pushing_.level; config_.propagate && k < frames_.top(); ++k) {
    const Outcome outcome = push_lemmas(k);
    if (frames_.lemmas(k).empty()) return k;
    if (outcome == Outcome::Stopped) return std::nullopt;
  }
  if (config_.infinity && find_infinite() == Outcome::Stopped) return std::nullopt;
  if (config_.infinite_subset) find_infinite_subset();
  return 0;
}

/// Without pushing, equal frames need not have equal lemmas: the lowest level, below the top, that
/// the lemmas above exclude the same states as. 0 if there is none. It is what makes the number of
/// frames finite then [EMB11, section III.D].
Level Ic3Core::semantically_closed_level() {
  for (Level level = 1; level < frames_.top(); ++level) {
    const auto& lemmas = frames_.lemmas(level);
    const bool is_closed = std::all_of(lemmas.begin(), lemmas.end(), [&](const Lemma& lemma) {
      return !stopped() && implying_level(lemma.cube, level + 1) != 0;
    });
    if (is_closed) return level;
  }
  return 0;
}

/// Stopped if there was no time for all of them; the next call goes on with the others.
Ic3Core::Outcome Ic3Core::push_lemmas(Level level) {
  auto& to_push = pushing_.lemmas;
  if (!to_push) to_push = lemmas_to_push(level);
  for (; !to_push->empty(); to_push->pop_front()) {
    if (paused()) return Outcome::Stopped;
    auto& lemmas = frames_.lemmas(level);
    const auto found = std::find_if(lemmas.begin(), lemmas.end(), [&](const Lemma& lemma) {
      return lemma.id == to_push->front();
    });
    if (found == lemmas.end()) continue;  // subsumed meanwhile
    if (is_bad(*found)) continue;
    ++stats_.pushes_tried;
    if (push_lemma({level, static_cast<std::size_t>(found - lemmas.begin())}) == Outcome::Stopped)
      return Outcome::Stopped;
  }
  to_push.reset();
  return Outcome::Blocked;
}

/// Those that may have a chance, short ones first.
std::deque<sat::LemmaId> Ic3Core::lemmas_to_push(Level level) {
  std::vector<std::pair<std::size_t, sat::LemmaId>> some;
  for (const Lemma& lemma : frames_.lemmas(level)) {
    if (config_.triggered_push && frames_.has_ctp(lemma))
      ++stats_.pushes_saved;
    else
      some.emplace_back(lemma.cube.size(), lemma.id);
  }
  std::sort(some.begin(), some.end());
  std::deque<sat::LemmaId> ids;
  for (const auto& [size, id] : some) ids.push_back(id);
  return ids;
}

/// Moves the lemma up by a level or more if no step violates it there.
Ic3Core::Outcome Ic3Core::push_lemma(Frames::Place place) {
  const Cube cube = frames_.lemmas(place.level)[place.position].cube;
  const LemmaSerial serial = frames_.lemmas(place.level)[place.position].serial;
  const Outcome outcome = ask(cube, place.level + 1, Strengthen::No, stats_.push);
  if (journal_ && outcome == Outcome::Reachable) journal_->stays(serial, place.level);
  if (outcome == Outcome::Reachable) frames_.set_ctp(place, model_values());
  if (outcome != Outcome::Blocked) return outcome;
  ++stats_.pushed;
  count_as_good(blocked_.cube);
  if (blocked_.level == kInfinity) ++stats_.infinity_lemmas;
  if (config_.share_moved || blocked_.level == kInfinity || blocked_.cube != cube)
    share(blocked_.cube, blocked_.level);
  if (!config_.subsume || blocked_.cube == cube)
    raise({place.level, place.position}, blocked_.level);
  else
    put(blocked_.cube, blocked_.level);
  return outcome;
}

void Ic3Core::raise(Frames::Place place, Level to) {
  if (journal_)
    journal_->pushed(frames_.lemmas(place.level)[place.position].serial, place.level, to);
  frames_.raise(place.level, place.position, to);
}

/// A lemma that moved up, and may have become smaller.
void Ic3Core::put(const Cube& cube, Level level) {
  const LemmaSerial serial = frames_.add(cube, level);
  if (journal_) journal_->lemma(serial, cube, level, Journal::Reason::Pushed);
}

/// Tries the lemmas of the highest frame alone, relative to what holds at infinity. Stopped like
/// push_lemmas().
Ic3Core::Outcome Ic3Core::find_infinite() {
  const Level top = frames_.top();
  for (std::size_t& i = pushing_.next_infinite; i < frames_.lemmas(top).size();) {
    if (paused()) return Outcome::Stopped;
    Lemma& lemma = frames_.lemmas(top)[i];
    if ((config_.triggered_push && lemma.ctp_at_infinity.known()) || is_bad(lemma)) {
      ++i;
      continue;
    }
    const Cube cube = lemma.cube;
    const Outcome outcome = ask(cube, kInfinity, Strengthen::Yes, stats_.infinity);
    if (outcome == Outcome::Stopped) return outcome;
    if (outcome == Outcome::Reachable) {
      lemma.ctp_at_infinity = model_values();
      ++i;
      continue;
    }
    ++stats_.infinity_lemmas;
    share(config_.subsume ? blocked_.cube : cube, kInfinity);
    if (config_.subsume)
      put(blocked_.cube, kInfinity);
    else
      raise({top, i}, kInfinity);
  }
  return Outcome::Blocked;
}

}  // namespace cairn::ic3
