// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

/// Needed variables, a slice of the data: a variable that no guard reads, nor the value of a needed
/// variable, goes, with all assignments to it, and inputs that nothing reads any more. Guards stay,
/// all of them: so no run is added. (The pass `unreachable` has removed those on no way to the
/// error, `skips` those that let everything pass, `initialised` assignments that are not live.)
///
/// Way back: guards and what is assigned to variables that stay do not read those that go, so every
/// old step, seen without them, is a new step. A formula, which cannot speak of them, holds as it
/// is.
class Needed : public CfaPass {
 public:
  std::string_view name() const override { return "needed"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;

 private:
  std::uint64_t variables_ = 0, assignments_ = 0, inputs_ = 0;
};

}  // namespace cairn
