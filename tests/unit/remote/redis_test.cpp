// SPDX-License-Identifier: MIT
#include "remote/redis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <thread>

#include "support/redis_server.h"
#include "support/scratch.h"

namespace cairn {
namespace {

using support::RedisServer;
using testing::HasSubstr;
using Kind = RemoteError::Kind;

/// The error of what must fail.
RemoteError error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const RemoteError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return RemoteError(Kind::Faulty, "");
}

/// Listens on a socket and says the same to everybody.
class FixedServer {
 public:
  explicit FixedServer(std::string reply) : reply_(std::move(reply)) {
    address_.socket = scratch_ / "socket";
    sockaddr_un where{};
    where.sun_family = AF_UNIX;
    address_.socket.copy(where.sun_path, sizeof where.sun_path - 1);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&where), sizeof where), 0);
    EXPECT_EQ(::listen(listener_, 5), 0);
    thread_ = std::jthread([this] { serve(); });
  }
  ~FixedServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  const RedisAddress& address() const { return address_; }

 private:
  void serve() {
    while (true) {
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      char buffer[4096];
      while (::recv(client, buffer, sizeof buffer, 0) > 0)
        ::send(client, reply_.data(), reply_.size(), MSG_NOSIGNAL);
      ::close(client);
    }
  }

  support::Scratch scratch_{"cairn_fixed"};
  RedisAddress address_;
  std::string reply_;
  int listener_ = -1;
  std::jthread thread_;
};

TEST(Redis, CarriesAnyBytes) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisConnection redis(server.address());
  const std::string bytes("a\0\r\n\xff", 5);
  redis.call({"SET", "key", bytes});
  EXPECT_EQ(redis.call({"GET", "key"}).text, bytes);
  redis.add({"INCR", "n"});
  redis.add({"INCR", "n"});
  redis.add({"LRANGE", "list", "0", "-1"});
  const auto replies = redis.replies();
  ASSERT_EQ(replies.size(), 3u);
  EXPECT_EQ(replies[1].integer, 2);
  EXPECT_EQ(replies[2].kind, RedisReply::Kind::Array);
}

TEST(Redis, RepliesHaveALimit) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisConnection redis(server.address(), RedisConnection::kPatience, 1 << 20);
  redis.call({"SET", "small", std::string(1000, 'x')});
  redis.call({"SET", "large", std::string(2 << 20, 'x')});
  EXPECT_EQ(redis.call({"GET", "small"}).text.size(), 1000u);
  const RemoteError error = error_of([&] { redis.call({"GET", "large"}); });
  EXPECT_EQ(error.kind(), Kind::Faulty);
  EXPECT_THAT(error.what(), HasSubstr("more than 1048576 bytes"));
  EXPECT_FALSE(redis.usable());
}

TEST(Redis, SurvivesErrorsOfCommands) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisConnection redis(server.address());
  redis.add({"SET", "key", "text"});
  redis.add({"INCR", "key"});
  redis.add({"SET", "after", "1"});
  EXPECT_EQ(error_of([&] { redis.replies(); }).kind(), Kind::Refused);
  EXPECT_TRUE(redis.usable());
  EXPECT_EQ(redis.call({"GET", "after"}).text, "1");
}

TEST(Redis, SaysWhenNobodyIsThere) {
  if (!redis_is_built_in()) GTEST_SKIP() << "needs a build with CAIRN_REDIS";
  RedisAddress nobody;
  nobody.port = 1;
  const RemoteError error = error_of([&] { RedisConnection redis(nobody); });
  EXPECT_EQ(error.kind(), Kind::Lost);
  EXPECT_THAT(error.what(), HasSubstr("127.0.0.1:1: Connection refused"));
  nobody.socket = "/nonexistent/socket";
  EXPECT_EQ(error_of([&] { RedisConnection redis(nobody); }).kind(), Kind::Lost);
}

TEST(Redis, WantsTheRightPassword) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server({"--requirepass", "secret"});
  RedisAddress address = server.address();
  const RemoteError none = error_of([&] { RedisConnection redis(address); });
  EXPECT_EQ(none.kind(), Kind::Refused);
  EXPECT_THAT(none.what(), HasSubstr("wants a password"));
  address.password = "wrong";
  const RemoteError wrong = error_of([&] { RedisConnection redis(address); });
  EXPECT_EQ(wrong.kind(), Kind::Refused);
  EXPECT_THAT(wrong.what(), HasSubstr("wrong password"));
  address.password = "secret";
  EXPECT_EQ(RedisConnection(address).call({"PING"}).text, "PONG");
}

TEST(Redis, KnowsUsers) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server;
  RedisConnection admin(server.address());
  admin.call({"ACL", "SETUSER", "cairn", "on", ">word", "~cairn2:*", "+@all", "-@admin"});
  RedisAddress address = server.address();
  address.user = "cairn";
  address.password = "word";
  RedisConnection redis(address);
  EXPECT_EQ(redis.call({"SET", "cairn2:x", "1"}).text, "OK");
  const RemoteError error = error_of([&] { redis.call({"SET", "other", "1"}); });
  EXPECT_EQ(error.kind(), Kind::Refused);
  EXPECT_THAT(error.what(), HasSubstr("may not do that"));
}

TEST(Redis, SaysWhenMemoryIsFull) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server({"--maxmemory", "1"});
  RedisConnection redis(server.address());
  const RemoteError error = error_of([&] { redis.call({"SET", "key", "value"}); });
  EXPECT_EQ(error.kind(), Kind::Full);
  EXPECT_THAT(error.what(), HasSubstr("limit on memory"));
}

TEST(Redis, SaysWhenItIsAReplica) {
  CAIRN_NEEDS_REDIS();
  const RedisServer server({"--replicaof", "127.0.0.1 1", "--replica-serve-stale-data", "yes"});
  RedisConnection redis(server.address());
  EXPECT_THAT(error_of([&] {
                redis.call({"SET", "key", "value"});
              }).what(),
              HasSubstr("read-only replica"));
}

TEST(Redis, RefusesOldServers) {
  if (!redis_is_built_in()) GTEST_SKIP() << "needs a build with CAIRN_REDIS";
  const FixedServer five("-ERR unknown command `HELLO`, with args beginning with: `2`, \r\n");
  EXPECT_THAT(error_of([&] { RedisConnection redis(five.address()); }).what(),
              HasSubstr("too old: 6.2 or newer"));
  const FixedServer six("*2\r\n$7\r\nversion\r\n$5\r\n6.0.9\r\n");
  EXPECT_THAT(error_of([&] { RedisConnection redis(six.address()); }).what(),
              HasSubstr("6.0.9, is too old"));
  const FixedServer recent("*2\r\n$7\r\nversion\r\n$6\r\n10.0.1\r\n");
  RedisConnection redis(recent.address());
  EXPECT_TRUE(redis.usable());
}

TEST(Redis, KnowsWhoIsNoRedis) {
  if (!redis_is_built_in()) GTEST_SKIP() << "needs a build with CAIRN_REDIS";
  const FixedServer web("HTTP/1.1 400 Bad Request\r\n\r\n");
  EXPECT_EQ(error_of([&] { RedisConnection redis(web.address()); }).kind(), Kind::Faulty);
}

TEST(Redis, WaitsNoLongerThanItMay) {
  if (!redis_is_built_in()) GTEST_SKIP() << "needs a build with CAIRN_REDIS";
  const FixedServer silent("");
  const RemoteError error =
      error_of([&] { RedisConnection redis(silent.address(), std::chrono::milliseconds(50)); });
  EXPECT_EQ(error.kind(), Kind::Lost);
  EXPECT_THAT(error.what(), HasSubstr("no reply in time"));
}

TEST(Redis, NoticesThatTheServerIsGone) {
  CAIRN_NEEDS_REDIS();
  RedisServer server;
  RedisConnection redis(server.address());
  server.kill();
  EXPECT_EQ(error_of([&] { redis.call({"PING"}); }).kind(), Kind::Lost);
  EXPECT_FALSE(redis.usable());
}

}  // namespace
}  // namespace cairn
