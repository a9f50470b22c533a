// SPDX-License-Identifier: MIT
//
// Lemmas are imported from other workers [Bra11, section 8], and ours shared with them.
//
// What is published is true of the system: a lemma of level k excludes no state that is reachable
// in at most k steps. That alone does not make it a lemma of our frames: F_i equal to F_(i+1) is an
// inductive invariant only because every lemma of F_(i+1) follows from F_i in a step, and it is our
// F_i that counts, which may lack what the other worker's proof used. So each lemma is asked for
// once, like one that is pushed, and has a place in the frames if the answer is yes. That costs one
// query where finding it took many, and keeps the certificate complete: everything that it needs
// is in our frames, and nothing has to be trusted.
//
// When is it asked for? At once (Import::Arriving), or when an obligation is about to be blocked
// that it excludes (Import::Wanted): then it saves the search for a lemma, and those that nothing
// here needs cost nothing and stay out of the frames. Or never (Import::None): who leaves
// constraints out finds counterexamples by a short way, from which lemmas of others lead it astray
// (docs/decisions/0012-lemmas-shared-once.md).
//
// Where we differ from [Bra11]: there, all processes have all lemmas, so that what one derives
// holds relative to everybody's frames. Ours may lose some.
#include "model/exchange.h"

#include <algorithm>

#include "engine/ic3/ic3.h"

namespace cairn::ic3 {
namespace {

/// Lemmas that wait to be looked at; more than that are too old to be of use.
constexpr std::size_t kMostWaiting = 5000;
/// Queries between two obligations or for one, at most: our own work goes on.
constexpr std::uint32_t kMostQueries = 20;

}  // namespace

/// Internal signals are our own, so lemmas that have some stay with us.
void Ic3Core::share(const Cube& cube, Level level) {
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

bool Ic3::imports_lemmas() const {
  if (config_.import_lemmas != Ic3Config::Import::Usual)
    return config_.import_lemmas != Ic3Config::Import::None;
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

/// Whether a lemma that waits for import follows from our frames and settles the obligation.
bool Ic3::import_wanted(const Obligation& obligation) {
  const auto& path = obligation.path;
  std::uint32_t queries = 0;
  for (std::size_t i = 0; i < waiting_.size() && queries < kMostQueries;) {
    if (waiting_[i].level < obligation.level || !waiting_[i].cube.subsumes(path->cube)) {
      ++i;
      continue;
    }
    const Outcome outcome =
        core_.ask(waiting_[i].cube, obligation.level, Strengthen::Yes, stats_.imports);
    if (outcome == Outcome::Stopped) return false;
    ++queries;
    const Level said = waiting_[i].level;
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    if (outcome == Outcome::Reachable) {
      ++stats_.imports_refused;
      continue;
    }
    BlockedCube lemma = core_.blocked();
    core_.push_as_far_as_possible(lemma);
    path->blocked_by = core_.add_lemma(lemma);
    if (lemma.level > said) core_.share(lemma.cube, lemma.level);
    count_as_imported(path->blocked_by);
    credit(path->blocked_by);
    keep(path, lemma.level);
    return true;
  }
  return false;
}

/// Some of what arrived. Between obligations, or before lemmas are pushed.
void Ic3::import_lemmas() {
  if (context_.exchange == nullptr || !imports_lemmas()) return;
  if (frames_.top() == 0) return;  // F_0 has no lemmas
  if (inbox_.empty()) {
    context_.exchange->take(arriving_);
    inbox_.insert(inbox_.end(), arriving_.begin(), arriving_.end());
    arriving_.clear();
  }
  if (inbox_.size() > kMostWaiting)
    inbox_.erase(inbox_.begin(), inbox_.end() - static_cast<std::ptrdiff_t>(kMostWaiting));
  for (std::uint32_t queries = 0; queries < kMostQueries && !inbox_.empty();) {
    if (core_.paused()) return;
    const SharedLemma lemma = std::move(inbox_.front());
    inbox_.pop_front();
    if (import_lemma(lemma)) ++queries;
  }
}

/// Says whether that took a query. The lemma is wanted at the highest level where it is said to
/// hold; if our frames do not imply that, a lower one will do, or it is dropped.
bool Ic3::import_lemma(const SharedLemma& lemma) {
  ++stats_.imports_tried;
  Cube cube = cube_of(lemma);
  const auto said = static_cast<Level>(std::min<std::uint32_t>(lemma.level, kInfinity - 1));
  const Level highest = std::min(frames_.top(), said);
  if (cube.size() == 0 || highest <= 0) return false;
  LemmaSerial known = kNoSerial;
  const bool everywhere = lemma.level == SharedLemma::kEverywhere;
  if (frames_.blocking_level(cube, everywhere ? kInfinity : highest, known) != 0) {
    ++stats_.imports_known;
    return false;
  }
  const bool waits = config_.import_lemmas == Ic3Config::Import::Wanted;
  Outcome outcome = Outcome::Reachable;
  if (everywhere) outcome = core_.ask(cube, kInfinity, Strengthen::Yes, stats_.imports);
  if (outcome == Outcome::Reachable && waits) {
    wait(std::move(cube), said);
    return everywhere;
  }
  if (outcome == Outcome::Reachable) {
    known = kNoSerial;
    if (everywhere && frames_.blocking_level(cube, highest, known) != 0) return true;
    outcome = core_.ask(cube, highest, Strengthen::Yes, stats_.imports);
  }
  if (outcome != Outcome::Blocked) {
    if (outcome == Outcome::Reachable) ++stats_.imports_refused;
    return true;
  }
  const LemmaSerial serial = frames_.add(core_.blocked().cube, core_.blocked().level);
  if (Journal* const journal = core_.journal())
    journal->lemma(serial, core_.blocked().cube, core_.blocked().level, Journal::Reason::Imported);
  count_as_imported(serial);
  return true;
}

void Ic3::count_as_imported(LemmaSerial serial) {
  if (is_imported_.size() <= serial) is_imported_.resize(serial + 1, false);
  is_imported_[serial] = true;
  ++stats_.imports_done;
  ++context_.exchange->counts().taken;
}

/// A lemma saved a query: was it imported?
void Ic3::credit(LemmaSerial serial) {
  if (serial >= is_imported_.size() || !is_imported_[serial]) return;
  ++stats_.imports_useful;
  ++context_.exchange->counts().useful;
}

}  // namespace cairn::ic3
