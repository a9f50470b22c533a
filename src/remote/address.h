// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

/// Where sockets come from in a process that may not make any (remote/socket_broker.h).
class SocketSource {
 public:
  virtual ~SocketSource() = default;
  /// One that is connected and does not block. Throws RemoteError.
  virtual int connect(std::chrono::steady_clock::time_point deadline) = 0;
};

/// Where a Redis server is and how to get in. What is not said means this machine: nothing leaves
/// it unless an address does.
struct RedisAddress {
  std::string host = "127.0.0.1";
  std::uint16_t port = 6379;
  std::string socket;  ///< path of a Unix socket, in the place of host and port
  std::string user;    ///< of Redis's access control lists; empty: "default"
  std::string password;
  bool tls = false;
  std::string ca;  ///< file of certificates to trust; empty: those that the system trusts
  std::shared_ptr<SocketSource> sockets;  ///< nothing: the process makes its own
  std::shared_ptr<void> prepared_tls;     ///< by prepare_tls(); nothing: made for each connection

  /// HOST:PORT, or the socket's path.
  std::string text() const;
  bool is_local() const;
};

/// HOST:PORT, HOST, [IPV6]:PORT, :PORT or the path of a socket; nothing if it is none of these.
std::optional<RedisAddress> parse_redis_address(std::string_view text);

}  // namespace cairn
