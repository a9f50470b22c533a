// SPDX-License-Identifier: MIT
#include "base/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace cairn {
namespace {

/// In a process of its own, in the sandbox: what `work` returns, or 200 + the signal that ended it.
int inside(const std::function<int()>& work, const SandboxLimits& limits = {}) {
  const pid_t child = ::fork();
  if (child == 0) {
    enter_sandbox(limits);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 200 + WTERMSIG(status) : WEXITSTATUS(status);
}

constexpr int kRefused = 42, kAllowed = 43;
int outcome(long result) {
  return result < 0 ? kRefused : kAllowed;
}

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    if (!probe_sandbox().any()) GTEST_SKIP() << "this kernel has neither seccomp nor Landlock";
    std::string pattern = testing::TempDir() + "cairn_sandbox_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    file_ = folder_ + "/file";
    const int file = ::open(file_.c_str(), O_WRONLY | O_CREAT, 0666);
    ASSERT_EQ(::write(file, "text", 4), 4);
    ::close(file);
  }
  void TearDown() override {
    ::unlink(file_.c_str());
    ::rmdir(folder_.c_str());
  }

  std::string folder_, file_;
};

TEST_F(Sandbox, ReadsNoFile) {
  for (const std::string& path :
       {std::string("/etc/passwd"), file_, std::string("/proc/self/maps")}) {
    EXPECT_EQ(inside([&] { return outcome(::open(path.c_str(), O_RDONLY)); }), kRefused) << path;
  }
}

TEST_F(Sandbox, WritesNoFile) {
  const std::string other = folder_ + "/other";
  EXPECT_EQ(inside([&] { return outcome(::open(file_.c_str(), O_WRONLY | O_TRUNC)); }), kRefused);
  EXPECT_EQ(inside([&] { return outcome(::open(other.c_str(), O_WRONLY | O_CREAT, 0666)); }),
            kRefused);
  EXPECT_EQ(inside([&] { return outcome(::mkdir(other.c_str(), 0777)); }), kRefused);
  EXPECT_EQ(inside([&] { return outcome(::unlink(file_.c_str())); }), kRefused);
  EXPECT_EQ(inside([&] { return outcome(::rename(file_.c_str(), other.c_str())); }), kRefused);
  EXPECT_EQ(inside([&] { return outcome(::symlink("/etc/passwd", other.c_str())); }), kRefused);
  EXPECT_EQ(inside([&] { return outcome(::truncate(file_.c_str(), 0)); }), kRefused);
  struct stat status {};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_size, 4);
  EXPECT_NE(::stat(other.c_str(), &status), 0);
}

TEST_F(Sandbox, RunsNoProgram) {
  EXPECT_EQ(inside([] {
              char name[] = "/bin/true";
              char* const words[] = {name, nullptr};
              ::execv(name, words);
              return kRefused;
            }),
            kRefused);
  EXPECT_NE(inside([] { return std::system("exit 0") == 0 ? kAllowed : kRefused; }), kAllowed);
}

TEST_F(Sandbox, MakesNoConnection) {
  // One that others could make: a server on this machine.
  const int server = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof where;
  ASSERT_EQ(::bind(server, reinterpret_cast<sockaddr*>(&where), size), 0);
  ASSERT_EQ(::listen(server, 4), 0);
  ASSERT_EQ(::getsockname(server, reinterpret_cast<sockaddr*>(&where), &size), 0);
  const auto connects = [&](int socket) {
    return outcome(::connect(socket, reinterpret_cast<sockaddr*>(&where), size));
  };
  EXPECT_EQ(connects(::socket(AF_INET, SOCK_STREAM, 0)), kAllowed);
  EXPECT_EQ(inside([&] { return connects(::socket(AF_INET, SOCK_STREAM, 0)); }), kRefused);
  // A socket that was there before.
  const int early = ::socket(AF_INET, SOCK_STREAM, 0);
  EXPECT_EQ(inside([&] { return connects(early); }), kRefused);
  ::close(early);
  ::close(server);
}

TEST_F(Sandbox, TouchesNoOtherProcess) {
  if (!probe_sandbox().seccomp) GTEST_SKIP() << "needs seccomp";
  const pid_t self = ::getpid();
  EXPECT_EQ(inside([&] { return outcome(::kill(self, 0)); }), kRefused);
  EXPECT_EQ(inside([] { return outcome(::fork()); }), kRefused);
  EXPECT_EQ(inside([] {
              void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              return memory == MAP_FAILED ? kRefused : kAllowed;
            }),
            kRefused);
}

/// What an engine does.
TEST_F(Sandbox, ComputesReadsAndWritesWhatIsOpen) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(inside([&] {
              std::vector<int> numbers(10'000'000, 3);
              std::thread thread([&] { numbers[5] = 4; });
              thread.join();
              try {
                throw std::bad_alloc();
              } catch (const std::bad_alloc&) {
                numbers[6] = 5;
              }
              std::this_thread::sleep_for(std::chrono::milliseconds(1));
              return ::write(ends[1], "x", 1) == 1 && numbers[5] + numbers[6] == 9 ? kAllowed
                                                                                   : kRefused;
            }),
            kAllowed);
  char letter = 0;
  EXPECT_EQ(::read(ends[0], &letter, 1), 1);
  EXPECT_EQ(letter, 'x');
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(Sandbox, EndsByAbortAsOthersDo) {
  EXPECT_EQ(inside([] {
              std::abort();
              return 0;
            }),
            200 + SIGABRT);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_F(Sandbox, HasLimits) {
  SandboxLimits limits;
  limits.bytes = std::uint64_t{64} << 20;
  EXPECT_EQ(inside(
                [] {
                  // More than the limit and what is added to it.
                  void* memory = ::mmap(nullptr, std::size_t{2} << 30, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                  return memory == MAP_FAILED ? kRefused : kAllowed;
                },
                limits),
            kRefused);
  limits.file_bytes = 100;
  const int file = ::open(file_.c_str(), O_WRONLY);
  const std::string text(200, 'x');
  EXPECT_EQ(
      inside([&] { return static_cast<int>(::write(file, text.data(), text.size())); }, limits),
      100);
  ::close(file);
  limits.cpu_seconds = 1;
  EXPECT_EQ(inside(
                [] {
                  volatile bool is_busy = true;
                  while (is_busy) {
                  }
                  return 0;
                },
                limits),
            200 + SIGXCPU);
}
#endif

TEST(SandboxProbe, SaysWhatThereIs) {
  EXPECT_EQ((SandboxParts{}.text()), "none");
  EXPECT_EQ((SandboxParts{true, 7, true}.text()), "seccomp, Landlock 7");
  EXPECT_EQ((SandboxParts{true, 3, false}.text()), "Landlock 3");
}

}  // namespace
}  // namespace cairn
