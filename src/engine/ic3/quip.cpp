// SPDX-License-Identifier: MIT
//
// Pushing to the top [IG15]. A lemma that does not hold a level higher yet becomes an obligation
// there: its cube is to be blocked like a state that leads to a bad one, by lemmas that support it.
// Such an obligation may fail, for nothing says that its states are unreachable: if an initial
// state, or one that is known to be reachable, leads into the cube, then all states on the way are
// reachable, and they are kept.
//
// What reachable states are good for. A lemma that excludes one is bad: it is part of no invariant
// and is not pushed any more. A candidate for a lemma that contains one is not tried. An obligation
// that must be blocked and contains one is a counterexample.
//
// Where we differ: states on the way are found by simulation, for a path has its inputs and every
// state of its cubes leads on; and the effort for a lemma, with those that are made for it, is
// bounded.
//
// Why bad lemmas do not keep the frames from becoming equal: a state that is reachable in d steps
// is in F_d and all frames above. So there is no bad lemma from some level on, and there all lemmas
// are tried.
#include "base/error.h"
#include "engine/ic3/ic3.h"

namespace cairn::ic3 {

/// Counts the effort of an obligation that may fail; whether there is no more of it.
bool Ic3::is_over(const BadPath& path) {
  if (!path.attempt) return false;
  ++stats_.may_obligations;
  PushAttempt& attempt = *path.attempt;
  if (attempt.is_over) return true;
  if (*attempt.effort > 0) {
    --*attempt.effort;
    return false;
  }
  ++stats_.given_up_lemmas;
  attempt.is_over = true;
  return true;
}

/// Whether a state of the obligation is initial, or known to be reachable. Then it is a
/// counterexample, or, if it may fail, leads to reachable states.
bool Ic3::is_reachable(const std::shared_ptr<BadPath>& path) {
  if (transition_.intersects_initial(path->cube)) {
    if (path->attempt)
      follow(core_.reachable().add_initial(path->cube), path);
    else
      counterexample_ = path;
    return true;
  }
  const auto state = core_.reachable().find(path->cube, path->seen_states);
  if (!state) return false;
  if (path->attempt)
    follow(state, path);
  else
    counterexample_ = core_.reachable().run_to(*state, path);
  return true;
}

bool Ic3Core::has_reachable_state(const Cube& cube) const {
  std::uint32_t seen = 0;
  return reachable_.find(cube, seen).has_value();
}

/// The run along the path from a state of its first cube. If constraints were left out
/// (abstraction.h), it may end before its time.
void Ic3::follow(std::optional<ReachableStates::Index> state,
                 const std::shared_ptr<BadPath>& path) {
  path->attempt->is_over = true;
  for (const BadPath* at = path.get(); state && at->next; at = at->next.get())
    state = core_.reachable().add_successor(*state, at->inputs);
  stats_.reachable_states = core_.reachable().size();
}

/// Whether the lemma excludes a reachable state.
bool Ic3Core::is_bad(Lemma& lemma) {
  if (!lemma.is_bad && reachable_.find(lemma.cube, lemma.seen_states)) {
    ++stats_.bad_lemmas;
    lemma.is_bad = true;
  }
  return lemma.is_bad;
}

/// The new lemma becomes an obligation of the level above. What it takes counts as effort for the
/// lemma that `because_of` is for, if it is one that may fail.
void Ic3::try_to_push(LemmaSerial lemma, const std::shared_ptr<BadPath>& because_of) {
  if (because_of->attempt && because_of->next == nullptr) ++stats_.may_lemmas;
  const auto place = frames_.find(lemma);
  if (!place || place->level >= frames_.top()) return;
  Lemma& found = frames_.lemmas(place->level)[place->position];
  if (core_.is_bad(found)) return;
  auto cube = std::make_shared<BadPath>(found.cube, std::vector<Lit>(), nullptr);
  cube->attempt = std::make_shared<PushAttempt>();
  cube->attempt->effort = because_of->attempt
                              ? because_of->attempt->effort
                              : std::make_shared<std::uint32_t>(config_.quip_effort);
  cube->blocked_by = lemma;
  queue_.push(place->level + 1, std::move(cube));
}

}  // namespace cairn::ic3
