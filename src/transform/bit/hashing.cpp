// SPDX-License-Identifier: MIT
#include "transform/bit/hashing.h"

#include "transform/bit/leaf_map.h"

namespace cairn {

BitSystem Hashing::apply(BitSystem system) {
  const std::vector<bool> everything(system.aig.size(), true);
  BitSystem result;
  const LeafMap leaves(system, result, everything);
  GraphCopier copier(system.aig, result.aig);
  leaves.set_images(system, result, copier);
  copy_functions(system, everything, result, copier, Rest::Keep);
  return result;
}

}  // namespace cairn
