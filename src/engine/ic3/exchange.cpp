// SPDX-License-Identifier: MIT
//
// Lemmas of other workers [Bra11, section 8], and ours for them.
//
// What is published is true of the system: a lemma of level k excludes no state that is reachable
// in at most k steps. That alone does not make it a lemma of our frames: F_i equal to F_(i+1) is an
// inductive invariant only because every lemma of F_(i+1) follows from F_i in a step, and it is our
// F_i that counts, which may lack what the other worker's proof used. So each lemma is asked for
// once, like one that is pushed, and has a place in the frames if the answer is yes. That costs one
// question where finding it took many, and keeps the certificate complete: everything that it needs
// is in our frames, and nothing has to be taken on trust.
//
// When is it asked for? At once (TakeIn::Arriving), or when an obligation is about to be blocked
// that it excludes (TakeIn::Wanted): then it saves the search for a lemma, and those that nothing
// here needs cost nothing and stay out of the frames. Or never (TakeIn::None): who leaves
// constraints out finds counterexamples by a short way, from which lemmas of others lead it astray
// (docs/decisions/0012-told-once.md).
//
// Where we differ from [Bra11]: there, all processes have all lemmas, so that what one derives
// holds relative to everybody's frames. Ours may lose some.
#include "model/exchange.h"

#include <algorithm>

#include "engine/ic3/ic3.h"

namespace cairn {
namespace {

/// Lemmas that wait to be looked at; more than that are too old to be of use.
constexpr std::size_t kMostWaiting = 5000;
/// Questions between two obligations or for one, at most: our own work goes on.
constexpr std::uint32_t kMostQuestions = 20;

}  // namespace

/// Internal signals are our own, so lemmas that have some stay with us.
void Ic3::share(const Cube& cube, Level level) {
  if (context_.exchange == nullptr) return;
  SharedLemma lemma;
  lemma.level = level == kInfinity ? SharedLemma::kEverywhere : static_cast<std::uint32_t>(level);
  for (const Lit lit : cube) {
    if (!transition_.is_latch(lit.var())) return;
    lemma.cube.push_back(2 * transition_.latch_position(lit.var()) + (lit.negated() ? 0 : 1));
  }
  context_.exchange->publish(lemma);
}

/// The cube in our variables; empty if it is none, or not one that a lemma can exclude.
Cube Ic3::cube_of(const SharedLemma& lemma) const {
  std::vector<Lit> lits;
  for (std::size_t i = 0; i < lemma.cube.size(); ++i) {
    const std::uint32_t code = lemma.cube[i];
    if (code / 2 >= transition_.num_latches()) return {};
    if (i > 0 && code / 2 <= lemma.cube[i - 1] / 2) return {};
    lits.push_back(Lit(transition_.latch(code / 2), code % 2 == 0));
  }
  Cube cube(std::move(lits));
  if (transition_.intersects_initial(cube)) return {};
  return cube;
}

bool Ic3::takes_lemmas() const {
  if (config_.take_in != Ic3Config::TakeIn::Usual)
    return config_.take_in != Ic3Config::TakeIn::None;
  return !config_.abstract_constraints || system_.constraints.empty();
}

/// Until an obligation wants it.
void Ic3::wait(Cube cube, Level level) {
  const auto same = std::find_if(waiting_.begin(), waiting_.end(),
                                 [&](const WaitingLemma& lemma) { return lemma.cube == cube; });
  if (same != waiting_.end()) {
    same->level = std::max(same->level, level);
    return;
  }
  if (waiting_.size() == kMostWaiting)
    waiting_.erase(waiting_.begin(), waiting_.begin() + kMostWaiting / 4);
  waiting_.push_back({std::move(cube), level});
}

/// Whether a lemma that waits follows from our frames and settles the obligation.
bool Ic3::take_wanted(const Obligation& obligation) {
  const auto& path = obligation.path;
  std::uint32_t questions = 0;
  for (std::size_t i = 0; i < waiting_.size() && questions < kMostQuestions;) {
    if (waiting_[i].level < obligation.level || !waiting_[i].cube.subsumes(path->cube)) {
      ++i;
      continue;
    }
    const Outcome outcome =
        ask(waiting_[i].cube, obligation.level, Strengthen::Yes, stats_.foreign);
    if (outcome == Outcome::Stopped) return false;
    ++questions;
    const Level said = waiting_[i].level;
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    if (outcome == Outcome::Reachable) {
      ++stats_.foreign_refused;
      continue;
    }
    BlockedCube lemma = blocked_;
    push_as_far_as_possible(lemma);
    path->blocked_by = add_lemma(lemma);
    if (lemma.level > said) share(lemma.cube, lemma.level);
    count_as_foreign(path->blocked_by);
    credit(path->blocked_by);
    keep(path, lemma.level);
    return true;
  }
  return false;
}

/// Some of what came in. Between obligations, or before lemmas are pushed.
void Ic3::take_in_lemmas() {
  if (context_.exchange == nullptr || !takes_lemmas()) return;
  if (frames_.top() == 0) return;  // F_0 takes no lemmas
  if (inbox_.empty()) {
    context_.exchange->take(arriving_);
    inbox_.insert(inbox_.end(), arriving_.begin(), arriving_.end());
    arriving_.clear();
  }
  if (inbox_.size() > kMostWaiting)
    inbox_.erase(inbox_.begin(), inbox_.end() - static_cast<std::ptrdiff_t>(kMostWaiting));
  for (std::uint32_t questions = 0; questions < kMostQuestions && !inbox_.empty();) {
    if (paused()) return;
    const SharedLemma lemma = std::move(inbox_.front());
    inbox_.pop_front();
    if (take_in(lemma)) ++questions;
  }
}

/// Says whether that took a question. The lemma is wanted at the highest level where it is said to
/// hold; if our frames do not tell that, a lower one will do, or it is dropped.
bool Ic3::take_in(const SharedLemma& lemma) {
  ++stats_.foreign_lemmas;
  Cube cube = cube_of(lemma);
  const auto said = static_cast<Level>(std::min<std::uint32_t>(lemma.level, kInfinity - 1));
  const Level highest = std::min(frames_.top(), said);
  if (cube.size() == 0 || highest <= 0) return false;
  LemmaSerial known = kNoSerial;
  const bool everywhere = lemma.level == SharedLemma::kEverywhere;
  if (frames_.blocking_level(cube, everywhere ? kInfinity : highest, known) != 0) {
    ++stats_.foreign_known;
    return false;
  }
  const bool waits = config_.take_in == Ic3Config::TakeIn::Wanted;
  Outcome outcome = Outcome::Reachable;
  if (everywhere) outcome = ask(cube, kInfinity, Strengthen::Yes, stats_.foreign);
  if (outcome == Outcome::Reachable && waits) {
    wait(std::move(cube), said);
    return everywhere;
  }
  if (outcome == Outcome::Reachable) {
    known = kNoSerial;
    if (everywhere && frames_.blocking_level(cube, highest, known) != 0) return true;
    outcome = ask(cube, highest, Strengthen::Yes, stats_.foreign);
  }
  if (outcome != Outcome::Blocked) {
    if (outcome == Outcome::Reachable) ++stats_.foreign_refused;
    return true;
  }
  count_as_foreign(frames_.add(blocked_.cube, blocked_.level));
  return true;
}

void Ic3::count_as_foreign(LemmaSerial serial) {
  if (is_foreign_.size() <= serial) is_foreign_.resize(serial + 1, false);
  is_foreign_[serial] = true;
  ++stats_.foreign_taken;
  ++context_.exchange->counts().taken;
}

/// A lemma saved a question: was it somebody else's?
void Ic3::credit(LemmaSerial serial) {
  if (serial >= is_foreign_.size() || !is_foreign_[serial]) return;
  ++stats_.foreign_useful;
  ++context_.exchange->counts().useful;
}

}  // namespace cairn
