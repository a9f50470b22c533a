// SPDX-License-Identifier: MIT
#include "input/c/apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <new>

#include "base/error.h"

namespace cairn {
namespace {

using testing::HasSubstr;

std::string error_of(const std::function<std::string(const Log&)>& action) {
  try {
    run_apart("f.c", Log(), action);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Apart, ReturnsTheResult) {
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(run_apart("f.c", Log(), [&](const Log&) { return large; }), large);
  int touched = 0;
  run_apart("f.c", Log(), [&](const Log&) {
    touched = 1;
    return std::string();
  });
  EXPECT_EQ(touched, 0);
}

TEST(Apart, ErrorsArrive) {
  EXPECT_EQ(error_of([](const Log&) -> std::string {
              throw InputError({"g.c", 3, 4}, "wrong");
            }),
            "g.c:3:4: error: wrong");
}

TEST(Apart, CrashesAreErrorsOfTheInput) {
  EXPECT_THAT(error_of([](const Log&) -> std::string {
                std::signal(SIGSEGV, SIG_DFL);
                std::raise(SIGSEGV);
                return "";
              }),
              HasSubstr("f.c:1:1: error: the C front end ended on this input (SIGSEGV"));
  EXPECT_THAT(error_of([](const Log&) -> std::string { std::_Exit(7); }), HasSubstr("exit code 7"));
}

TEST(Apart, MemoryIsALimit) {
  EXPECT_THAT(error_of([](const Log&) -> std::string { throw std::bad_alloc(); }),
              HasSubstr("takes more than 4096 MB"));
}

TEST(Apart, MessagesArePrintedHere) {
  testing::internal::CaptureStderr();
  run_apart("f.c", Log(LogLevel::Normal), [](const Log& log) {
    log.warning("look {}", 1);
    log.info("and {}", 2);
    std::fprintf(stderr, "noise\n");
    return std::string();
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "cairn: warning: look 1\ncairn: and 2\n");
}

}  // namespace
}  // namespace cairn
