// SPDX-License-Identifier: MIT
//
// Which objects' addresses a program looks at as numbers. C promises that objects do not overlap
// and are aligned, not where they are. Most programs cannot tell: they compare pointers for
// equality, move them within an object and follow them. For these any addresses will do, and
// constant ones make the simplest formulas. Objects whose address is looked at in another way (its
// order, its bits, its value) must have an arbitrary one.
#pragma once

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "input/c/points_to.h"

namespace cairn {

class AddressUse {
 public:
  /// Looks at all statements of the unit.
  AddressUse(const CUnit& unit, PointsTo& points_to);

  /// The objects whose address is looked at.
  const std::set<CObjectId>& observed() const { return observed_; }
  /// Whether a statement looks at the address of one of these objects.
  bool observes(const Statement& statement, const std::set<CObjectId>& objects);

 private:
  void visit(const Block& block);
  void visit(const Statement& statement);
  /// Walks over a term and notes what looks at addresses in it.
  void walk(Term term);
  void walk_sum(Term term);
  void walk_comparison(Term term);
  bool is_address(Term term) { return !points_to_.targets(term).objects.empty(); }
  bool is_null(Term term) const;
  bool inside(const CTargets& targets) const;
  void observe(Term term);

  const CUnit& unit_;
  const Terms& terms_;
  PointsTo& points_to_;
  std::set<CObjectId> observed_;
  std::unordered_set<std::uint32_t> walked_;
};

}  // namespace cairn
