// SPDX-License-Identifier: MIT
#include "base/log.h"

#include <cstdio>

#include "base/error.h"
#include "base/output.h"

namespace cairn {

void Log::print(std::string_view prefix, std::string_view message) const {
  if (before_message_) before_message_();
  put(stderr, fmt::format("cairn: {}{}\n", prefix, printable(message, 4000)));
}

}  // namespace cairn
