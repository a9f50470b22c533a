// SPDX-License-Identifier: MIT
#include "base/run_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace cairn {
namespace {

using End = ProgramResult::End;

TEST(RunProgramTest, GivesInputAndKeepsOutput) {
  const ProgramResult result = run_program({"cat"}, "", "one\ntwo\n", {});
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.output, "one\ntwo\n");
}

TEST(RunProgramTest, TakesMoreInputThanAPipeHolds) {
  const std::string text(1 << 20, 'x');
  EXPECT_EQ(run_program({"cat"}, "", text, {}).output, text);
  EXPECT_TRUE(run_program({"true"}, "", text, {}).succeeded());  // which reads none of it
}

TEST(RunProgramTest, TellsHowItEnded) {
  EXPECT_EQ(run_program({"false"}, "", "", {}).code, 1);
  EXPECT_EQ(run_program({"no-such-program-anywhere"}, "", "", {}).end, End::NotStarted);
  EXPECT_EQ(run_program({"true"}, "/no/such/directory", "", {}).end, End::NotStarted);
  EXPECT_EQ(run_program({"sh", "-c", "kill -9 $$"}, "", "", {}).end, End::Signal);
}

TEST(RunProgramTest, PassesWordsAsTheyAre) {
  EXPECT_EQ(run_program({"echo", "$HOME; `id` 'x'"}, "", "", {}).output, "$HOME; `id` 'x'\n");
}

TEST(RunProgramTest, StopsWhatIsStopped) {
  ProgramLimits limits;
  limits.stop = [] { return true; };
  EXPECT_EQ(run_program({"sleep", "1000"}, "", "", limits).end, End::Stopped);
}

TEST(RunProgramTest, DropsOutputBeyondTheLimit) {
  ProgramLimits limits;
  limits.output_bytes = 10;
  const ProgramResult result = run_program({"cat"}, "", std::string(100'000, 'y'), limits);
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.output, "yyyyyyyyyy");
}

TEST(RunProgramTest, FindsPrograms) {
  EXPECT_TRUE(has_program("sh"));
  EXPECT_FALSE(has_program("no-such-program-anywhere"));
}

TEST(PrivateDirectoryTest, IsRemovedWithWhatIsInIt) {
  std::string path;
  {
    const PrivateDirectory directory;
    path = directory.path();
    std::filesystem::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/c") << "text";
    EXPECT_TRUE(std::filesystem::exists(path + "/a/b/c"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace cairn
