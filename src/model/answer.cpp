// SPDX-License-Identifier: MIT
#include "model/answer.h"

namespace cairn {

Unknown unknown_for(StopReason reason, std::int64_t bound) {
  switch (reason) {
    case StopReason::Memory:
      return {Unknown::Reason::Memory, "the memory limit was reached", bound};
    case StopReason::Interrupt:
      return {Unknown::Reason::Interrupt, "interrupted", bound};
    case StopReason::Time:
    case StopReason::None:
      break;
  }
  return {Unknown::Reason::Time, "the time limit was reached", bound};
}

}  // namespace cairn
