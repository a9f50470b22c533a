// SPDX-License-Identifier: MIT
#include "remote/address.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

std::string text_of(const char* written) {
  const auto address = parse_redis_address(written);
  return address ? address->text() : "none";
}

TEST(RedisAddress, ReadsWhatPeopleWrite) {
  EXPECT_EQ(text_of("example.org:7000"), "example.org:7000");
  EXPECT_EQ(text_of("example.org"), "example.org:6379");
  EXPECT_EQ(text_of(":7000"), "127.0.0.1:7000");
  EXPECT_EQ(text_of("[::1]:7000"), "[::1]:7000");
  EXPECT_EQ(text_of("[::1]"), "[::1]:6379");
  EXPECT_EQ(text_of("/run/redis.sock"), "/run/redis.sock");
}

TEST(RedisAddress, RefusesWhatIsNone) {
  for (const char* written : {"", "host:", "host:0", "host:65536", "host:12x", "host:123456",
                              "a b:1", "[::1", "[::1]7000", "[::1]:", "::1:7000", "a/b:1"})
    EXPECT_EQ(text_of(written), "none") << written;
}

TEST(RedisAddress, IsThisMachineUnlessItSaysOtherwise) {
  EXPECT_TRUE(RedisAddress{}.is_local());
  EXPECT_TRUE(parse_redis_address("/a")->is_local());
  EXPECT_TRUE(parse_redis_address("localhost:1")->is_local());
  EXPECT_FALSE(parse_redis_address("example.org:1")->is_local());
  EXPECT_FALSE(parse_redis_address("10.0.0.1")->is_local());
}

}  // namespace
}  // namespace cairn
