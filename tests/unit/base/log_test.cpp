// SPDX-License-Identifier: MIT
#include "base/log.h"

#include <gtest/gtest.h>

#include <string>

namespace cairn {
namespace {

template <class Function>
std::string standard_error_of(Function&& function) {
  testing::internal::CaptureStderr();
  function();
  return testing::internal::GetCapturedStderr();
}

TEST(LogTest, QuietPrintsNothing) {
  EXPECT_EQ(standard_error_of([] {
              const Log log(LogLevel::Quiet);
              log.info("a");
              log.detail("b");
              log.warning("c");
            }),
            "");
}

TEST(LogTest, NormalLeavesOutDetails) {
  EXPECT_EQ(standard_error_of([] {
              const Log log(LogLevel::Normal);
              log.info("bound {}", 3);
              log.detail("hidden");
              log.warning("odd {}", "name");
            }),
            "cairn: bound 3\ncairn: warning: odd name\n");
}

TEST(LogTest, VerbosePrintsDetails) {
  EXPECT_EQ(standard_error_of([] { Log(LogLevel::Verbose).detail("{} clauses", 7); }),
            "cairn: 7 clauses\n");
}

TEST(LogTest, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(standard_error_of([] { Log(LogLevel::Normal).info("{}", "\x1b[31m\nred"); }),
            "cairn: \\x1b[31m\\x0ared\n");
}

TEST(LogTest, CallsTheHookBeforeEachPrintedMessage) {
  int calls = 0;
  standard_error_of([&] {
    Log log(LogLevel::Normal);
    log.set_before_message([&] { ++calls; });
    log.info("one");
    log.detail("not printed");
    log.warning("two");
  });
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace cairn
