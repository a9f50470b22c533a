// SPDX-License-Identifier: MIT
#include "input/c/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "base/pipe.h"
#include "logic/bytes.h"

namespace cairn {
namespace {

constexpr int kOutOfMemory = 90;
constexpr int kInternalError = 3;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;
constexpr rlim_t kMostSeconds = 300;
constexpr std::size_t kMostText = 1 << 16;  ///< of what the process prints

enum class Kind : std::uint8_t { Result, InputError };

/// A limit that was set before (--memory) stays.
bool is_limited(int resource) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void set_limit(int resource, rlim_t wanted) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(resource, &limit);
}

void limit_process() {
  set_limit(RLIMIT_CORE, 0);
  if (!is_limited(RLIMIT_CPU)) set_limit(RLIMIT_CPU, kMostSeconds);
#if !defined(__SANITIZE_ADDRESS__)  // which reserves more than any limit allows
  if (!is_limited(RLIMIT_DATA)) set_limit(RLIMIT_DATA, kMostBytes);
#endif
}

/// Ends with the process that forked us; the keyboard and what libraries print is for that one.
void settle_in(pid_t parent, int messages) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(1);  // it was gone before
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, 1);
  if (messages >= 0) ::dup2(messages, STDERR_FILENO);
  limit_process();
}

std::string receive_all(int channel) {
  std::string bytes;
  std::vector<char> buffer(std::size_t{1} << 16);
  for (;;) {
    const ssize_t count = ::read(channel, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

[[noreturn]] void run_action(const std::function<std::string(const Log&)>& action, LogLevel level,
                             int channel) {
  const Log log(level);
  try {
    ByteWriter to;
    Kind kind = Kind::Result;
    std::string result;
    Position at;
    try {
      result = action(log);
    } catch (const InputError& error) {
      kind = Kind::InputError;
      at = error.position();
      result = error.message();
    }
    to.byte(static_cast<std::uint8_t>(kind));
    to.text(at.file);
    to.large(at.line);
    to.large(at.column);
    // The rest, whose size the number of a text could not hold.
    const bool sent = send_all(channel, to.take()) && send_all(channel, result);
    std::_Exit(sent ? 0 : 1);
  } catch (const std::bad_alloc&) {
    std::_Exit(kOutOfMemory);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(1);
  }
}

std::string text_of(int file) {
  std::string text(kMostText, '\0');
  const ssize_t count = file < 0 ? 0 : ::pread(file, text.data(), text.size(), 0);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

/// What its log printed; libraries may have printed something, too.
void pass_on(std::string_view text, const Log& log) {
  constexpr std::string_view kMine = "cairn: ", kWarning = "warning: ";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(kMine)) continue;
    line.remove_prefix(kMine.size());
    if (line.starts_with(kWarning))
      log.warning("{}", line.substr(kWarning.size()));
    else
      log.info("{}", line);
  }
}

/// The process did not end in order.
[[noreturn]] void report_end(const std::string& file, int status, const std::string& said) {
  if ((WIFEXITED(status) && WEXITSTATUS(status) == kInternalError) ||
      said.find("internal error") != std::string::npos) {
    put(stderr, said);
    remove_unfinished_files();
    std::_Exit(kInternalError);
  }
  const bool memory = (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory) ||
                      said.find("out of memory") != std::string::npos ||
                      said.find("bad_alloc") != std::string::npos;
  if (memory && is_limited(RLIMIT_DATA)) throw std::bad_alloc();
  if (memory)
    throw InputError(
        {file},
        fmt::format("reading this takes more than {} MB (--memory allows more)", kMostBytes >> 20));
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU)
    throw InputError({file}, fmt::format("reading this takes more than {} s", kMostSeconds));
  const char* name = signal == 0 ? nullptr : ::sigabbrev_np(signal);
  std::string how = name != nullptr ? fmt::format("SIG{}", name)
                    : signal != 0   ? fmt::format("signal {}", signal)
                                    : fmt::format("exit code {}", WEXITSTATUS(status));
  if (signal == SIGSEGV || signal == SIGBUS) how += ", perhaps because it is nested too deeply";
  const std::string first = said.substr(0, said.find('\n'));
  if (first.starts_with("LLVM ERROR: ") || first.starts_with("fatal error: ")) how += ": " + first;
  throw InputError({file}, fmt::format("the C front end ended on this input ({})", how));
}

}  // namespace

std::string run_apart(const std::string& file, const Log& log,
                      const std::function<std::string(const Log&)>& action) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw InputError({file}, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const int said = ::memfd_create("cairn", MFD_CLOEXEC);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    settle_in(parent, said);
    run_action(action, log.level(), ends[1]);
  }
  const int problem = errno;
  ::close(ends[1]);
  const std::string bytes = child < 0 ? "" : receive_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const std::string text = text_of(said);
  if (said >= 0) ::close(said);
  if (child < 0)
    throw InputError({file}, fmt::format("cannot start a process: {}", std::strerror(problem)));
  if (status != 0) report_end(file, status, text);

  ByteReader from(bytes);
  const auto kind = static_cast<Kind>(from.byte());
  Position at;
  at.file = from.text();
  at.line = from.large();
  at.column = from.large();
  if (from.failed()) throw InputError({file}, "the C front end ended before it was done");
  std::string result(from.rest());
  if (kind == Kind::InputError) throw InputError(at, result);  // which is all that people need
  pass_on(text, log);
  return result;
}

}  // namespace cairn
