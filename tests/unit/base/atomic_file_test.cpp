// SPDX-License-Identifier: MIT
#include "base/atomic_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "base/error.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string("cairn_atomic_file_") + info->name() + "_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = (folder_ / "out.txt").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  std::string content() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
  std::string path_;
};

TEST_F(AtomicFileTest, AppearsOnlyWithCommit) {
  AtomicFile file(path_);
  file.write("half");
  EXPECT_FALSE(fs::exists(path_));
  file.write(std::string_view(" and\0half", 9));
  file.commit();
  EXPECT_EQ(content(), std::string("half and\0half", 13));
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, LeavesTheOldFileIfNotCommitted) {
  write_file_atomically(path_, "old");
  {
    AtomicFile file(path_);
    file.write("new");
  }
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, ReplacesTheOldFile) {
  write_file_atomically(path_, "old and longer");
  write_file_atomically(path_, "new");
  EXPECT_EQ(content(), "new");
}

TEST_F(AtomicFileTest, NamesTheFileThatCannotBeWritten) {
  const std::string path = (folder_ / "missing" / "out.txt").string();
  try {
    AtomicFile file(path);
    FAIL() << "expected InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().file, path);
    EXPECT_NE(error.message().find("cannot write"), std::string::npos);
  }
}

TEST_F(AtomicFileTest, RefusesADirectory) {
  EXPECT_THROW(AtomicFile file(folder_.string()), InputError);
  EXPECT_TRUE(fs::is_directory(folder_));
}

TEST_F(AtomicFileTest, WritesToADeviceAsItIs) {
  EXPECT_NO_THROW(write_file_atomically("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(AtomicFileTest, ReportsAFullDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_THROW(write_file_atomically("/dev/full", "too much"), InputError);
}

TEST_F(AtomicFileTest, RemovesWhatIsUnfinishedOnRequest) {
  AtomicFile first(path_);
  AtomicFile second(path_ + "2");
  EXPECT_EQ(files(), 2u);
  remove_unfinished_files();
  EXPECT_EQ(files(), 0u);
}

TEST_F(AtomicFileTest, LeavesFinishedFilesOnSuchARequest) {
  write_file_atomically(path_, "done");
  remove_unfinished_files();
  EXPECT_EQ(content(), "done");
}

TEST_F(AtomicFileTest, AllowsMoreOpenFilesThanItRemembers) {
  std::vector<std::unique_ptr<AtomicFile>> open;
  for (int i = 0; i < 40; ++i)
    open.push_back(std::make_unique<AtomicFile>(path_ + std::to_string(i)));
  for (auto& file : open) file->commit();
  open.clear();
  EXPECT_EQ(files(), 40u);
}

}  // namespace
}  // namespace cairn
