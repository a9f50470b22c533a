// SPDX-License-Identifier: MIT
//
// The interfaces of the kernel are called by number: the C library of Debian 12 has no functions
// for Landlock, and its headers know less of it than newer kernels.
#include "base/sandbox.h"

#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <vector>

namespace cairn {
namespace {

// Landlock.

constexpr long kCreateRuleset = 444, kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1;

struct LandlockRuleset {
  std::uint64_t handled_files;  // since version 1
  std::uint64_t handled_net;    // since version 4
  std::uint64_t scoped;         // since version 6
};

/// Accesses to files that a version knows, all of them.
std::uint64_t file_accesses(int version) {
  if (version >= 5) return (std::uint64_t{1} << 16) - 1;  // ioctl of devices
  if (version >= 3) return (std::uint64_t{1} << 15) - 1;  // truncate
  if (version >= 2) return (std::uint64_t{1} << 14) - 1;  // refer
  return (std::uint64_t{1} << 13) - 1;
}

/// A set of rules without a rule: nothing is allowed. The version, or 0.
int restrict_by_landlock() {
  const long version = ::syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  if (version < 1) return 0;
  LandlockRuleset rules{file_accesses(static_cast<int>(version)), 0, 0};
  std::size_t size = offsetof(LandlockRuleset, handled_net);
  if (version >= 4) {
    rules.handled_net = 3;  // bind and connect
    size = offsetof(LandlockRuleset, scoped);
  }
  if (version >= 6) {
    rules.scoped = 3;  // abstract sockets and signals
    size = sizeof rules;
  }
  const long set = ::syscall(kCreateRuleset, &rules, size, 0);
  if (set < 0) return 0;
  const long done = ::syscall(kRestrictSelf, static_cast<int>(set), 0);
  ::close(static_cast<int>(set));
  return done == 0 ? static_cast<int>(version) : 0;
}

// seccomp.

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#define CAIRN_HAS_FILTER 1
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#define CAIRN_HAS_FILTER 1
#endif

#ifdef CAIRN_HAS_FILTER

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t refusal(int error) {
  return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
}

/// Whatever their arguments.
constexpr long kAllowed[] = {
    // What is open already.
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_close,
    SYS_fstat,
    SYS_lseek,
    SYS_recvfrom,
    SYS_recvmsg,
    SYS_sendto,
    SYS_sendmsg,
    SYS_shutdown,
    SYS_getsockopt,
    SYS_getpeername,
    SYS_getsockname,
    SYS_ppoll,
    SYS_pselect6,
    // Memory.
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    // Threads and time.
    SYS_futex,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_set_tid_address,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_membarrier,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_times,
    SYS_getrusage,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    // Signals of its own.
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigtimedwait,
    SYS_rt_sigpending,
    SYS_rt_sigsuspend,
    SYS_sigaltstack,
    SYS_restart_syscall,
    // Who it is and where.
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrandom,
    SYS_getcpu,
    // The end.
    SYS_exit,
    SYS_exit_group,
#if defined(__x86_64__)
    SYS_poll,
    SYS_select,
    SYS_pause,
    SYS_time,
    SYS_arch_prctl,
#endif
};

/// A filter that is built from its beginning to its end. The number of the call is what is loaded
/// between two blocks.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    // Calls of another architecture have other numbers.
    add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    load_number();
#if defined(__x86_64__)
    constexpr std::uint32_t kX32 = 0x40000000;
    add(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1);
    add(BPF_RET | BPF_K, refusal(ENOSYS));
#endif
  }

  void answer(long call, std::uint32_t action) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    add(BPF_RET | BPF_K, action);
  }

  /// Allowed if these bits of the lower half of an argument are as given and those of the upper
  /// half are 0.
  void allow_if(long call, unsigned argument, std::uint32_t mask, std::uint32_t wanted) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 7);
    load(upper_half(argument));
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 4);
    load(lower_half(argument));
    add(BPF_ALU | BPF_AND | BPF_K, mask);
    add(BPF_JMP | BPF_JEQ | BPF_K, wanted, 0, 1);
    add(BPF_RET | BPF_K, kAllow);
    load_number();
  }

  bool install() {
    add(BPF_RET | BPF_K, refusal(EPERM));
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
  }

 private:
  // Both architectures have the lower half first.
  static std::uint32_t lower_half(unsigned argument) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument);
  }
  static std::uint32_t upper_half(unsigned argument) {
    return lower_half(argument) + 4;
  }

  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void load_number() {
    load(offsetof(seccomp_data, nr));
  }
  void add(int code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), yes, no, k});
  }

  std::vector<sock_filter> code_;
};

bool restrict_by_seccomp() {
  Filter filter;
  for (const long call : kAllowed) filter.answer(call, kAllow);
  // Memory, but no new code in it.
  filter.allow_if(SYS_mmap, 2, PROT_EXEC, 0);
  filter.allow_if(SYS_mprotect, 2, PROT_EXEC, 0);
  // A thread, no process. The C library asks by clone() if clone3() is unknown; the filter could
  // not look at what that points to.
  filter.allow_if(SYS_clone, 0, CLONE_THREAD, CLONE_THREAD);
  filter.answer(SYS_clone3, refusal(ENOSYS));
  // Signals to itself: that is how abort() ends a process.
  filter.allow_if(SYS_tgkill, 0, ~0u, static_cast<std::uint32_t>(::getpid()));
  // Its own limits, below those that are fixed.
  filter.allow_if(SYS_prlimit64, 0, ~0u, 0);
  // A name for its threads, nothing else.
  filter.allow_if(SYS_prctl, 0, ~0u, PR_SET_NAME);
  filter.answer(SYS_ioctl, refusal(ENOTTY));  // the query whether it writes to a terminal
  return filter.install();
}

#else

bool restrict_by_seccomp() {
  return false;
}

#endif

// Limits.

void limit(int resource, std::uint64_t soft, std::uint64_t hard) {
  rlimit old{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &old) != 0) return;
  rlimit wanted{std::min<rlim_t>(soft, old.rlim_max), std::min<rlim_t>(hard, old.rlim_max)};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMapsALot = true;  // of shadow memory
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kMapsALot = true;
#else
constexpr bool kMapsALot = false;
#endif
#else
constexpr bool kMapsALot = false;
#endif

void set_limits(const SandboxLimits& limits) {
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes);
  limit(RLIMIT_NOFILE, limits.files, limits.files);
  limit(RLIMIT_MEMLOCK, 0, 0);
  limit(RLIMIT_MSGQUEUE, 0, 0);
  // The soft limit is a signal that a watch turns into an end in order (run/watchdog.h).
  if (limits.cpu_seconds) limit(RLIMIT_CPU, *limits.cpu_seconds, *limits.cpu_seconds + 30);
  if (limits.bytes && !kMapsALot) {
    // More than the process itself looks after: what an answer takes once its search is over.
    constexpr std::uint64_t kMore = std::uint64_t{512} << 20;
    const std::uint64_t data = *limits.bytes + *limits.bytes / 4 + kMore;
    limit(RLIMIT_DATA, data, data);
    limit(RLIMIT_AS, 2 * data + 8 * kMore, 2 * data + 8 * kMore);
  }
  // A file that would get too large is an error of write(), not an end.
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

std::string SandboxParts::text() const {
  std::string list;
  if (seccomp) list = "seccomp";
  if (landlock) list += fmt::format("{}Landlock {}", list.empty() ? "" : ", ", landlock_version);
  return list.empty() ? "none" : list;
}

SandboxParts enter_sandbox(const SandboxLimits& limits) {
  SandboxParts parts;
  set_limits(limits);
  // A program that takes the rights of another user would get out of both.
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return parts;
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  parts.landlock_version = restrict_by_landlock();
  parts.landlock = parts.landlock_version > 0;
  parts.seccomp = restrict_by_seccomp();
  if (!parts.seccomp) {
    // Counts all processes of the user, so it is a poor substitute, and only for fork().
    constexpr std::uint64_t kMostProcesses = 1024;
    limit(RLIMIT_NPROC, kMostProcesses, kMostProcesses);
  }
  return parts;
}

SandboxParts probe_sandbox() {
  SandboxParts parts;
  const pid_t child = ::fork();
  if (child == 0) {
    const SandboxParts found = enter_sandbox({});
    ::_exit(std::min(found.landlock_version, 63) * 2 + (found.seccomp ? 1 : 0));
  }
  int status = 0;
  pid_t ended = child;
  while (child > 0 && (ended = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  if (child < 0 || ended != child || !WIFEXITED(status)) return parts;
  parts.seccomp = WEXITSTATUS(status) % 2 == 1;
  parts.landlock_version = WEXITSTATUS(status) / 2;
  parts.landlock = parts.landlock_version > 0;
  return parts;
}

}  // namespace cairn
