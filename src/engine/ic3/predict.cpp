// SPDX-License-Identifier: MIT
//
// Lemmas that are guessed before literals are dropped one by one [SYC24]. The cube that is to be
// blocked at level i is often excluded at level i - 1 by a lemma, its parent, that could not be
// pushed: a step from F_(i-1), the counterexample to propagation, leads from a state to another one
// in the parent's cube. A lemma at level i that is like the parent and allows this step must have
// one more literal, one that the cube has and the state after the step has not. Few literals are
// left, and each is a candidate that costs one query. A candidate that fails comes with another
// step, which leaves fewer.
#include <algorithm>

#include "engine/ic3/ic3.h"

namespace cairn::ic3 {

/// Requires that no state of F_(level-1) outside the cube steps into it. Answers whether
/// core_.blocked() is a lemma that excludes it.
bool Ic3::predict(const Cube& cube, Level level) {
  constexpr int kParents = 3;
  if (!config_.predict || level < 2 || level == kInfinity) return false;
  int parents = 0;
  for (std::size_t i = 0; i < frames_.lemmas(level - 1).size() && parents < kParents; ++i) {
    if (!frames_.lemmas(level - 1)[i].cube.subsumes(cube)) continue;
    ++parents;
    if (core_.stopped()) return false;
    if (!predict_from({level - 1, i}, cube)) continue;
    ++stats_.predicted;
    return true;
  }
  return false;
}

bool Ic3::predict_from(Frames::Place place, const Cube& cube) {
  const Cube parent = frames_.lemmas(place.level)[place.position].cube;
  const Level level = place.level + 1;
  const auto try_candidate = [&](const Cube& candidate, Strengthen strengthen) {
    ++stats_.predictions_tried;
    return core_.ask(candidate, level, strengthen, stats_.predict);
  };
  const Lemma& lemma = frames_.lemmas(place.level)[place.position];
  LatchValues step;
  if (frames_.has_ctp(lemma)) {
    step = frames_.ctp_of(lemma);
  } else {
    // It has no CTP as far as we know.
    const Outcome outcome = try_candidate(parent, Strengthen::No);
    if (outcome != Outcome::Reachable) return outcome == Outcome::Blocked;
    step = core_.model_values();
    frames_.set_ctp(place, step);
  }
  std::vector<Lit> left;
  for (const Lit lit : cube)
    if (!parent.contains(lit)) left.push_back(lit);
  core_.order().most_important_first(left);
  while (true) {
    successor_.start(step);
    std::erase_if(left, [&](Lit lit) { return successor_.holds(lit); });
    if (left.empty() || core_.stopped()) return false;
    std::vector<Lit> lits = parent.lits();
    lits.push_back(left.front());
    left.erase(left.begin());
    const Cube candidate(std::move(lits));
    if (core_.has_reachable_state(candidate)) continue;
    const Outcome outcome = try_candidate(candidate, core_.for_lemmas());
    if (outcome != Outcome::Reachable) return outcome == Outcome::Blocked;
    step = core_.model_values();
  }
}

}  // namespace cairn::ic3
