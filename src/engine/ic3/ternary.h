// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/ic3/transition.h"
#include "logic/bit/fanouts.h"
#include "logic/bit/lit.h"

namespace cairn::ic3 {

/// Lifting by three-valued simulation [EMB11, section III.B]: latches become unknown one by one,
/// as long as every target stays known.
class TernaryLifter {
 public:
  explicit TernaryLifter(const Transition& transition);

  /// Removes from `latches`, the first ones first, what the targets do not need. Requires that
  /// latches and inputs make the targets true, whatever the other leaves are. Three values may be
  /// too few to see that (a gate may be known though its operands are not): answers whether they
  /// are enough, and if not, nothing has changed.
  bool lift(std::vector<Lit>& latches, const std::vector<Lit>& inputs,
            std::span<const Lit> targets);

 private:
  void prepare();
  void evaluate_cone(std::span<const Lit> targets);
  bool forget(Var leaf);
  Lbool evaluate(Var gate) const;

  const Transition& transition_;
  // Made at the first use.
  Fanouts fanouts_;
  std::vector<Lbool> values_;          // by node
  std::vector<std::uint8_t> in_cone_;  // by node
  std::vector<std::uint8_t> is_target_;
  std::vector<std::uint32_t> cone_, changed_;
};

}  // namespace cairn::ic3
