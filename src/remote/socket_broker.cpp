// SPDX-License-Identifier: MIT
#include "remote/socket_broker.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "remote/channel.h"
#include "remote/remote_error.h"

namespace cairn {
namespace {

constexpr char kAsk = '?', kDone = '+', kFailed = '-';
constexpr std::chrono::seconds kPatience{2};

union Ancillary {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

/// One byte, and a descriptor with it if there is one.
bool send_byte(int pair, char byte, int descriptor) {
  iovec part{&byte, 1};
  Ancillary ancillary{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = &ancillary;
    message.msg_controllen = sizeof ancillary;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  ssize_t sent = 0;
  do sent = ::sendmsg(pair, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

/// The descriptor that came, or -1.
int receive_descriptor(int pair, bool& is_gone) {
  char byte = 0;
  iovec part{&byte, 1};
  Ancillary ancillary{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &ancillary;
  message.msg_controllen = sizeof ancillary;
  ssize_t received = 0;
  do received = ::recvmsg(pair, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  is_gone = received <= 0;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (received != 1 || byte != kDone || header == nullptr || header->cmsg_type != SCM_RIGHTS)
    return -1;
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

}  // namespace

void serve_sockets(int pair, const RedisAddress& address) {
  char byte = 0;
  while (true) {
    const ssize_t size = ::recv(pair, &byte, 1, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    int socket = -1;
    try {
      socket = connect_socket(address, std::chrono::steady_clock::now() + kPatience);
    } catch (const RemoteError&) {
      // The other side says that it could not be had.
    }
    const bool sent = send_byte(pair, socket >= 0 ? kDone : kFailed, socket);
    if (socket >= 0) ::close(socket);
    if (!sent) return;
  }
}

BrokeredSockets::~BrokeredSockets() {
  ::close(pair_);
}

int BrokeredSockets::connect(std::chrono::steady_clock::time_point deadline) {
  const auto lose = [&](const char* why) {
    throw RemoteError(RemoteError::Kind::Lost, fmt::format("Redis at {}: {}", name_, why));
  };
  const std::lock_guard lock(mutex_);
  bool is_gone = !send_byte(pair_, kAsk, -1);
  // The answer belongs to this request, so it is waited for: it comes within the other's patience.
  pollfd watched{pair_, POLLIN, 0};
  const auto longest = std::max(deadline, std::chrono::steady_clock::now() + 2 * kPatience);
  while (!is_gone && ::poll(&watched, 1, 100) <= 0)
    is_gone = std::chrono::steady_clock::now() >= longest;
  const int socket = is_gone ? -1 : receive_descriptor(pair_, is_gone);
  if (is_gone) lose("nobody makes connections any more");
  if (socket < 0) lose("cannot be reached");
  return socket;
}

}  // namespace cairn
