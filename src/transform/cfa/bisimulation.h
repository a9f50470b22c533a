// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

/// Bisimulation on locations by partition refinement [PT87]: two locations are one if their edges
/// have the same commands to locations that are one. The initial and the error location stay alone.
/// Commands are the same if they are the same terms, inputs included.
///
/// Way back: each location has the formula of its class. Every old edge is, between classes, an
/// edge of the new automaton.
class Bisimulation : public CfaPass {
 public:
  std::string_view name() const override { return "bisimulation"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;

 private:
  std::uint64_t merged_ = 0;
};

}  // namespace cairn
