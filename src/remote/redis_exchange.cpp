// SPDX-License-Identifier: MIT
#include "remote/redis_exchange.h"

#include <algorithm>
#include <iterator>

#include "base/sha256.h"
#include "format/aiger/aiger_writer.h"
#include "remote/keys.h"
#include "remote/random_id.h"

namespace cairn {

std::string lemma_stream(const BitSystem& system) {
  BitSystem bare = system;
  bare.names = {};
  bare.comments = {};
  return keys::lemmas(sha256(write_aiger(bare, AigerFormat::Binary)));
}

RedisExchange::RedisExchange(const RedisAddress& address, std::string stream, std::uint32_t latches,
                             const Log& log, const RedisExchangeOptions& options,
                             StatusReport status)
    : stream_(std::move(stream)),
      latches_(latches),
      log_(log),
      options_(options),
      status_(std::move(status)),
      sender_(random_number()),
      link_(address, log, "lemmas are not shared for now"),
      thread_([this](std::stop_token stop) { carry(stop); }) {}

RedisExchange::~RedisExchange() {
  thread_.request_stop();
  wake_.notify_all();
}

void RedisExchange::publish(const SharedLemma& lemma) {
  const std::lock_guard lock(mutex_);
  if (outgoing_.size() >= options_.room) {
    ++counts().lost;
    return;
  }
  outgoing_.push_back(lemma);
  if (outgoing_.size() % (4 * options_.batch) == 0) wake_.notify_one();
}

void RedisExchange::take(std::vector<SharedLemma>& lemmas) {
  const std::lock_guard lock(mutex_);
  lemmas.insert(lemmas.end(), std::make_move_iterator(incoming_.begin()),
                std::make_move_iterator(incoming_.end()));
  incoming_.clear();
}

void RedisExchange::carry(std::stop_token stop) {
  auto pause = options_.shortest_pause;
  while (!stop.stop_requested()) {
    bool moved = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, stop, pause, [this] { return outgoing_.size() >= 4 * options_.batch; });
      moved = !outgoing_.empty();
      unsent_.insert(unsent_.end(), std::make_move_iterator(outgoing_.begin()),
                     std::make_move_iterator(outgoing_.end()));
      outgoing_.clear();
    }
    // The oldest first: what is new is worth more.
    if (unsent_.size() > options_.room) {
      counts().lost += unsent_.size() - options_.room;
      unsent_.erase(unsent_.begin(), unsent_.end() - static_cast<std::ptrdiff_t>(options_.room));
    }
    link_.attempt([&](RedisConnection& connection) { moved = look(connection) || moved; });
    pause = moved ? options_.shortest_pause : std::min(2 * pause, options_.longest_pause);
  }
}

bool RedisExchange::is_time_to_send() const {
  return unsent_.size() >= options_.batch ||
         (!unsent_.empty() && std::chrono::steady_clock::now() >= sent_at_ + wait_);
}

/// Sends what waits and takes what is there, in one go. True if there was anything.
bool RedisExchange::look(RedisConnection& connection) {
  const bool sends = is_time_to_send();
  report_status(connection);
  if (stream_.empty()) {
    connection.replies();
    return false;
  }
  if (sends) send(connection, unsent_);
  connection.add({"XREAD", "COUNT", std::to_string(options_.look), "STREAMS", stream_, cursor_});
  const std::vector<RedisReply> replies = connection.replies();
  if (sends) {
    counts().published += unsent_.size();
    unsent_.clear();
    sent_at_ = std::chrono::steady_clock::now();
  }
  // [[stream, [[id, [field, value]]...]]], or nil.
  const std::vector<RedisReply>& streams = replies.back().items;
  if (streams.empty() || streams[0].items.size() != 2) {
    wait_ = options_.shortest_wait;
    return sends;
  }
  const std::vector<RedisReply>& entries = streams[0].items[1].items;
  for (const RedisReply& entry : entries) {
    if (entry.items.size() != 2) continue;
    cursor_ = entry.items[0].text;
    const std::vector<RedisReply>& fields = entry.items[1].items;
    receive(fields.size() == 2 ? std::string_view(fields[1].text) : std::string_view());
  }
  const bool is_crowded = 4 * entries.size() >= options_.look;
  wait_ = is_crowded ? std::min(2 * wait_, options_.longest_wait)
                     : std::max(wait_ / 2, options_.shortest_wait);
  return sends || !entries.empty();
}

void RedisExchange::send(RedisConnection& connection, const std::vector<SharedLemma>& lemmas) {
  if (lemmas.empty()) return;
  const std::string entries = std::to_string(options_.entries);
  // As one: a stream must not stay without its expiry because somebody died in between.
  connection.add({"MULTI"});
  for (std::size_t i = 0; i < lemmas.size(); i += options_.batch) {
    const std::size_t count = std::min(options_.batch, lemmas.size() - i);
    const std::string bytes = encode_batch(sender_, lemmas.data() + i, count);
    connection.add({"XADD", stream_, "MAXLEN", "~", entries, "*", "l", bytes});
  }
  connection.add({"EXPIRE", stream_, keys::kLemmaSeconds});
  connection.add({"EXEC"});
}

void RedisExchange::receive(std::string_view bytes) {
  if (sender_of_batch(bytes) == sender_) return;
  DecodedBatch decoded = decode_batch(bytes, latches_);
  if (decoded.fault != BatchFault::None) return refuse(decoded.fault);
  std::vector<SharedLemma>& lemmas = decoded.batch.lemmas;
  counts().received += lemmas.size();
  const std::lock_guard lock(mutex_);
  const std::size_t fitting =
      std::min(lemmas.size(), options_.room - std::min(options_.room, incoming_.size()));
  counts().lost += lemmas.size() - fitting;
  incoming_.insert(incoming_.end(), std::make_move_iterator(lemmas.begin()),
                   std::make_move_iterator(lemmas.begin() + static_cast<std::ptrdiff_t>(fitting)));
}

void RedisExchange::refuse(BatchFault fault) {
  if (damaged_++ > 0) return;
  log_.warning("lemmas {} are skipped; this is said once", fault == BatchFault::OtherVersion
                                                               ? "from another version of Cairn"
                                                               : "that arrive damaged");
}

void RedisExchange::report_status(RedisConnection& connection) {
  constexpr std::chrono::seconds kPeriod{1};
  const auto now = std::chrono::steady_clock::now();
  if (!status_.text || now < next_status_) return;
  next_status_ = now + kPeriod;
  connection.add({"SET", status_.key, status_.text(counts()), "EX", keys::kStatusSeconds});
}

}  // namespace cairn
