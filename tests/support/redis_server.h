// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "remote/address.h"
#include "support/scratch.h"

namespace cairn::support {

/// A Redis of the test's own, on a socket in a folder of its own. It keeps its data in a file, so
/// it may be ended and started again.
class RedisServer {
 public:
  /// `settings` are added to the command line: "--requirepass", "secret".
  explicit RedisServer(std::vector<std::string> settings = {});
  ~RedisServer();

  /// Whether this machine has one and this build can talk to it.
  static bool is_available();

  RedisAddress address() const;
  void kill();   ///< at once, as if it crashed
  void start();  ///< returns when it listens
  pid_t process() const { return process_; }

 private:
  Scratch scratch_{"cairn_redis"};
  const std::vector<std::string> settings_;
  pid_t process_ = -1;
};

}  // namespace cairn::support

/// At the beginning of a test that needs a server.
#define CAIRN_NEEDS_REDIS()                           \
  if (!::cairn::support::RedisServer::is_available()) \
  GTEST_SKIP() << "needs redis-server (tools/setup redis) and a build with CAIRN_REDIS"
