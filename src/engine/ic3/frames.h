// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/ic3/cube_index.h"
#include "engine/ic3/frame_solver.h"
#include "engine/ic3/latch_values.h"
#include "engine/ic3/state_index.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/transition.h"
#include "logic/bit/cube.h"
#include "sat/solver.h"

namespace cairn::ic3 {

/// The index of a frame, and the layer of its lemmas in the solver.
using Level = sat::Layer;
/// The level of lemmas that hold in all reachable states.
inline constexpr Level kInfinity = sat::kPermanent;

/// A name for a lemma that outlives it: a lemma that was subsumed hands it on.
using LemmaSerial = std::uint32_t;
inline constexpr LemmaSerial kNoSerial = 0xFFFFFFFFu;

struct Lemma {
  Cube cube;  ///< no state of the lemma's frame is in it
  sat::LemmaId id;
  LemmaSerial serial;
  /// Counterexample to propagation, a state that kept it from being pushed; ask Frames for it.
  StateIndex::Slot ctp = StateIndex::kNone;
  LatchValues ctp_at_infinity = {};  ///< the same for infinity, while there is one
  std::uint32_t seen_states = 0;     ///< reachable ones that it does not exclude
  bool is_bad = false;               ///< it excludes a reachable one
};

/// The trace F_0, F_1, ..., F_top, F_infinity, delta-encoded [EMB11, section II.C]: a lemma is kept
/// at the highest level where it is known to hold, and F_i consists of the lemmas of levels >= i.
/// The solver has each of them as a clause of that layer.
class Frames {
 public:
  /// What becomes of lemmas that follow from a new one.
  enum class Subsumed { Go, Stay };

  struct Place {
    Level level;
    std::size_t position;
  };

  Frames(const Transition& transition, FrameSolver& solver, Ic3Stats& stats,
         Subsumed subsumed = Subsumed::Go);

  /// Gives F_0 to the solver, which knows the transition relation now.
  void start();
  /// The same for a solver that took the place of the other: F_0, and all lemmas.
  void restart();

  Level top() const { return top_; }
  void extend();

  /// The highest level at which a lemma excludes the cube, or 0 if there is none from `level` on.
  /// `serial` is the lemma that did so the last time, if known, and is updated; it is asked first.
  Level blocking_level(const Cube& cube, Level level, LemmaSerial& serial);

  /// The lemma that excludes `cube`, at level 1 to top + 1 or at infinity. Lemmas that follow from
  /// it go. Whether it follows from another one is not looked at: a state of its cube has just been
  /// found in the frame, so it hardly ever does.
  LemmaSerial add(const Cube& cube, Level level);
  /// Moves a lemma of `level` up; `position` is that in lemmas(level).
  void raise(Level level, std::size_t position, Level to);

  /// The lemma can't be pushed because of this state, its counterexample to propagation (CTP),
  /// until that is excluded from its frame.
  void set_ctp(Place place, LatchValues state);
  bool has_ctp(const Lemma& lemma) const {
    return lemma.ctp != StateIndex::kNone && ctp_owners_[lemma.ctp] == lemma.serial;
  }
  /// Requires that it has one.
  const LatchValues& ctp_of(const Lemma& lemma) const { return states_[lemma.ctp]; }

  /// Lemmas up to level top + 1 stay if `is_needed` says so. The frames must be valid without the
  /// others, and the solver be made anew (restart): it has learnt from them.
  template <class IsNeeded>
  std::size_t keep(IsNeeded&& is_needed) {
    std::size_t removed = 0;
    for (auto& lemmas_here : delta_)
      removed += std::erase_if(lemmas_here, [&](const Lemma& lemma) {
        if (is_needed(lemma)) return false;
        whereabouts_[lemma.serial].level = 0;
        release(lemma);
        return true;
      });
    return removed;
  }

  const std::vector<Lemma>& lemmas(Level level) const {
    return level == kInfinity ? infinite_ : delta_[static_cast<std::size_t>(level)];
  }
  std::vector<Lemma>& lemmas(Level level) {
    return level == kInfinity ? infinite_ : delta_[static_cast<std::size_t>(level)];
  }
  /// The lemmas of F_(level+1), those at infinity first; only these if `level` is infinity.
  template <class Visit>
  void for_each_above(Level level, Visit&& visit) const {
    for (const Lemma& lemma : infinite_) visit(lemma);
    if (level == kInfinity) return;
    for (Level l = level + 1; l <= top_ + 1; ++l)
      for (const Lemma& lemma : lemmas(l)) visit(lemma);
  }
  /// Where a lemma is; null if it is not there any more.
  std::optional<Place> find(LemmaSerial serial) const;

  /// From now on, lemmas for which no CTP is known are noted: new ones, those
  /// that were moved up, and those whose CTP was excluded.
  void note_released() { notes_released_ = true; }
  std::vector<LemmaSerial> take_released() { return std::exchange(released_, {}); }

  /// The lowest level, from 1 to top - 1, whose lemmas have all moved on: F there is inductive. 0
  /// if there is none.
  Level closed_level() const;

 private:
  void release(const Lemma& lemma);
  void release_ctps(const Cube& cube, Level level);
  void forget_state(const Lemma& lemma);
  void note(LemmaSerial serial) {
    if (notes_released_) released_.push_back(serial);
  }
  LemmaSerial latest(LemmaSerial serial);
  bool is_there(LemmaSerial serial) const {
    return whereabouts_[serial].heir == kNoSerial && whereabouts_[serial].level != 0;
  }

  /// Where the lemma of a serial is, or which one subsumed it.
  struct Whereabouts {
    Level level;
    LemmaSerial heir = kNoSerial;
  };

  const Transition& transition_;
  FrameSolver& solver_;
  Ic3Stats& stats_;
  std::vector<std::vector<Lemma>> delta_;  // by level, up to top + 1
  std::vector<Lemma> infinite_;
  std::vector<Whereabouts> whereabouts_;  // by serial
  CubeIndex index_;                       // of all lemmas, and of those that went lately
  std::size_t gone_ = 0;                  // of the latter
  StateIndex states_;                     // the CTPs of lemmas
  std::vector<LemmaSerial> ctp_owners_;   // by CTP: whose it is
  const Subsumed subsumed_;
  Level top_ = 0;
  bool notes_released_ = false;
  std::vector<LemmaSerial> released_;
};

}  // namespace cairn::ic3
