// SPDX-License-Identifier: MIT
#include "base/pipe.h"

#include <unistd.h>

#include <cerrno>

namespace cairn {

bool send_all(int channel, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(channel, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace cairn
