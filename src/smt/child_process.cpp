// SPDX-License-Identifier: MIT
#include "smt/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace cairn {

/// A socket on both sides, for writing to it can be told not to raise SIGPIPE.
ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    // Between fork and exec: system calls only.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(ends[1], STDIN_FILENO);
    ::dup2(ends[1], 1);
    if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  socket_ = ends[0];
  if (pid_ < 0) {
    ::close(socket_);
    socket_ = -1;
  }
}

ChildProcess::~ChildProcess() {
  if (socket_ >= 0) ::close(socket_);
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool ChildProcess::talk(std::string_view text, const std::function<bool(std::string_view)>& hear,
                        const std::function<bool()>& stop) {
  std::array<char, 1 << 16> buffer;
  while (socket_ >= 0) {
    if (stop()) return false;
    pollfd waiting{socket_, static_cast<short>(text.empty() ? POLLIN : POLLIN | POLLOUT), 0};
    if (::poll(&waiting, 1, 20) < 0 && errno != EINTR) return false;
    if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return false;
      if (count > 0 && hear(std::string_view(buffer.data(), static_cast<std::size_t>(count))))
        return true;
    }
    if ((waiting.revents & POLLOUT) != 0 && !text.empty()) {
      const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
      if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  return false;
}

bool is_in_path(std::string_view program) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return false;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const auto file = std::filesystem::path(rest.substr(0, end)) / program;
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0)
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace cairn
