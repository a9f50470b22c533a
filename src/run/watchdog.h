// SPDX-License-Identifier: MIT
//
// The thread that keeps a run within its limits. It measures wall-clock time and resident memory
// every few milliseconds and takes the signals that ask the process to end (SIGINT, SIGTERM,
// SIGHUP, and SIGXCPU, by which a CPU-time limit speaks). When one of them says stop it tells the
// Budget; who works notices and returns what is known. Who does not return within the grace period
// (a library deep in one call) is left behind: the overrun function answers in its place and ends
// the process. A second signal ends it at once.
//
// Memory has a second line of defence for sudden growth between two measurements: the kernel's
// limit on the data segment (RLIMIT_DATA) makes allocation fail with bad_alloc a little above the
// limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

#include "base/budget.h"

namespace cairn {

struct Limits {
  std::optional<double> seconds;       ///< wall clock, from the watchdog's start
  std::optional<std::uint64_t> bytes;  ///< resident memory of this process
};

class Watchdog {
 public:
  static constexpr std::chrono::milliseconds kPeriod{20};
  static constexpr std::chrono::milliseconds kGrace{500};

  struct Callbacks {
    std::function<void()> tick;  ///< every period, on the watchdog's thread
    /// Ends the process; may return if the process is ending already, and is then called again.
    std::function<void()> overrun;
  };

  /// Whether the kernel's limit on the data segment is set too; it stays set.
  enum class Backstop { DataSegment, None };

  /// Blocks the signals in the calling thread (and so in threads that it starts later) and starts
  /// the watch. One at a time, made before any other thread.
  Watchdog(Budget& budget, const Limits& limits, Callbacks callbacks,
           Backstop backstop = Backstop::DataSegment);
  /// Ends the watch; signals stay blocked.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch(std::stop_token stop);

  Budget& budget_;
  const Limits limits_;
  const Callbacks callbacks_;
  const std::chrono::steady_clock::time_point begin_;
  std::jthread thread_;
};

/// Lets allocations succeed again after one failed: giving the answer takes a little memory.
void lift_memory_limit();

/// Resident memory of this process now, and the most it ever was; 0 where the system doesn't tell.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

}  // namespace cairn
