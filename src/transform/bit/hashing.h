// SPDX-License-Identifier: MIT
#pragma once

#include "model/bit_system.h"
#include "transform/pass.h"

namespace cairn {

/// Structural hashing: equal gates become one, constants are folded, what nothing reads is left
/// out. Inputs and latches keep their places, so the way back is the identity.
class Hashing : public Pass<BitSystem> {
 public:
  std::string_view name() const override { return "hashing"; }
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override { return invariant; }
  BitTrace restore_trace(BitTrace trace) const override { return trace; }
};

}  // namespace cairn
