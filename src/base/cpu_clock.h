// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

namespace cairn {

/// Processor time that the calling thread has used so far.
inline double thread_cpu_seconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace cairn
