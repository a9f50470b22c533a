// SPDX-License-Identifier: MIT
#include "engine/ic3/frames.h"

#include "base/error.h"

namespace cairn::ic3 {

namespace {

std::vector<Lit> clause_of(const Cube& cube) {
  std::vector<Lit> clause;
  for (const Lit lit : cube) clause.push_back(~lit);
  return clause;
}

}  // namespace

Frames::Frames(const Transition& transition, FrameSolver& solver, Ic3Stats& stats,
               Subsumed subsumed)
    : transition_(transition), solver_(solver), stats_(stats), delta_(2), subsumed_(subsumed) {}

void Frames::start() {
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
    const Lit latch(transition_.latch(i));
    const Lbool initial = transition_.initial(latch);
    if (initial == Lbool::Undef) continue;
    const Lit fact = latch ^ (initial == Lbool::False);
    solver_.add_lemma(std::span(&fact, 1), 0);
  }
}

void Frames::restart() {
  start();
  for (std::size_t level = 0; level < delta_.size(); ++level)
    for (Lemma& lemma : delta_[level])
      lemma.id = solver_.add_lemma(clause_of(lemma.cube), static_cast<Level>(level));
  for (Lemma& lemma : infinite_) lemma.id = solver_.add_lemma(clause_of(lemma.cube), kInfinity);
}

void Frames::release(const Lemma& lemma) {
  forget_state(lemma);
  ++gone_;
  --stats_.held_lemmas;
  stats_.held_literals -= lemma.cube.size();
}

void Frames::extend() {
  ++top_;
  delta_.resize(static_cast<std::size_t>(top_) + 2);
}

LemmaSerial Frames::latest(LemmaSerial serial) {
  while (whereabouts_[serial].heir != kNoSerial) {
    const LemmaSerial heir = whereabouts_[serial].heir;
    if (whereabouts_[heir].heir != kNoSerial)
      whereabouts_[serial].heir = whereabouts_[heir].heir;  // shortens the way for the next time
    serial = heir;
  }
  return serial;
}

Level Frames::blocking_level(const Cube& cube, Level level, LemmaSerial& serial) {
  if (serial != kNoSerial) {
    serial = latest(serial);
    if (whereabouts_[serial].level >= level) return whereabouts_[serial].level;
  }
  Level highest = 0;
  index_.for_each_subsuming(cube, [&](LemmaSerial found) {
    const Level there = is_there(found) ? whereabouts_[found].level : 0;
    if (there < level || there <= highest) return true;
    highest = there;
    serial = found;
    return there != kInfinity;
  });
  return highest;
}

LemmaSerial Frames::add(const Cube& cube, Level level) {
  CAIRN_ASSERT(!transition_.intersects_initial(cube));
  ++stats_.lemmas;
  stats_.lemma_literals += cube.size();
  for (const Lit lit : cube)
    if (transition_.is_signal(lit.var())) ++stats_.signal_literals;
  ++stats_.held_lemmas;
  stats_.held_literals += cube.size();
  const Level highest = std::min(level, static_cast<Level>(delta_.size()) - 1);
  const auto serial = static_cast<LemmaSerial>(whereabouts_.size());
  whereabouts_.push_back({level});
  // Lemmas below that follow from the new one are not needed any more.
  for (Level l = 1; l <= highest && subsumed_ == Subsumed::Go; ++l) {
    auto& lemmas_here = delta_[static_cast<std::size_t>(l)];
    for (std::size_t i = lemmas_here.size(); i-- > 0;) {
      if (!cube.subsumes(lemmas_here[i].cube)) continue;
      ++stats_.subsumed_lemmas;
      release(lemmas_here[i]);
      whereabouts_[lemmas_here[i].serial].heir = serial;
      solver_.remove_lemma(lemmas_here[i].id);
      lemmas_here[i] = std::move(lemmas_here.back());
      lemmas_here.pop_back();
    }
  }
  lemmas(level).push_back({cube, solver_.add_lemma(clause_of(cube), level), serial});
  index_.add(cube, serial);
  if (gone_ > index_.size() / 2) {
    index_.sweep([&](LemmaSerial each) { return is_there(each); });
    gone_ = 0;
  }
  release_ctps(cube, level);
  note(serial);
  return serial;
}

void Frames::raise(Level level, std::size_t position, Level to) {
  auto& from = lemmas(level);
  Lemma lemma = std::move(from[position]);
  if (position + 1 != from.size()) from[position] = std::move(from.back());
  from.pop_back();
  solver_.raise_lemma(lemma.id, to);
  whereabouts_[lemma.serial].level = to;
  forget_state(lemma);
  release_ctps(lemma.cube, to);
  note(lemma.serial);
  lemmas(to).push_back(std::move(lemma));
}

void Frames::set_ctp(Place place, LatchValues state) {
  Lemma& lemma = lemmas(place.level)[place.position];
  forget_state(lemma);
  lemma.ctp = states_.add(std::move(state));
  if (ctp_owners_.size() <= lemma.ctp) ctp_owners_.resize(lemma.ctp + 1, kNoSerial);
  ctp_owners_[lemma.ctp] = lemma.serial;
}

void Frames::forget_state(const Lemma& lemma) {
  if (!has_ctp(lemma)) return;
  ctp_owners_[lemma.ctp] = kNoSerial;
  states_.remove(lemma.ctp);
}

/// Triggered pushing [Sud13]: a lemma may be worth another try when its CTP is
/// excluded from its frame.
void Frames::release_ctps(const Cube& cube, Level level) {
  states_.for_each_in(cube, [&](StateIndex::Slot slot) {
    const LemmaSerial serial = ctp_owners_[slot];
    if (whereabouts_[serial].level > level) return;
    ctp_owners_[slot] = kNoSerial;
    states_.remove(slot);
    note(serial);
  });
  if (level != kInfinity) return;
  for (auto& lemmas_here : delta_)
    for (Lemma& lemma : lemmas_here)
      if (lemma.ctp_at_infinity.known() && lemma.ctp_at_infinity.in(cube))
        lemma.ctp_at_infinity.clear();
}

std::optional<Frames::Place> Frames::find(LemmaSerial serial) const {
  const Whereabouts& about = whereabouts_[serial];
  if (!is_there(serial)) return std::nullopt;
  const auto& lemmas_here = lemmas(about.level);
  for (std::size_t i = 0; i < lemmas_here.size(); ++i)
    if (lemmas_here[i].serial == serial) return Place{about.level, i};
  return std::nullopt;
}

Level Frames::closed_level() const {
  for (Level l = 1; l < top_; ++l)
    if (delta_[static_cast<std::size_t>(l)].empty()) return l;
  return 0;
}

}  // namespace cairn::ic3
