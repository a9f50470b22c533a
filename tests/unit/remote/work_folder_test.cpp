// SPDX-License-Identifier: MIT
#include "remote/work_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/scratch.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

class WorkFolders : public testing::Test {
 protected:
  void SetUp() override { ::setenv("TMPDIR", scratch_.path().c_str(), 1); }
  void TearDown() override { ::unsetenv("TMPDIR"); }

  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(scratch_.path()), fs::directory_iterator()));
  }

  support::Scratch scratch_{"cairn_folders"};
};

TEST_F(WorkFolders, GoWithTheirOwners) {
  {
    const WorkFolder one, other;
    EXPECT_NE(one.path(), other.path());
    std::ofstream(one.path() + "/file") << "text";
    EXPECT_EQ(count(), 2u);
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(WorkFolders, OfTheKilledAreRemovedByTheNext) {
  const pid_t owner = ::fork();
  if (owner == 0) {
    const WorkFolder folder;
    std::raise(SIGKILL);
  }
  ::waitpid(owner, nullptr, 0);
  EXPECT_EQ(count(), 1u);
  const WorkFolder mine;
  EXPECT_EQ(count(), 1u);
  EXPECT_TRUE(fs::exists(mine.path()));
}

TEST_F(WorkFolders, OthersStay) {
  fs::create_directory(scratch_ / "cairn-worker-new");  // not locked yet
  fs::create_directory(scratch_ / "something");
  const WorkFolder mine;
  EXPECT_EQ(count(), 3u);
}

}  // namespace
}  // namespace cairn
