// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "transform/bit/leaf_map.h"
#include "transform/pass.h"

namespace cairn {

/// Latches that never leave their reset value, found by three-valued simulation to a fixed point:
/// they become constants, and gates are folded. Way back: an invariant gains one conjunct for each
/// of them (together they are inductive), a trace gets their values from the resets.
class Constants : public Pass<BitSystem> {
 public:
  std::string_view name() const override { return "constants"; }
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override;
  BitTrace restore_trace(BitTrace trace) const override;

  std::size_t num_constants() const { return constants_.size(); }

 private:
  std::optional<LeafMap> leaves_;
  std::vector<std::pair<std::uint32_t, bool>> constants_;  // position in the original, value
};

}  // namespace cairn
