// SPDX-License-Identifier: MIT
//
// What the passes on automata have in common: the way back.
//
// A pass says of every old location what became of it (Fate). The way back for traces is the same
// for all of them, a guided replay: the new run says which locations to come by and which inputs to
// read, the old automaton is executed. Inputs keep their identity through all passes; inputs and
// first values that the new automaton does not have are zero. Since automata are deterministic,
// the replay hardly ever has to turn back; it would, though.
//
// The way back for invariants: an old location gets the formula of the new one that it became,
// strengthened or changed by what the pass knows there (restore_formula). What no run reaches gets
// false; what no run leaves towards the error gets true; what is inside an edge gets none. For each
// pass, its header says why the result is inductive. Every cycle of the old automaton must be cut
// by a location with a formula: a pass that removes an edge of a cycle marks a location of it as
// CfaLocation::cut, and nothing that runs later swallows such a location.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/cfa.h"
#include "transform/pass.h"

namespace cairn {

/// What became of a location.
struct Fate {
  enum class Kind : std::uint8_t {
    Kept,         ///< it is `place` now, perhaps together with others
    Inside,       ///< it is in the middle of new edges
    Unreachable,  ///< no run comes here
    Idle,         ///< no run goes from here to the error
  };
  Kind kind = Kind::Kept;
  std::uint32_t place = 0;  ///< Kept: the new location

  friend bool operator==(const Fate&, const Fate&) = default;
};

class CfaPass : public Pass<Cfa> {
 public:
  Cfa apply(Cfa cfa) final;
  CfaInvariant restore_invariant(CfaInvariant invariant) const override;
  CfaTrace restore_trace(CfaTrace trace) const override;

  /// After apply(): did it change anything?
  bool changed() const { return changed_; }

 protected:
  /// Works on the automaton in place. Locations keep their numbers; those that go are said in
  /// `fates` (whose Kept ones say the old number of a location that stays: their own, or one that
  /// they are merged with), and apply() then removes them with their edges. Returns false if
  /// nothing changed.
  virtual bool transform(Cfa& cfa, std::vector<Fate>& fates) = 0;
  /// `formula` is that of the new location; what holds at the old one?
  virtual Term restore_formula(LocationId, Term formula) const { return formula; }

  const Cfa& old() const { return old_; }

 private:
  Cfa old_;
  std::vector<Fate> fates_;                  // by old location
  std::vector<std::uint32_t> edge_targets_;  // by new edge
  bool changed_ = false;
};

}  // namespace cairn
