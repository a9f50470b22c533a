// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit/copy.h"
#include "model/bit_system.h"

namespace cairn {

/// Which inputs and latches of a system a pass has kept, and the way back for evidence that follows
/// from that alone. Shared by the passes on circuits that drop leaves.
class LeafMap {
 public:
  /// Keeps the leaves for which `keep` (by variable) holds, and makes `to` a system with just
  /// these, under their names. Literals of `to` are still missing: copy them with copier().
  LeafMap(const BitSystem& from, BitSystem& to, const std::vector<bool>& keep);

  /// Gives every kept leaf of `from` its image.
  void set_images(const BitSystem& from, const BitSystem& to, GraphCopier& copier) const;

  /// Values of what was dropped become Undef.
  BitTrace restore(BitTrace trace) const;
  /// The same conjuncts over the leaves of the original system.
  BitInvariant restore(const BitInvariant& invariant) const;

 private:
  std::uint32_t num_inputs_;  // of the original system
  std::uint32_t num_latches_;
  std::vector<std::uint32_t> inputs_;  // by position in the new system: position in the original
  std::vector<std::uint32_t> latches_;
};

/// Copies everything but inputs and latches themselves: next and reset literals of the latches that
/// `to` has, bad states, constraints, and what engines for safety don't read but a system may have
/// (outputs, justice, fairness) only if `Rest::Keep`.
enum class Rest { Keep, Drop };
void copy_functions(const BitSystem& from, const std::vector<bool>& keep, BitSystem& to,
                    GraphCopier& copier, Rest rest);

}  // namespace cairn
