// SPDX-License-Identifier: MIT
#include "run/workers/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/error.h"
#include "base/pipe.h"

namespace cairn {
namespace {

constexpr int kOutOfMemory = 90;

/// When memory is short, the kernel shall take it from a worker.
void volunteer_to_be_killed() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (::write(file, "500", 3) < 0) errno = 0;  // then it is not so
  ::close(file);
}

/// Whoever started us hears the keyboard, too, and decides.
void settle_in(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(1);  // it was gone before
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  volunteer_to_be_killed();
}

[[noreturn]] void run_body(const WorkerProcess::Body& body, pid_t parent, int channel) {
  settle_in(parent);
  int code = 1;
  try {
    code = send_all(channel, body()) ? 0 : 1;
  } catch (const std::bad_alloc&) {
    code = kOutOfMemory;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cairn: worker: %s\n", error.what());
  }
  // Not exit(): what is buffered and what has destructors belongs to the other process.
  std::_Exit(code);
}

std::string describe_end(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* name = ::sigabbrev_np(number);
    return name == nullptr ? fmt::format("ended by signal {}", number)
                           : fmt::format("ended by SIG{}", name);
  }
  switch (WEXITSTATUS(status)) {
    case 0:
      return "";
    case 3:
      return "ended with an internal error";
    case kOutOfMemory:
      return "out of memory";
    default:
      return fmt::format("ended with exit code {}", WEXITSTATUS(status));
  }
}

}  // namespace

WorkerProcess::WorkerProcess(const Body& body) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw InputError({"workers", 0, 0},
                     fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) {
    const int problem = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw InputError({"workers", 0, 0},
                     fmt::format("cannot start a worker process: {}", std::strerror(problem)));
  }
  if (pid_ == 0) {
    ::close(ends[0]);
    run_body(body, parent, ends[1]);
  }
  ::close(ends[1]);
  channel_ = ends[0];
  ::fcntl(channel_, F_SETFL, O_NONBLOCK);
  is_there_ = true;
}

WorkerProcess::~WorkerProcess() {
  kill();
  if (is_there_)
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  close_channel();
}

bool WorkerProcess::has_ended() {
  if (!is_there_) return false;
  read_channel();
  int status = 0;
  const pid_t found = ::waitpid(pid_, &status, WNOHANG);
  if (found != pid_ && !(found < 0 && errno == ECHILD)) return false;
  is_there_ = false;
  read_channel();  // what came between the two
  close_channel();
  fault_ = describe_end(status);
  return true;
}

void WorkerProcess::read_channel() {
  char bytes[1 << 16];
  while (channel_ >= 0) {
    const ssize_t count = ::read(channel_, bytes, sizeof bytes);
    if (count > 0) {
      received_.append(bytes, static_cast<std::size_t>(count));
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) close_channel();
    return;
  }
}

void WorkerProcess::close_channel() {
  if (channel_ >= 0) ::close(channel_);
  channel_ = -1;
}

void WorkerProcess::signal(int number) {
  if (is_there_) ::kill(pid_, number);
}

void WorkerProcess::pause() {
  signal(SIGSTOP);
}

void WorkerProcess::resume() {
  signal(SIGCONT);
}

void WorkerProcess::ask_to_end() {
  signal(SIGTERM);
  resume();
}

void WorkerProcess::kill() {
  signal(SIGKILL);
}

}  // namespace cairn
