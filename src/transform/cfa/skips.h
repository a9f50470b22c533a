// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

/// Edges that do nothing or do the same:
///  - edges between the same two locations with the same command become one; so do those that
///  differ
///    in what they assume first (or at all), with the disjunction. This is how a branch on what
///    does not matter disappears: its two sides are assumes of c and of not c, whose disjunction is
///    true;
///  - a location whose only edge is a skip becomes one with the target.
///
/// Way back: formulas stay. A step of the old automaton between two locations that are left is a
/// step of the new one; a location whose only edge was a skip is inside the
/// edges that now lead to its target. (An edge from a location to itself that only assumes would be
/// no loss, but stays: without it fewer steps may make a proof by k-induction, which the old
/// automaton would not accept.)
class Skips : public CfaPass {
 public:
  std::string_view name() const override { return "skips"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;

 private:
  void merge_parallel(Cfa& cfa);
  void contract(Cfa& cfa, std::vector<Fate>& fates);

  std::uint64_t parallel_ = 0, skips_ = 0, inputs_ = 0;
};

}  // namespace cairn
