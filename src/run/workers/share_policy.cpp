// SPDX-License-Identifier: MIT
#include "run/workers/share_policy.h"

namespace cairn {

std::string SharePolicy::validate() const {
  if (literals == 0) return "lemmas have at least one literal";
  if (!(rate >= 0 && rate <= 1e9)) return "the rate must be a number of lemmas a second, 0 or more";
  return "";
}

}  // namespace cairn
