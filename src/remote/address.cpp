// SPDX-License-Identifier: MIT
#include "remote/address.h"

#include <fmt/format.h>

namespace cairn {
namespace {

std::optional<std::uint16_t> parse_port(std::string_view text) {
  if (text.empty() || text.size() > 5) return std::nullopt;
  std::uint32_t number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = 10 * number + static_cast<std::uint32_t>(digit - '0');
  }
  if (number == 0 || number > 65535) return std::nullopt;
  return static_cast<std::uint16_t>(number);
}

bool is_host(std::string_view text) {
  for (const char letter : text)
    if (letter <= ' ' || letter >= 127 || letter == '/') return false;
  return !text.empty();
}

}  // namespace

std::string RedisAddress::text() const {
  if (!socket.empty()) return socket;
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                             : fmt::format("[{}]:{}", host, port);
}

bool RedisAddress::is_local() const {
  return !socket.empty() || host == "localhost" || host == "::1" || host.starts_with("127.");
}

std::optional<RedisAddress> parse_redis_address(std::string_view text) {
  RedisAddress address;
  if (text.starts_with('/')) {
    address.socket = text;
    return address;
  }
  std::string_view host = text, port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    host = text.substr(1, end - 1);
    port = text.substr(end + 1);
    if (!port.empty() && (port[0] != ':' || port.size() == 1)) return std::nullopt;
    if (!port.empty()) port.remove_prefix(1);
  } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
    if (port.empty()) return std::nullopt;
    if (host.empty()) host = address.host;
  }
  if (!is_host(host)) return std::nullopt;
  address.host = host;
  if (port.empty()) return address;
  const auto number = parse_port(port);
  if (!number) return std::nullopt;
  address.port = *number;
  return address;
}

}  // namespace cairn
