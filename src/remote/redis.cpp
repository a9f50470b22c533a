// SPDX-License-Identifier: MIT
#include "remote/redis.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "remote/channel.h"

#ifdef CAIRN_HAS_REDIS
#include <hiredis/hiredis.h>
#endif

namespace cairn {

#ifdef CAIRN_HAS_REDIS

namespace {

constexpr int kOldestMajor = 6, kOldestMinor = 2;

RedisReply converted(const redisReply& raw) {
  RedisReply reply;
  reply.integer = raw.integer;
  if (raw.str != nullptr && raw.type != REDIS_REPLY_INTEGER) reply.text.assign(raw.str, raw.len);
  switch (raw.type) {
    case REDIS_REPLY_STRING:
      reply.kind = RedisReply::Kind::String;
      break;
    case REDIS_REPLY_STATUS:
      reply.kind = RedisReply::Kind::Status;
      break;
    case REDIS_REPLY_ERROR:
      reply.kind = RedisReply::Kind::Error;
      break;
    case REDIS_REPLY_INTEGER:
      reply.kind = RedisReply::Kind::Integer;
      break;
    case REDIS_REPLY_ARRAY:
      reply.kind = RedisReply::Kind::Array;
      reply.items.reserve(raw.elements);
      for (std::size_t i = 0; i < raw.elements; ++i)
        reply.items.push_back(converted(*raw.element[i]));
      break;
    default:
      break;
  }
  return reply;
}

bool is_recent(const std::string& version) {
  char* end = nullptr;
  const long major = std::strtol(version.c_str(), &end, 10);
  const long minor = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
  return major > kOldestMajor || (major == kOldestMajor && minor >= kOldestMinor);
}

/// What the server's errors mean, by the word that they begin with.
RemoteError::Kind kind_of(const std::string& error) {
  using Kind = RemoteError::Kind;
  for (const char* word : {"OOM ", "MISCONF "})
    if (error.starts_with(word)) return Kind::Full;
  for (const char* word : {"LOADING", "BUSY ", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN"})
    if (error.starts_with(word)) return Kind::Lost;
  return Kind::Refused;
}

std::string explained(const std::string& error) {
  if (error.starts_with("WRONGPASS")) return "wrong password or user (WRONGPASS)";
  if (error.starts_with("NOAUTH")) return "it wants a password (NOAUTH); see --redis-password-file";
  if (error.starts_with("NOPERM")) return "the user may not do that: " + printable(error);
  if (error.starts_with("READONLY")) return "it is a read-only replica (READONLY)";
  if (error.starts_with("OOM")) return "its limit on memory is reached (OOM)";
  if (error.starts_with("MISCONF")) return "it cannot write its files (MISCONF)";
  if (error.starts_with("LOADING")) return "it is still starting (LOADING)";
  return printable(error);
}

}  // namespace

class RedisConnection::Parts {
 public:
  Parts(const RedisAddress& address, Deadline deadline)
      : channel(address, deadline), reader(redisReaderCreate(), &redisReaderFree) {}

  Channel channel;
  std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader;
};

bool redis_is_built_in() {
  return true;
}

RedisConnection::RedisConnection(const RedisAddress& address, std::chrono::milliseconds patience,
                                 std::size_t most_bytes)
    : name_(printable(address.text())),
      patience_(patience),
      most_bytes_(most_bytes),
      parts_(std::make_unique<Parts>(address, std::chrono::steady_clock::now() + patience)) {
  greet(address);
}

/// HELLO tells the version, and needs no permission; servers before 6.0 do not know it.
void RedisConnection::greet(const RedisAddress& address) {
  const std::string user = address.user.empty() ? "default" : address.user;
  Words words{"HELLO", "2"};
  if (!address.password.empty() || !address.user.empty())
    words.insert(words.end(), {"AUTH", user, address.password});
  RedisReply reply;
  std::string version = "before 6.0";
  try {
    reply = call(words);
  } catch (const RemoteError& error) {
    if (std::string_view(error.what()).find("unknown command") == std::string_view::npos) throw;
  }
  for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
    if (reply.items[i].text == "version") version = reply.items[i + 1].text;
  if (!is_recent(version))
    throw RemoteError(RemoteError::Kind::Refused,
                      fmt::format("Redis at {}: its version, {}, is too old: {}.{} or newer is "
                                  "needed",
                                  name_, printable(version), kOldestMajor, kOldestMinor));
}

void RedisConnection::add(const Words& words) {
  std::vector<const char*> starts;
  std::vector<std::size_t> sizes;
  for (const std::string_view word : words) {
    starts.push_back(word.data());
    sizes.push_back(word.size());
  }
  char* command = nullptr;
  const int size =
      redisFormatCommandArgv(&command, static_cast<int>(words.size()), starts.data(), sizes.data());
  if (size < 0) throw std::bad_alloc();
  waiting_.append(command, static_cast<std::size_t>(size));
  redisFreeCommand(command);
  ++expected_;
}

RedisReply RedisConnection::read_reply(std::chrono::steady_clock::time_point deadline) {
  std::size_t taken = 0;
  while (true) {
    void* raw = nullptr;
    if (redisReaderGetReply(parts_->reader.get(), &raw) != REDIS_OK)
      throw RemoteError(RemoteError::Kind::Faulty,
                        fmt::format("Redis at {}: it does not speak as Redis does: {}", name_,
                                    printable(parts_->reader->errstr)));
    if (raw != nullptr) {
      const std::unique_ptr<void, decltype(&freeReplyObject)> owner(raw, &freeReplyObject);
      return converted(*static_cast<redisReply*>(raw));
    }
    const std::string_view bytes = parts_->channel.read(deadline);
    taken += bytes.size();
    if (taken > most_bytes_)
      throw RemoteError(
          RemoteError::Kind::Faulty,
          fmt::format("Redis at {}: a reply has more than {} bytes", name_, most_bytes_));
    redisReaderFeed(parts_->reader.get(), bytes.data(), bytes.size());
  }
}

std::vector<RedisReply> RedisConnection::replies() {
  const std::size_t count = std::exchange(expected_, 0);
  const std::string commands = std::exchange(waiting_, {});
  std::vector<RedisReply> replies;
  usable_ = false;  // until the last reply is there
  parts_->channel.write(commands, std::chrono::steady_clock::now() + patience_);
  for (std::size_t i = 0; i < count; ++i)
    replies.push_back(read_reply(std::chrono::steady_clock::now() + patience_));
  usable_ = true;
  for (const RedisReply& reply : replies)
    if (reply.kind == RedisReply::Kind::Error)
      throw RemoteError(kind_of(reply.text),
                        fmt::format("Redis at {}: {}", name_, explained(reply.text)));
  return replies;
}

#else

class RedisConnection::Parts {};

bool redis_is_built_in() {
  return false;
}

RedisConnection::RedisConnection(const RedisAddress&, std::chrono::milliseconds patience,
                                 std::size_t most_bytes)
    : patience_(patience), most_bytes_(most_bytes) {
  throw RemoteError(RemoteError::Kind::Refused,
                    "this build of Cairn has no Redis (build with CAIRN_REDIS=ON)");
}

void RedisConnection::add(const Words&) {}

std::vector<RedisReply> RedisConnection::replies() {
  return {};
}

#endif

RedisConnection::~RedisConnection() = default;

RedisReply RedisConnection::run_script(std::string_view script,
                                       const std::vector<std::string>& keys,
                                       const std::vector<std::string>& arguments) {
  const std::string count = std::to_string(keys.size());
  const auto run = [&](const std::string& hash) {
    Words words{"EVALSHA", hash, count};
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    return call(words);
  };
  std::string& hash = scripts_[script];
  if (!hash.empty()) try {
      return run(hash);
    } catch (const RemoteError& error) {
      // A server that was restarted, or told to forget them.
      if (std::string_view(error.what()).find("NOSCRIPT") == std::string_view::npos) throw;
    }
  hash = call({"SCRIPT", "LOAD", script}).text;
  return run(hash);
}

RedisReply RedisConnection::call(const Words& words) {
  add(words);
  return replies().front();
}

}  // namespace cairn
