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

std::string_view reason_word(Unknown::Reason reason) {
  switch (reason) {
    case Unknown::Reason::Bound:
      return "bound";
    case Unknown::Reason::Time:
      return "time";
    case Unknown::Reason::Memory:
      return "memory";
    case Unknown::Reason::Interrupt:
      return "interrupt";
    case Unknown::Reason::Unsupported:
      return "unsupported";
  }
  return "";
}

}  // namespace cairn
