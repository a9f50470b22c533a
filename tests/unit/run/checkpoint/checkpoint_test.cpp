// SPDX-License-Identifier: MIT
#include "run/checkpoint/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "base/atomic_file.h"
#include "base/error.h"

namespace cairn {
namespace {

class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile() : path_("/tmp/cairn-checkpoint-" + std::to_string(::getpid())) {}
  ~CheckpointFile() override { std::remove(path_.c_str()); }

  static BitSystem latches(const std::vector<std::string>& names) {
    BitSystem system;
    for (const std::string& name : names) system.add_latch(name);
    return system;
  }
  std::string refusal(const std::string& text) const {
    write_file_atomically(path_, text);
    try {
      read_checkpoint(path_);
    } catch (const InputError& error) {
      return error.message();
    }
    return "";
  }

  const std::string path_;
  const Log log_{LogLevel::Quiet};
};

TEST_F(CheckpointFile, LemmasFollowTheNamesOfLatches) {
  {
    const auto first = open_checkpoint({"", path_, "m"}, latches({"a", "b", "c"}), log_);
    first->publish({{1, 4}, 3});                         // a, not c
    first->publish({{2, 5}, SharedLemma::kEverywhere});  // not b, c
  }
  // Another order, and b is gone.
  const auto second = open_checkpoint({path_, "", "m2"}, latches({"c", "x", "a"}), log_);
  std::vector<SharedLemma> lemmas;
  second->take(lemmas);
  ASSERT_EQ(lemmas.size(), 1u);
  EXPECT_EQ(lemmas[0], (SharedLemma{{0, 5}, 3}));
  lemmas.clear();
  second->take(lemmas);
  EXPECT_TRUE(lemmas.empty()) << "each comes once";
}

TEST_F(CheckpointFile, WhatWasResumedIsKept) {
  { open_checkpoint({"", path_, "m"}, latches({"a", "b"}), log_)->publish({{1, 3}, 2}); }
  { open_checkpoint({path_, path_, "m"}, latches({"a", "b"}), log_)->publish({{0}, 5}); }
  EXPECT_EQ(read_checkpoint(path_).lemmas.size(), 2u);
}

TEST_F(CheckpointFile, WhatIsNoneIsRefused) {
  EXPECT_EQ(refusal("nonsense"), "this is no checkpoint of Cairn");
  EXPECT_EQ(refusal("{}"), "this is no checkpoint of Cairn");
  EXPECT_EQ(refusal(R"({"cairn_checkpoint":2})"), "this checkpoint is of another version of Cairn");
  for (const char* cube : {"[]", "[2]", "[1,0]", "[0,1]", "[0,0]"})
    EXPECT_EQ(
        refusal(std::string(R"({"cairn_checkpoint":1,"model":"m","latches":["a"],"lemmas":[[1,)") +
                cube + "]]}"),
        "a lemma of this checkpoint is no set of latches")
        << cube;
  EXPECT_THROW(read_checkpoint("/no/such/file"), InputError);
}

TEST_F(CheckpointFile, LatchesWithoutANameGetOneOfTheirPlace) {
  BitSystem system = latches({"a", "", "c"});
  name_all_latches(system);
  EXPECT_EQ(system.names.latches.get(1), "l1");
  EXPECT_EQ(system.names.latches.get(2), "c");
}

}  // namespace
}  // namespace cairn
