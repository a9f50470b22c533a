// SPDX-License-Identifier: MIT
#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cairn {
namespace {

TEST(NearestNameTest, FindsWhatWasMeant) {
  const std::vector<std::string_view> names = {"--timeout", "--engine", "--engines", "concat"};
  EXPECT_EQ(nearest_name("--timout", names), "--timeout");
  EXPECT_EQ(nearest_name("--engin", names), "--engine");
  EXPECT_EQ(nearest_name("conact", names), "concat");
  EXPECT_EQ(nearest_name("chekc", std::vector<std::string_view>{"horn", "check"}), "check");
  EXPECT_EQ(nearest_name("gine", names), "--engine");  // a part
  EXPECT_EQ(nearest_name("verbose", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), names), "");
}

}  // namespace
}  // namespace cairn
