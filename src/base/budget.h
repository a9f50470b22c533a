// SPDX-License-Identifier: MIT
//
// When to stop. The watchdog (run/watchdog.h) measures time and memory and hears signals; what
// works only asks exhausted(), one relaxed load, at every conflict or obligation. (A share has two,
// and looks at the clock now and then.)
//
// A share of a budget is for engines that work by turns: it ends when the whole does, or when the
// turn's processor time is used up, and can then be renewed. Who works on a share belongs to one
// thread; the whole may be stopped by another.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "base/cpu_clock.h"

namespace cairn {

enum class StopReason { None, Time, Memory, Interrupt };

class Budget {
 public:
  Budget() = default;
  /// A share, unlimited until renew().
  explicit Budget(const Budget* whole) : whole_(whole) {}

  bool exhausted() const { return reason() != StopReason::None; }
  StopReason reason() const {
    const StopReason own = reason_.load(std::memory_order_relaxed);
    if (whole_ == nullptr || own != StopReason::None) return own;
    if (const StopReason outer = whole_->reason(); outer != StopReason::None) return outer;
    return turn_is_over() ? StopReason::Time : StopReason::None;
  }

  /// The first request wins; later ones change nothing.
  void request_stop(StopReason reason) {
    StopReason none = StopReason::None;
    reason_.compare_exchange_strong(none, reason);
  }

  /// Of a share: lets it last this long from now on, in processor time of the calling thread.
  void renew(double seconds) {
    reason_ = StopReason::None;
    deadline_ = thread_cpu_seconds() + seconds;
    questions_ = 0;
  }

 private:
  /// Looks at the clock every now and then only, for that is a system call.
  bool turn_is_over() const {
    constexpr std::uint32_t kQuestionsPerLook = 64;
    if (++questions_ % kQuestionsPerLook != 0 || thread_cpu_seconds() < deadline_) return false;
    reason_ = StopReason::Time;
    return true;
  }

  mutable std::atomic<StopReason> reason_{StopReason::None};
  const Budget* whole_ = nullptr;
  double deadline_ = std::numeric_limits<double>::infinity();
  mutable std::uint32_t questions_ = 0;
};

}  // namespace cairn
