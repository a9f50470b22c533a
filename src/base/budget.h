// SPDX-License-Identifier: MIT
//
// When to stop. The watchdog (run/watchdog.h) measures time and memory and hears signals; what
// works only asks exhausted(), one relaxed load, at every conflict or obligation.
#pragma once

#include <atomic>

namespace cairn {

enum class StopReason { None, Time, Memory, Interrupt };

class Budget {
 public:
  bool exhausted() const { return reason() != StopReason::None; }
  StopReason reason() const { return reason_.load(std::memory_order_relaxed); }

  /// The first request wins; later ones change nothing.
  void request_stop(StopReason reason) {
    StopReason none = StopReason::None;
    reason_.compare_exchange_strong(none, reason);
  }

 private:
  std::atomic<StopReason> reason_{StopReason::None};
};

}  // namespace cairn
