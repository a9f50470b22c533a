// SPDX-License-Identifier: MIT
#include "remote/link.h"

#include <thread>

namespace cairn {

RedisConnection& Link::open() {
  constexpr std::chrono::seconds kStarting{10};
  const auto deadline = Backoff::Clock::now() + kStarting;
  while (true) {
    try {
      return connection_.emplace(address_);
    } catch (const RemoteError& error) {
      const bool is_starting = std::string_view(error.what()).find("LOADING") != std::string::npos;
      if (!is_starting || Backoff::Clock::now() >= deadline) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

bool Link::attempt(const std::function<void(RedisConnection&)>& use) {
  if (!backoff_.may_try()) return false;
  try {
    if (!connection_) connection_.emplace(address_);
    use(*connection_);
  } catch (const RemoteError& error) {
    if (connection_ && !connection_->usable()) connection_.reset();
    backoff_.failed();
    ++failures_;
    tell(error);
    return false;
  }
  backoff_.succeeded();
  if (!trouble_.empty()) log_.info("Redis at {} is there again", address_.text());
  trouble_.clear();
  return true;
}

void Link::tell(const RemoteError& error) {
  // A server that goes and one that cannot be reached are the same trouble to who reads this.
  const std::string trouble =
      error.kind() == RemoteError::Kind::Lost ? "lost" : std::string(error.what());
  if (trouble == trouble_) return;
  trouble_ = trouble;
  log_.warning("{}; {}", error.what(), consequence_);
}

}  // namespace cairn
