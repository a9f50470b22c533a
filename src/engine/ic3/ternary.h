// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/ic3/transition.h"
#include "logic/fanouts.h"
#include "logic/lit.h"

namespace cairn {

/// Lifting by three-valued simulation [EMB11, section III.B]: latches become unknown one by one,
/// as long as every target stays known.
class TernaryLifter {
 public:
  explicit TernaryLifter(const Transition& transition);

  /// Removes from `latches`, the first ones first, what the targets do not need. Requires that
  /// latches and inputs make the targets true. A leaf that these depend on and that has no value,
  /// because it has no influence while the others have theirs, gets one.
  void lift(std::vector<Lit>& latches, std::vector<Lit>& inputs, std::span<const Lit> targets);

 private:
  void prepare();
  void evaluate_cone(std::span<const Lit> targets, std::vector<Lit>& latches,
                     std::vector<Lit>& inputs);
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

}  // namespace cairn
