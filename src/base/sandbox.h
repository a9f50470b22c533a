// SPDX-License-Identifier: MIT
//
// A process that works on what strangers sent gives up, for good and for everything that it will
// ever start, what it does not need: files, programs, new connections, signals to others, other
// processes. Two parts of Linux do it, each alone sufficient for files and programs:
//
// - seccomp: a list of system calls that are allowed, by number and plain arguments. It computes,
//   allocates, reads and writes what is open already, waits, makes threads and ends. Everything
//   else fails with EPERM.
// - Landlock (Linux 5.13): no file may be opened, whatever system call asks; from its version 4 on
//   no TCP connection may be made, from version 6 on no signal and no abstract socket leaves.
//
// What is needed later has to be open before: files, sockets, libraries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cairn {

struct SandboxLimits {
  std::optional<std::uint64_t> bytes;                 ///< of memory that it asks for
  std::uint64_t file_bytes = std::uint64_t{1} << 30;  ///< of a file that it writes
  std::optional<std::uint64_t> cpu_seconds;
  std::uint32_t files = 64;  ///< open at the same time
};

/// What the kernel did for it.
struct SandboxParts {
  bool landlock = false;
  int landlock_version = 0;
  bool seccomp = false;

  bool any() const { return landlock || seccomp; }
  /// "seccomp, Landlock 7", or "none".
  std::string text() const;
};

/// Enters it. To be called once, while the process has one thread: what others do is not limited.
SandboxParts enter_sandbox(const SandboxLimits& limits);

/// What enter_sandbox() would find here: a process is forked that tries it.
SandboxParts probe_sandbox();

}  // namespace cairn
