// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

/// Initialised variables: an assignment whose value is never read, because the variable is always
/// written before, is dropped; most of them give an uninitialised local its arbitrary value.
///
/// Dropping alone has no way back: where the variable is dead the new automaton would know a stale
/// value, the old one has another, and a formula may speak of it. So each variable that loses an
/// assignment is set to zero where it dies, and is zero wherever it is dead. Not for arrays, for
/// which that is dear.
///
/// Way back: zero takes the place of dead variables in a formula. Inductive: let an old state
/// satisfy the new formula with zeros; with zeros in the state instead it satisfies the formula
/// itself; a step of the new automaton passes wherever the old one does, for guards read live
/// variables only; it leads into the target's formula with the same values of what is live there,
/// and zeros elsewhere; that is the target's formula with zeros at the old step's target.
class Initialised : public CfaPass {
 public:
  std::string_view name() const override { return "initialised"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;
  Term restore_formula(LocationId location, Term formula) const override;

 private:
  std::vector<std::unordered_map<std::uint32_t, Term>> zeros_;  // by old location
  std::uint64_t assignments_ = 0, variables_ = 0, inputs_ = 0;
};

}  // namespace cairn
