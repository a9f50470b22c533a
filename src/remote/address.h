// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

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

  /// HOST:PORT, or the socket's path.
  std::string text() const;
  bool is_local() const;
};

/// HOST:PORT, HOST, [IPV6]:PORT, :PORT or the path of a socket; nothing if it is none of these.
std::optional<RedisAddress> parse_redis_address(std::string_view text);

}  // namespace cairn
