// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ic3/frames.h"
#include "engine/ic3/transition.h"

namespace cairn::ic3 {

/// Where a step leads, one state variable after the other: only what is asked for is computed.
class Successor {
 public:
  explicit Successor(const Transition& transition);

  /// From now on, of this state with these inputs; what is not known of them counts as false.
  void start(const LatchValues& step);
  /// Whether the state variable's literal holds after the step.
  bool holds(Lit lit);

 private:
  bool value(Lit lit) const { return (values_[lit.var().index] & 1) != (lit.negated() ? 1u : 0u); }
  bool is_known(Var node) const { return known_[node.index] == stamp_; }

  const Transition& transition_;
  const LatchValues* step_ = nullptr;
  std::vector<std::uint8_t> values_;  // by node, if known_ has the stamp
  std::vector<std::uint32_t> known_;
  std::uint32_t stamp_ = 0;
  std::vector<Var> stack_;
};

}  // namespace cairn::ic3
