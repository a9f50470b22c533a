// SPDX-License-Identifier: MIT
#include "remote/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/error.h"

namespace cairn {
namespace {

constexpr const char* kThisProgram = "/proc/self/exe";

/// In the child, between fork and exec: only what is safe there.
[[noreturn]] void become(char* const* arguments, char* const* environment, const char* messages,
                         const char* folder, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it ended before that
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  const int file = ::open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (nothing < 0 || file < 0 || ::chdir(folder) != 0) ::_exit(127);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, 1);
  ::dup2(file, STDERR_FILENO);
  ::syscall(SYS_close_range, 3, ~0u, 0);
  ::execve(kThisProgram, arguments, environment);
  ::_exit(127);
}

}  // namespace

Child::Child(const std::vector<std::string>& words, const std::string& messages,
             const std::string& folder) {
  std::vector<std::string> copies{"cairn"};
  copies.insert(copies.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // What a program needs to be loaded, and TLS to know whom to trust; no password above all.
  std::vector<std::string> kept;
  for (const char* name : {"LD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR"})
    if (const char* value = std::getenv(name)) kept.push_back(std::string(name) + '=' + value);
  std::vector<char*> environment;
  for (std::string& variable : kept) environment.push_back(variable.data());
  environment.push_back(nullptr);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ < 0)
    throw InputError({"", 0, 0}, std::string("cannot start a process: ") + std::strerror(errno));
  if (process_ == 0)
    become(arguments.data(), environment.data(), messages.c_str(), folder.c_str(), parent);
}

Child::~Child() {
  if (ended()) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Child::End> Child::ended() {
  if (end_) return end_;
  int status = 0;
  const pid_t found = ::waitpid(process_, &status, WNOHANG);
  if (found == process_)
    end_ = WIFSIGNALED(status) ? End{0, WTERMSIG(status)} : End{WEXITSTATUS(status), 0};
  return end_;
}

}  // namespace cairn
