// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

#include <ctime>
#include <limits>

namespace cairn {

/// Processor time that the calling thread has used so far.
inline double thread_cpu_seconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The clock of the thread that called this, for others to read.
inline clockid_t thread_cpu_clock() {
  clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
  ::pthread_getcpuclockid(::pthread_self(), &clock);
  return clock;
}

/// Of a thread that has ended: less than anything, as if it had not begun.
inline double cpu_seconds(clockid_t clock) {
  std::timespec time{};
  if (::clock_gettime(clock, &time) != 0) return -std::numeric_limits<double>::infinity();
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace cairn
