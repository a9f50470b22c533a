// SPDX-License-Identifier: MIT
#include "engine/ic3/config.h"

namespace cairn {

std::string Ic3Config::validate() const {
  if (lift_rounds == 0) return "lifting takes at least one round";
  if (ctg_depth == 0 || ctg_depth > 10) return "the depth for CTGs must be 1 to 10";
  if (ctg_limit == 0) return "the limit for CTGs must be at least 1";
  if (quip && quip_effort == 0) return "the effort for a lemma must be at least 1";
  if (predicate_property && direction == Direction::Backward)
    return "the property is assumed forward only";
  return "";
}

}  // namespace cairn
