// SPDX-License-Identifier: MIT
//
// A stream of bytes to a server: TCP or a Unix socket, with TLS or without. The socket never
// blocks; what waits does so in poll(), and no longer than it may. Debian 12's hiredis knows no TLS
// and has timeouts for whole replies only, hence this.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "remote/address.h"

namespace cairn {

using Deadline = std::chrono::steady_clock::time_point;

/// A socket that is connected to the server and does not block. Throws RemoteError.
int connect_socket(const RedisAddress& address, Deadline deadline);

/// What TLS needs of files, read now, for a process that will not be able to. Throws RemoteError.
std::shared_ptr<void> prepare_tls(const RedisAddress& address);

class Channel {
 public:
  /// Connects. Throws RemoteError.
  Channel(const RedisAddress& address, Deadline deadline);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Both throw RemoteError if the connection breaks or time runs out.
  void write(std::string_view bytes, Deadline deadline);
  /// At least one byte.
  std::string_view read(Deadline deadline);

 private:
  class Tls;

  void wait_for(short events, Deadline deadline);

  const std::string name_;
  int socket_ = -1;
  std::unique_ptr<Tls> tls_;
  std::string buffer_;
};

}  // namespace cairn
