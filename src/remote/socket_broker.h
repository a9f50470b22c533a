// SPDX-License-Identifier: MIT
//
// Connections for a process that may not make any itself. Whoever started it holds the other end of
// a pair of sockets: a byte asks for a connection, and the connection comes back over the pair. So
// the one side can reach one server and nothing else, again and again if that goes and returns, and
// the other reads nothing from it but that byte.
#pragma once

#include <mutex>

#include "remote/address.h"

namespace cairn {

/// Until the other side is gone. `pair` stays open.
void serve_sockets(int pair, const RedisAddress& address);

class BrokeredSockets : public SocketSource {
 public:
  /// Owns `pair`. `name`: of the server, for messages.
  BrokeredSockets(int pair, std::string name) : pair_(pair), name_(std::move(name)) {}
  ~BrokeredSockets() override;
  BrokeredSockets(const BrokeredSockets&) = delete;
  BrokeredSockets& operator=(const BrokeredSockets&) = delete;

  int connect(std::chrono::steady_clock::time_point deadline) override;

 private:
  const int pair_;
  const std::string name_;
  std::mutex mutex_;  ///< one request at a time
};

}  // namespace cairn
