// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "transform/bit/leaf_map.h"
#include "transform/pass.h"

namespace cairn {

/// Cone of influence: keeps what the bad states and the constraints depend on, in this step or
/// through next-state and reset functions in earlier ones. Outputs go, and so do justice and
/// fairness, unless there are no bad states: then they are what it is about. Gates stay as they
/// are. Way back: what was dropped may have any value in a trace and is not mentioned
/// by an invariant.
class Cone : public Pass<BitSystem> {
 public:
  std::string_view name() const override { return "cone"; }
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override;
  BitTrace restore_trace(BitTrace trace) const override;

 private:
  std::optional<LeafMap> leaves_;
};

}  // namespace cairn
