// SPDX-License-Identifier: MIT
//
// Lemmas through Redis: one stream for each system that lemmas are about, named by the system's
// hash, so that workers meet if and only if they mean the same latches, whatever passes made the
// system. The engine touches two queues in this process; a thread carries them to the server and
// back in batches. The thread looks often while lemmas flow and seldom while they do not. A server
// that is slow, full or gone costs lemmas, never time of the engine.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/log.h"
#include "model/bit_system.h"
#include "model/exchange.h"
#include "remote/address.h"
#include "remote/lemma_batch.h"
#include "remote/link.h"

namespace cairn {

struct RedisExchangeOptions {
  std::chrono::milliseconds shortest_pause{20};  ///< between two looks while lemmas flow
  std::chrono::milliseconds longest_pause{320};  ///< and while none do
  std::size_t batch = 256;                       ///< lemmas in an entry of the stream, at most
  std::size_t room = 65536;     ///< lemmas that may wait, in each direction; more are lost
  std::size_t entries = 20000;  ///< that the stream keeps, about; the oldest go first
  std::size_t look = 256;       ///< entries taken in one look
  /// Between two batches that are not full. The second is for times when looks come back full: many
  /// workers with few lemmas each would drown everybody in small entries.
  std::chrono::milliseconds shortest_wait{20}, longest_wait{1280};
};

/// What is told about the engine every second, and where to.
struct StatusReport {
  std::string key;
  std::function<std::string(const ExchangeCounts& counts)> text;
};

class RedisExchange : public LemmaExchange {
 public:
  /// Does not wait for the server. `log` must outlive this. Without a stream only the status is
  /// told.
  RedisExchange(const RedisAddress& address, std::string stream, std::uint32_t latches,
                const Log& log, const RedisExchangeOptions& options = {}, StatusReport status = {});
  ~RedisExchange() override;

  void publish(const SharedLemma& lemma) override;
  void take(std::vector<SharedLemma>& lemmas) override;

  /// Batches that were no batches, or of another version of Cairn.
  std::uint64_t damaged() const { return damaged_.load(); }

 private:
  void carry(std::stop_token stop);
  bool look(RedisConnection& connection);
  bool is_time_to_send() const;
  void send(RedisConnection& connection, const std::vector<SharedLemma>& lemmas);
  void receive(std::string_view bytes);
  void refuse(BatchFault fault);
  void report_status(RedisConnection& connection);

  const std::string stream_;
  const std::uint32_t latches_;
  const Log& log_;
  const RedisExchangeOptions options_;
  const StatusReport status_;
  const std::uint64_t sender_;
  Link link_;  ///< of the thread alone, like what follows
  std::string cursor_ = "0-0";
  std::vector<SharedLemma> unsent_;
  std::chrono::milliseconds wait_ = options_.shortest_wait;
  std::chrono::steady_clock::time_point sent_at_{};
  std::chrono::steady_clock::time_point next_status_{};
  std::atomic<std::uint64_t> damaged_{0};

  std::mutex mutex_;  ///< of the two queues
  std::condition_variable_any wake_;
  std::vector<SharedLemma> outgoing_, incoming_;
  std::jthread thread_;
};

/// The name of the stream for lemmas about `system`.
std::string lemma_stream(const BitSystem& system);

}  // namespace cairn
