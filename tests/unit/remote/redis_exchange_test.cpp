// SPDX-License-Identifier: MIT
#include "remote/redis_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "support/redis_server.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using support::RedisServer;

const Log kQuiet(LogLevel::Quiet);

/// Takes until there are `count` lemmas, or a long while has passed.
std::vector<SharedLemma> take(RedisExchange& exchange, std::size_t count) {
  std::vector<SharedLemma> lemmas;
  for (int i = 0; i < 1000 && lemmas.size() < count; ++i) {
    exchange.take(lemmas);
    if (lemmas.size() < count) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return lemmas;
}

void wait_until_published(RedisExchange& exchange, std::uint64_t count) {
  for (int i = 0; i < 1000 && exchange.counts().published < count; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_EQ(exchange.counts().published, count);
}

SharedLemma lemma(std::uint32_t number) {
  return {{2 * number, 2 * number + 3}, number};
}

TEST(RedisExchange, CarriesLemmasToOthersOnly) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisExchange one(server.address(), "s", 2000, kQuiet), two(server.address(), "s", 2000, kQuiet);
  std::vector<SharedLemma> sent;
  for (std::uint32_t i = 0; i < 1000; ++i) sent.push_back(lemma(i));
  for (const SharedLemma& each : sent) one.publish(each);
  EXPECT_EQ(take(two, sent.size()), sent);
  two.publish({{1}, SharedLemma::kEverywhere});
  EXPECT_THAT(take(one, 1), testing::ElementsAre(SharedLemma{{1}, SharedLemma::kEverywhere}));
  EXPECT_EQ(one.counts().published, 1000u);
  EXPECT_EQ(two.counts().received, 1000u);
  EXPECT_EQ(one.counts().received, 1u);
}

TEST(RedisExchange, WhoComesLateGetsWhatThereIs) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  {
    RedisExchange early(server.address(), "s", 100, kQuiet);
    early.publish(lemma(1));
    wait_until_published(early, 1);
  }
  RedisExchange late(server.address(), "s", 100, kQuiet);
  EXPECT_THAT(take(late, 1), testing::ElementsAre(lemma(1)));
}

TEST(RedisExchange, KeepsSystemsApart) {
  EXPECT_EQ(lemma_stream(support::mod_counter(3, 7, 5)),
            lemma_stream(support::mod_counter(3, 7, 5)));
  EXPECT_NE(lemma_stream(support::mod_counter(3, 7, 5)),
            lemma_stream(support::mod_counter(3, 7, 6)));
  BitSystem named = support::mod_counter(3, 7, 5);
  named.names.latches.set(0, "name");
  EXPECT_EQ(lemma_stream(named), lemma_stream(support::mod_counter(3, 7, 5)));
}

TEST(RedisExchange, SkipsWhatIsDamaged) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisConnection redis(server.address());
  RedisExchange one(server.address(), "s", 100, kQuiet), two(server.address(), "s", 100, kQuiet);
  redis.call({"XADD", "s", "*", "l", "nonsense"});
  redis.call({"XADD", "s", "*", "l", "L\x02 of another version"});
  redis.call({"XADD", "s", "*", "a", "b", "c", "d"});
  one.publish(lemma(3));
  EXPECT_THAT(take(two, 1), testing::ElementsAre(lemma(3)));
  EXPECT_EQ(two.damaged(), 3u);
}

TEST(RedisExchange, ComesBackWithTheServer) {
  CAIRN_NEEDS_REDIS();
  RedisServer server;
  RedisExchange one(server.address(), "s", 100, kQuiet), two(server.address(), "s", 100, kQuiet);
  one.publish(lemma(1));
  EXPECT_EQ(take(two, 1).size(), 1u);
  server.kill();
  for (int i = 0; i < 100; ++i) one.publish(lemma(2));  // nobody waits
  server.start();
  one.publish(lemma(3));
  const auto lemmas = take(two, 101);
  ASSERT_FALSE(lemmas.empty());
  EXPECT_EQ(lemmas.back(), lemma(3));
}

TEST(RedisExchange, LosesLemmasRatherThanTime) {
  if (!redis_is_built_in()) GTEST_SKIP() << "needs a build with CAIRN_REDIS";
  RedisAddress nobody;
  nobody.socket = "/nonexistent/socket";
  RedisExchangeOptions options;
  options.room = 10;
  RedisExchange exchange(nobody, "s", 100, kQuiet, options);
  for (int i = 0; i < 10000; ++i) exchange.publish(lemma(1));
  std::vector<SharedLemma> lemmas;
  exchange.take(lemmas);
  EXPECT_TRUE(lemmas.empty());
  EXPECT_GT(exchange.counts().lost, 0u);
}

TEST(RedisExchange, StreamsExpire) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisExchange exchange(server.address(), "s", 100, kQuiet);
  exchange.publish(lemma(1));
  wait_until_published(exchange, 1);
  EXPECT_GT(RedisConnection(server.address()).call({"TTL", "s"}).integer, 0);
}

TEST(RedisExchange, ReportsHowItGoes) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisConnection redis(server.address());
  const RedisExchange exchange(
      server.address(), "s", 100, kQuiet, {},
      {"status", [](const ExchangeCounts&) { return std::string("fine"); }});
  std::string seen;
  for (int i = 0; i < 1000 && seen.empty(); ++i) {
    seen = redis.call({"GET", "status"}).text;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(seen, "fine");
  EXPECT_GT(redis.call({"TTL", "status"}).integer, 0);
}

}  // namespace
}  // namespace cairn
