// SPDX-License-Identifier: MIT
#include "cairn/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>

#include "cairn/cairn.h"

namespace cairn::api {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTick = 20;                                        // ms
constexpr int kInput = 0, kOutput = 1, kErrors = 2, kLines = 3;  // of the child
constexpr std::size_t kMostMessages = 1 << 16;                   // bytes; the end says most
constexpr std::size_t kLongestLine = 1 << 20;                    // of progress; more is dropped
constexpr std::chrono::seconds kGraceAfterStop{10};              // it writes its files, and ends

class Pipe {
 public:
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error("cannot make a pipe");
    read_ = ends[0];
    write_ = ends[1];
  }
  ~Pipe() {
    close_read();
    close_write();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read_end() const { return read_; }
  int write_end() const { return write_; }
  void close_read() { close(read_); }
  void close_write() { close(write_); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  int read_ = -1, write_ = -1;
};

/// A descriptor that is not one of those that the child gets: copying it there would be no copy,
/// and it would close itself.
class HighDescriptor {
 public:
  explicit HighDescriptor(int of) : descriptor_(::fcntl(of, F_DUPFD_CLOEXEC, kLines + 1)) {
    if (descriptor_ < 0) throw Error("no descriptor is left");
  }
  ~HighDescriptor() { ::close(descriptor_); }
  HighDescriptor(const HighDescriptor&) = delete;
  HighDescriptor& operator=(const HighDescriptor&) = delete;
  operator int() const { return descriptor_; }  // NOLINT: it is one

 private:
  int descriptor_;
};

pid_t spawn(const std::vector<std::string>& command, const Pipe& messages, const Pipe& lines) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) {
    if (word == kLinesPlace) word = std::to_string(kLines);
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  const HighDescriptor errors(messages.write_end()), others(lines.write_end());
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, kInput, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, others, kOutput);
  ::posix_spawn_file_actions_adddup2(&files, errors, kErrors);
  ::posix_spawn_file_actions_adddup2(&files, others, kLines);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD}) sigaddset(&usual, signal);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setpgroup(&attributes, 0);  // the keyboard is the caller's
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int problem =
      ::posix_spawnp(&pid, arguments[0], &files, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (problem != 0) throw Error("cannot start '" + command[0] + "': " + std::strerror(problem));
  return pid;
}

/// What came of a descriptor, in complete lines.
class Lines {
 public:
  void add(std::string_view bytes, const std::function<void(std::string_view)>& on_line) {
    if (buffer_.size() + bytes.size() > kLongestLine) buffer_.clear();
    buffer_ += bytes;
    std::size_t begin = 0;
    for (std::size_t end; (end = buffer_.find('\n', begin)) != std::string::npos; begin = end + 1)
      if (on_line) on_line(std::string_view(buffer_).substr(begin, end - begin));
    buffer_.erase(0, begin);
  }

 private:
  std::string buffer_;
};

/// Ends the child, whatever happens here.
class Guard {
 public:
  explicit Guard(pid_t pid) : pid_(pid) {}
  ~Guard() {
    if (pid_ < 0) return;
    ::kill(-pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  void signal(int number) const { ::kill(-pid_, number); }
  /// Its exit code.
  int wait() {
    int status = 0;
    pid_t ended;
    while ((ended = ::waitpid(pid_, &status, 0)) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
};

/// SIGINT first, SIGKILL if that does not help.
class Stopper {
 public:
  void look(const std::stop_token& stop, const Guard& child) {
    if (!stop.stop_requested()) return;
    if (!asked_at_) {
      asked_at_ = Clock::now();
      child.signal(SIGINT);
    } else if (Clock::now() - *asked_at_ > kGraceAfterStop) {
      child.signal(SIGKILL);
    }
  }

 private:
  std::optional<Clock::time_point> asked_at_;
};

}  // namespace

ChildEnd run_child(const std::vector<std::string>& command,
                   const std::function<void(std::string_view line)>& on_line,
                   std::stop_token stop) {
  Pipe messages, lines;
  Guard child(spawn(command, messages, lines));
  messages.close_write();
  lines.close_write();
  ChildEnd end;
  Lines complete;
  Stopper stopper;
  std::array<char, 1 << 14> buffer;
  // Workers of its own have these descriptors, too: all of them have ended when both are closed.
  pollfd open[2] = {{messages.read_end(), POLLIN, 0}, {lines.read_end(), POLLIN, 0}};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    stopper.look(stop, child);
    if (::poll(open, 2, kTick) <= 0) continue;
    for (int i = 0; i < 2; ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      const ssize_t count = ::read(open[i].fd, buffer.data(), buffer.size());
      if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) open[i].fd = -1;
      if (count <= 0) continue;
      const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
      if (i == 1) {
        complete.add(bytes, on_line);
      } else {
        end.messages += bytes;
        if (end.messages.size() > 2 * kMostMessages)
          end.messages.erase(0, end.messages.size() - kMostMessages);
      }
    }
  }
  end.code = child.wait();
  return end;
}

}  // namespace cairn::api
