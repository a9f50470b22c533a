// SPDX-License-Identifier: MIT
#include "run/watchdog.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace cairn {
namespace {

// Those that whoever started us ignores (nohup, a shell's background job) stay ignored.
sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      sigaddset(&set, signal);
  }
  return set;
}

// A little above the limit, so that the measurement usually speaks first: it leaves the engine in a
// state that can say more than that an allocation failed.
void limit_data_segment(std::uint64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlim_t wanted = bytes + bytes / 16;
  if (limit.rlim_max != RLIM_INFINITY && wanted > limit.rlim_max) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_DATA, &limit);
}

/// Kept open: the watch reads it fifty times a second, also when no descriptor is left, and in
/// processes that may open nothing. A process that is forked needs its own: the file is that of the
/// process that opened it. No lock: whoever is forked would inherit it, held or not.
int own_statm() {
  static std::atomic<std::uint64_t> kept{0};  // the process, and the descriptor
  const auto self = static_cast<std::uint64_t>(::getpid());
  std::uint64_t seen = kept.load();
  if (seen >> 32 == self) return static_cast<int>(seen & 0xFFFFFFFF);
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return file;
  if (kept.compare_exchange_strong(seen, self << 32 | static_cast<std::uint32_t>(file)))
    return file;
  ::close(file);
  return static_cast<int>(kept.load() & 0xFFFFFFFF);
}

}  // namespace

void lift_memory_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_DATA, &limit);
}

std::uint64_t resident_bytes() {
  const int file = own_statm();
  char text[128];
  const ssize_t size = file < 0 ? 0 : ::pread(file, text, sizeof text - 1, 0);
  if (size <= 0) return 0;
  text[size] = '\0';
  unsigned long long total = 0, resident = 0;
  if (std::sscanf(text, "%llu %llu", &total, &resident) != 2) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Watchdog::Watchdog(Budget& budget, const Limits& limits, Callbacks callbacks, Backstop backstop)
    : budget_(budget),
      limits_(limits),
      callbacks_(std::move(callbacks)),
      begin_(std::chrono::steady_clock::now()) {
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // The thread first: its stack must not fail to fit.
  thread_ = std::jthread([this](std::stop_token stop) { watch(stop); });
  if (limits_.bytes && backstop == Backstop::DataSegment) limit_data_segment(*limits_.bytes);
}

Watchdog::~Watchdog() = default;

void Watchdog::watch(std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  const sigset_t signals = ending_signals();
  const timespec period{0, std::chrono::nanoseconds(kPeriod).count()};
  std::optional<Clock::time_point> stopping_since;
  bool interrupted = false;
  while (!stop.stop_requested()) {
    const int signal = sigtimedwait(&signals, nullptr, &period);
    if (signal > 0) {
      if (interrupted && callbacks_.overrun) callbacks_.overrun();
      interrupted = signal != SIGXCPU;
      budget_.request_stop(signal == SIGXCPU ? StopReason::Time : StopReason::Interrupt);
    }
    if (limits_.seconds &&
        std::chrono::duration<double>(Clock::now() - begin_).count() >= *limits_.seconds)
      budget_.request_stop(StopReason::Time);
    // Stop a little early: what runs needs some more memory to come to its end.
    if (limits_.bytes && resident_bytes() >= *limits_.bytes - *limits_.bytes / 32)
      budget_.request_stop(StopReason::Memory);
    if (budget_.exhausted()) {
      if (!stopping_since) stopping_since = Clock::now();
      if (Clock::now() - *stopping_since >= kGrace && callbacks_.overrun) callbacks_.overrun();
    }
    if (callbacks_.tick) callbacks_.tick();
  }
}

}  // namespace cairn
