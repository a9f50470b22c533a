// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

/// A slice of the control: locations that no path leads to, and locations from which no path leads
/// to the error, go with their edges.
///
/// Way back: false at the former, which no edge from elsewhere enters; true at the latter, from
/// which no edge leads elsewhere.
class Unreachable : public CfaPass {
 public:
  std::string_view name() const override { return "unreachable"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;

 private:
  std::uint64_t unreachable_ = 0, idle_ = 0, inputs_ = 0;
};

}  // namespace cairn
