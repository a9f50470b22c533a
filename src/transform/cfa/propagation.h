// SPDX-License-Identifier: MIT
//
// Constants, copies and expressions, carried forward [WZ91, NNH99]. At each location some variables
// are known to equal a term over the others: a constant, another variable, or the expression of a
// definition that alone reaches the location, if what it reads has not changed since. Guards give
// facts as well (x == 5). Branches whose guard is false under the facts are not followed, so what
// only they would disturb stays known, as in sparse conditional constant propagation. Then the
// facts are put into the commands, guards that became true go, and edges that became false.
//
// Constants and copies are put everywhere, an expression only where its variable is read at one
// location alone and the expression is small; no fact reads an input, whose value is gone after its
// edge. Assignments that nothing reads any more are for the passes `needed` and `initialised`.
//
// Way back: a formula is strengthened by the facts at the location that were used anywhere. Every
// fact holds after an edge if the used facts hold before it, for it was kept by the edge or
// computed from what the edge read; and under the used facts the old edge does what the new one
// does. A location that the facts show to be unreachable gets false.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

class Propagation : public CfaPass {
 public:
  /// Pairs of a variable (by position) and what it equals, by variable.
  using Facts = std::vector<std::pair<std::uint32_t, Term>>;

  std::string_view name() const override { return "propagation"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;
  Term restore_formula(LocationId location, Term formula) const override;

 private:
  std::vector<Facts> facts_;  // by old location, those that were used
  std::uint64_t commands_ = 0, edges_ = 0, locations_ = 0;
};

}  // namespace cairn
