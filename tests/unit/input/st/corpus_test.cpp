// SPDX-License-Identifier: MIT
//
// Replays the fuzzer's corpus through its harness.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "fuzz/st_harness.h"

namespace cairn::fuzz {
namespace {

TEST(StCorpus, HarnessHolds) {
  const auto folder = std::filesystem::path(CAIRN_SOURCE) / "tests" / "fuzz" / "corpus" / "st";
  std::set<std::string> refused;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!run_st(bytes)) refused.insert(entry.path().filename().string());
  }
  EXPECT_EQ(refused, (std::set<std::string>{"errors.st", "refused.st"}));
}

}  // namespace
}  // namespace cairn::fuzz
