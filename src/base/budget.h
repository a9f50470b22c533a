// SPDX-License-Identifier: MIT
//
// When to stop. The watchdog (run/watchdog.h) measures time and memory and hears signals; what
// works only asks exhausted(), one relaxed load, at every conflict or obligation. (A share has two,
// and looks at the clock now and then.)
//
// A share of a budget is for engines that work by turns: it ends when the whole does, or when the
// turn's processor time is used up, and can then be renewed. Who works on a share belongs to one
// thread, whose time it is; another one that watches over it asks exhausted_by_now(). The whole may
// be stopped by any.
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
  /// How a share's end is meant. Soft: whoever loses much by putting down what they are at may
  /// bring it to its end first, as long as the whole lasts.
  enum class Kind { Hard, Soft };
  /// A share, unlimited until renew().
  explicit Budget(const Budget* whole, Kind kind = Kind::Hard) : whole_(whole), kind_(kind) {}

  /// What must stop the work at once.
  const Budget& hard() const { return kind_ == Kind::Soft ? whole_->hard() : *this; }

  bool exhausted() const { return reason() != StopReason::None; }
  StopReason reason() const {
    const StopReason own = reason_.load(std::memory_order_relaxed);
    if (whole_ == nullptr || own != StopReason::None) return own;
    if (const StopReason outer = whole_->reason(); outer != StopReason::None) return outer;
    // The clock is a system call: it is looked at every now and then only. Who loses a count when
    // two threads ask at once looks a little later.
    constexpr std::uint32_t kQueriesPerLook = 64;
    const std::uint32_t asked = queries_.load(std::memory_order_relaxed) + 1;
    queries_.store(asked, std::memory_order_relaxed);
    return asked % kQueriesPerLook == 0 && turn_is_over() ? StopReason::Time : StopReason::None;
  }
  /// For who asks seldom.
  bool exhausted_by_now() const {
    return exhausted() || (whole_ != nullptr && (turn_is_over() || whole_->exhausted_by_now()));
  }

  /// The first request wins; later ones change nothing.
  void request_stop(StopReason reason) {
    StopReason none = StopReason::None;
    reason_.compare_exchange_strong(none, reason);
  }

  /// Of a share: lets it last this long from now on, in processor time of the calling thread.
  void renew(double seconds) {
    deadline_ = std::numeric_limits<double>::infinity();  // while the clock is another's
    clock_ = thread_cpu_clock();
    deadline_ = thread_cpu_seconds() + seconds;
    queries_ = 0;
    reason_ = StopReason::None;
  }

 private:
  bool turn_is_over() const {
    const double deadline = deadline_;
    if (deadline == std::numeric_limits<double>::infinity() || cpu_seconds(clock_) < deadline)
      return false;
    reason_ = StopReason::Time;
    return true;
  }

  mutable std::atomic<StopReason> reason_{StopReason::None};
  const Budget* whole_ = nullptr;
  Kind kind_ = Kind::Hard;
  std::atomic<clockid_t> clock_{CLOCK_THREAD_CPUTIME_ID};  // of who renewed it last
  std::atomic<double> deadline_{std::numeric_limits<double>::infinity()};
  mutable std::atomic<std::uint32_t> queries_{0};
};

}  // namespace cairn
