// SPDX-License-Identifier: MIT
#include "base/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace cairn {
namespace {

constexpr int kNotStarted = 127;
constexpr int kTick = 20;                            // ms
constexpr int kInput = 0, kOutput = 1, kErrors = 2;  // of the program

/// What programs need to find others and their files; the rest of the environment is not theirs.
std::vector<std::string> small_environment() {
  std::vector<std::string> result{"LC_ALL=C"};
  for (const char* name :
       {"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "PYENV_ROOT"})
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + "=" + value);
  return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

void limit(int resource, const std::optional<std::uint64_t>& value) {
  rlimit wanted{};
  if (!value || ::getrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) != 0) return;
  wanted.rlim_max = std::min(wanted.rlim_max, static_cast<rlim_t>(*value));
  wanted.rlim_cur = std::min(wanted.rlim_cur, wanted.rlim_max);
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

struct Pipe {
  int read = -1, write = -1;

  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close(read);
    close(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

class Running {
 public:
  Running(const std::vector<std::string>& command, const std::string& directory,
          const ProgramLimits& limits)
      : limits_(limits), words_(command), environment_(small_environment()) {
    const std::vector<char*> arguments = pointers_to(words_);
    std::vector<char*> environment = pointers_to(environment_);
    if (in_.read < 0 || out_.read < 0) return;
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ != 0) {
      Pipe::close(in_.read);
      Pipe::close(out_.write);
      return;
    }
    // Only what is safe between fork and exec.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(kNotStarted);
    ::dup2(in_.read, kInput);
    ::dup2(out_.write, kOutput);
    ::dup2(out_.write, kErrors);
    limit(RLIMIT_CPU, limits.cpu_seconds);
    limit(RLIMIT_AS, limits.bytes);
    limit(RLIMIT_FSIZE, limits.file_bytes);
    limit(RLIMIT_CORE, 0);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
    if (!directory.empty() && ::chdir(directory.c_str()) != 0) ::_exit(kNotStarted);
    ::environ = environment.data();
    ::execvp(arguments[0], arguments.data());
    ::_exit(kNotStarted);
  }
  ~Running() {
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  ProgramResult finish(std::string_view input) {
    ProgramResult result;
    if (pid_ <= 0) return result;
    if (!talk(input, result.output)) {
      result.end = ProgramResult::End::Stopped;
      return result;
    }
    int status = 0;
    while (::waitpid(pid_, &status, WNOHANG) == 0) {
      if (is_over()) {
        result.end = ProgramResult::End::Stopped;
        return result;
      }
      ::poll(nullptr, 0, kTick / 4);
    }
    ::kill(-pid_, SIGKILL);  // what it left behind
    pid_ = -1;
    if (WIFSIGNALED(status)) {
      result.end = ProgramResult::End::Signal;
      result.code = WTERMSIG(status);
    } else {
      result.code = WEXITSTATUS(status);
      result.end = result.code == kNotStarted && result.output.empty()
                       ? ProgramResult::End::NotStarted
                       : ProgramResult::End::Exit;
    }
    return result;
  }

 private:
  bool is_over() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    return (limits_.seconds && passed.count() > *limits_.seconds) ||
           (limits_.stop && limits_.stop());
  }

  /// Until it closes its output; false if it was stopped.
  bool talk(std::string_view input, std::string& output) {
    ::fcntl(in_.write, F_SETFL, O_NONBLOCK);
    std::vector<char> buffer(1 << 16);
    for (;;) {
      if (is_over()) return false;
      if (input.empty()) Pipe::close(in_.write);
      pollfd ends[2] = {{out_.read, POLLIN, 0}, {in_.write, POLLOUT, 0}};
      ::poll(ends, in_.write >= 0 ? 2 : 1, kTick);
      if (in_.write >= 0 && ends[1].revents != 0) {
        const ssize_t sent = ::write(in_.write, input.data(), input.size());
        if (sent > 0)
          input.remove_prefix(static_cast<std::size_t>(sent));
        else if (errno != EAGAIN && errno != EINTR)
          input = {};
      }
      if (ends[0].revents == 0) continue;
      const ssize_t got = ::read(out_.read, buffer.data(), buffer.size());
      if (got == 0) return true;
      if (got < 0 && errno != EINTR) return true;
      if (got > 0 && output.size() < limits_.output_bytes)
        output.append(buffer.data(), std::min(static_cast<std::size_t>(got),
                                              limits_.output_bytes - output.size()));
    }
  }

  const ProgramLimits& limits_;
  std::vector<std::string> words_, environment_;
  Pipe in_, out_;
  pid_t pid_ = -1;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

ProgramResult run_program(const std::vector<std::string>& command, const std::string& directory,
                          std::string_view input, const ProgramLimits& limits) {
  CAIRN_CHECK(!command.empty());
  // A program that ends early must not end this one.
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  ProgramResult result = Running(command, directory, limits).finish(input);
  ::sigaction(SIGPIPE, &before, nullptr);
  return result;
}

std::string find_program(const std::string& name) {
  const auto is_program = [](const std::string& path) {
    std::error_code failed;
    return std::filesystem::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos)
    return is_program(name) ? std::filesystem::absolute(name).string() : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    if (!folder.empty() && is_program(folder + "/" + name))
      return std::filesystem::absolute(folder + "/" + name).string();
  }
  return "";
}

PrivateDirectory::PrivateDirectory() {
  const char* temporary = std::getenv("TMPDIR");
  path_ = std::string(temporary == nullptr || *temporary == '\0' ? "/tmp" : temporary) +
          "/cairn-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr)
    throw InputError({path_, 0}, std::string("cannot make a directory: ") + std::strerror(errno));
}

PrivateDirectory::~PrivateDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void PrivateDirectory::write(const std::string& name, std::string_view bytes) const {
  std::ofstream file(path_ + '/' + name, std::ios::binary);
  file << bytes;
  if (!file.flush()) throw InputError({path_ + '/' + name, 0}, "cannot be written");
}

std::string PrivateDirectory::read(const std::string& name) const {
  std::ifstream file(path_ + '/' + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace cairn
