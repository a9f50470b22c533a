// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/context.h"

namespace cairn::support {

/// A Context that prints nothing, together with what it refers to. Must outlive who is handed it.
class QuietContext {
 public:
  explicit QuietContext(std::uint64_t seed = 0) : seed_(seed) {}

  Context get() { return {log, budget, progress, seed_}; }

  Log log{LogLevel::Quiet};
  Budget budget;
  Progress progress;

 private:
  std::uint64_t seed_;
};

}  // namespace cairn::support
