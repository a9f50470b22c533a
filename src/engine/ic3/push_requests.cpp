// SPDX-License-Identifier: MIT
//
// Lemmas are kept as high as they can be at all times [Sud13]: as soon as the CTP of one
// is excluded, pushing it is a request among the obligations. A lemma of level i strengthens
// F_(i+1) if it is pushed, so it comes before the obligations of level i + 1, which may be settled
// by it.
#include "engine/ic3/push_requests.h"

#include "engine/ic3/ic3.h"

namespace cairn::ic3 {

/// Tries the first lemma, unless obligations come before it. Answers whether it did.
bool Ic3::serve_push_request() {
  if (!config_.push_requests) return false;
  for (const LemmaSerial lemma : frames_.take_released())
    if (const auto place = frames_.find(lemma); place && place->level < frames_.top())
      requests_.push(place->level, lemma);
  const Level highest =
      queue_.has_up_to(frames_.top()) ? queue_.lowest_level() - 1 : frames_.top() - 1;
  if (!requests_.has_up_to(highest)) return false;
  const LemmaSerial lemma = requests_.pop();
  const auto place = frames_.find(lemma);
  if (!place || place->level >= frames_.top()) return true;
  Lemma& found = frames_.lemmas(place->level)[place->position];
  if (frames_.has_ctp(found) || core_.is_bad(found)) return true;
  ++stats_.push_requests;
  core_.recycle_if_due();
  if (core_.push_lemma(*place) == Outcome::Stopped) requests_.push(place->level, lemma);
  return true;
}

/// A level below the top whose lemmas have all moved on while obligations were worked off. 0 if
/// there is none, or if that is left to propagate().
Level Ic3::closed_early() const {
  return config_.push_requests || config_.quip ? frames_.closed_level() : 0;
}

}  // namespace cairn::ic3
