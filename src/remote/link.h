// SPDX-License-Identifier: MIT
//
// A connection that comes back. Who works must go on without the server, so every use is an attempt
// that may come to nothing; what happened is told once each time the connection goes or returns.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/log.h"
#include "remote/backoff.h"
#include "remote/redis.h"

namespace cairn {

class Link {
 public:
  /// `consequence` ends the warning: what a lost connection means for who uses it.
  Link(RedisAddress address, const Log& log, std::string consequence)
      : address_(std::move(address)), log_(log), consequence_(std::move(consequence)) {}

  /// The first connection. Throws RemoteError; a server that is only starting gets some time.
  RedisConnection& open();

  /// Runs `use` if the server is there; false if it was not, or did not do what it was asked. An
  /// error that time will not mend is told like the others and tried again like the others: the
  /// server's settings may be mended.
  bool attempt(const std::function<void(RedisConnection&)>& use);

  bool is_up() const { return connection_.has_value(); }
  const RedisAddress& address() const { return address_; }
  std::uint64_t failures() const { return failures_; }

 private:
  void tell(const RemoteError& error);

  const RedisAddress address_;
  const Log& log_;
  const std::string consequence_;
  std::optional<RedisConnection> connection_;
  Backoff backoff_;
  std::string trouble_;  ///< that was told last; empty: all is well
  std::uint64_t failures_ = 0;
};

}  // namespace cairn
