// SPDX-License-Identifier: MIT
//
// A connection to Redis: commands out, replies in, alone or many in one go. hiredis writes the
// commands and reads the replies.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "remote/address.h"
#include "remote/remote_error.h"

namespace cairn {

struct RedisReply {
  enum class Kind { Nil, Status, Error, Integer, String, Array };

  Kind kind = Kind::Nil;
  std::int64_t integer = 0;
  std::string text;  ///< of a status, an error or a string
  std::vector<RedisReply> items;
};

/// Every call throws RemoteError; after that the connection is of no use, unless the server itself
/// refused the command (usable()).
class RedisConnection {
 public:
  using Words = std::vector<std::string_view>;
  static constexpr std::chrono::milliseconds kPatience{5000};
  /// Of a reply: the longest string that Redis keeps, and what may come with it.
  static constexpr std::size_t kMostBytes = (std::size_t{512} << 20) + (std::size_t{16} << 20);

  /// Connects, says who we are and looks at the server's version.
  explicit RedisConnection(const RedisAddress& address,
                           std::chrono::milliseconds patience = kPatience,
                           std::size_t most_bytes = kMostBytes);
  ~RedisConnection();

  /// One command and its reply.
  RedisReply call(const Words& words);

  /// Adds a command to those that replies() sends.
  void add(const Words& words);
  /// The replies of the added commands, in their order. Throws for the first error among them.
  std::vector<RedisReply> replies();

  /// Runs a script as a whole. It is sent once for each connection; after that its hash will do.
  /// `keys` are all that it touches. `script` must outlive the connection.
  RedisReply run_script(std::string_view script, const std::vector<std::string>& keys,
                        const std::vector<std::string>& arguments);

  bool usable() const { return usable_; }

 private:
  class Parts;

  void greet(const RedisAddress& address);
  RedisReply read_reply(std::chrono::steady_clock::time_point deadline);

  const std::string name_;
  const std::chrono::milliseconds patience_;
  const std::size_t most_bytes_;
  bool usable_ = true;
  std::string waiting_;  ///< commands to be sent
  std::size_t expected_ = 0;
  std::unique_ptr<Parts> parts_;
  std::map<std::string_view, std::string> scripts_;  ///< those that were sent, with their hashes
};

/// Whether this build can talk to Redis at all.
bool redis_is_built_in();

}  // namespace cairn
