// SPDX-License-Identifier: MIT
//
// What leases cost: simulated workers take plans, renew each lease a few times and finish it, and
// no engine runs. Two ways, on the same server one after the other:
//
//   board   remote/board.h, as workers use it: sorted sets, changed by scripts
//   groups  a stream with a consumer group: XAUTOCLAIM and XREADGROUP to take, XCLAIM to renew,
//   XACK
//           and XDEL to finish. What a group does not know is asked beside it, in as few round
//           trips as there can be: whether the job is open, its specification, and the results
//
//   bench_board_load --redis HOST:PORT [--jobs 100] [--plans 16] [--workers 8] [--renewals 4]
//
// One line for each way: leases a second, microseconds of the server's processor time and round
// trips for each lease (those that others were faster at are not counted), and of an idle worker's
// query.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "base/sha256.h"
#include "remote/board.h"
#include "remote/redis.h"

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLease{10000};

struct Options {
  RedisAddress address;
  std::uint32_t jobs = 100, plans = 16, workers = 8, renewals = 4;
};

double number_after(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name + ':');
  return at == std::string::npos ? 0 : std::atof(text.c_str() + at + name.size() + 1);
}

double server_seconds(RedisConnection& redis) {
  const std::string info = redis.call({"INFO", "cpu"}).text;
  return number_after(info, "used_cpu_sys") + number_after(info, "used_cpu_user");
}

JobSpec spec_of(const Options& options) {
  JobSpec spec;
  spec.model = sha256("");
  spec.file = "file";
  for (std::uint32_t i = 0; i < options.plans; ++i) {
    JobPlan& plan = spec.plans.emplace_back();
    plan.name = fmt::format("plan{}", i);
    plan.engine = "ic3";
    plan.settings = {{"ic3-quip", true}, {"ic3-ctg-max", std::uint64_t{3}}};
  }
  return spec;
}

/// A way to hand plans out. Each is used by many threads, each with a connection of its own.
class Way {
 public:
  virtual ~Way() = default;
  virtual const char* name() const = 0;
  virtual void submit(RedisConnection& redis, const std::string& id) = 0;
  /// One lease from its beginning to its end; round trips, or 0 if there is nothing to do.
  virtual std::uint32_t work(RedisConnection& redis, const std::string& worker) = 0;
};

class Board : public Way {
 public:
  explicit Board(const Options& options) : options_(options), spec_(spec_of(options)) {}
  const char* name() const override { return "board"; }
  void submit(RedisConnection& redis, const std::string& id) override {
    board::submit(redis, id, spec_, "");
  }
  std::uint32_t work(RedisConnection& redis, const std::string& worker) override {
    const auto lease = board::take(redis, worker, kLease);
    if (!lease) return 0;
    for (std::uint32_t i = 0; i < options_.renewals; ++i)
      board::renew(redis, worker, kLease, {lease->member()});
    PlanResult result;
    result.plan = lease->plan;
    result.worker = worker;
    board::finish(redis, *lease, result);
    return 3 + options_.renewals;  // without those that others were faster at
  }

 private:
  const Options& options_;
  const JobSpec spec_;
};

class Groups : public Way {
 public:
  explicit Groups(const Options& options) : options_(options), spec_(to_json(spec_of(options))) {}
  const char* name() const override { return "groups"; }

  void submit(RedisConnection& redis, const std::string& id) override {
    redis.add({"HSET", "{g}:job:" + id, "spec", spec_, "state", "open"});
    for (std::uint32_t i = 0; i < options_.plans; ++i)
      redis.add({"XADD", "{g}:plans", "*", "job", id, "plan", std::to_string(i)});
    redis.replies();
  }

  std::uint32_t work(RedisConnection& redis, const std::string& worker) override {
    redis.add({"XAUTOCLAIM", "{g}:plans", "g", worker, "10000", "0", "COUNT", "16"});
    redis.add({"XREADGROUP", "GROUP", "g", worker, "COUNT", "1", "STREAMS", "{g}:plans", ">"});
    const RedisReply reply = redis.replies()[1];
    if (reply.items.empty()) return 0;
    const RedisReply& entry = reply.items[0].items[1].items[0];
    const std::string id = entry.items[0].text;
    const std::string job = "{g}:job:" + entry.items[1].items[1].text;
    redis.add({"HMGET", job, "state", "spec"});
    redis.add({"HINCRBY", job, "attempts:" + entry.items[1].items[3].text, "1"});
    redis.replies();
    for (std::uint32_t i = 0; i < options_.renewals; ++i) {
      redis.add({"XCLAIM", "{g}:plans", "g", worker, "0", id, "JUSTID"});
      redis.add({"HGET", job, "state"});
      redis.replies();
    }
    redis.add({"XADD", job + ":results", "*", "info", "{}", "evidence", ""});
    redis.add({"EXPIRE", job + ":results", "86400"});
    redis.add({"XACK", "{g}:plans", "g", id});
    redis.add({"XDEL", "{g}:plans", id});
    redis.replies();
    return 3 + options_.renewals;
  }

 private:
  const Options& options_;
  const std::string spec_;
};

void measure(Way& way, const Options& options) {
  RedisConnection redis(options.address);
  redis.call({"FLUSHALL"});
  redis.call({"XGROUP", "CREATE", "{g}:plans", "g", "$", "MKSTREAM"});
  for (std::uint32_t i = 0; i < options.jobs; ++i) way.submit(redis, fmt::format("job{}", i));
  const double cpu = server_seconds(redis);
  const auto begin = Clock::now();
  std::atomic<std::uint64_t> leases{0}, trips{0};
  {
    std::vector<std::jthread> workers;
    for (std::uint32_t i = 0; i < options.workers; ++i)
      workers.emplace_back([&, i] {
        RedisConnection own(options.address);
        const std::string worker = fmt::format("worker{}", i);
        while (const std::uint32_t took = way.work(own, worker)) {
          ++leases;
          trips += took;
        }
      });
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const double used = server_seconds(redis) - cpu;
  const double idle_before = server_seconds(redis);
  constexpr int kQueries = 5000;
  for (int i = 0; i < kQueries; ++i) way.work(redis, "idle");
  const double idle = server_seconds(redis) - idle_before;
  const auto count = static_cast<double>(leases.load());
  std::cout << fmt::format(
                   "{:7} {:3} workers: {:5} leases, {:6.0f}/s, server {:5.0f} us and {:.1f} round "
                   "trips each; an idle query {:4.0f} us\n",
                   way.name(), options.workers, leases.load(), count / seconds, used / count * 1e6,
                   static_cast<double>(trips.load()) / count, idle / kQueries * 1e6)
            << std::flush;
}

int run(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    const auto number = static_cast<std::uint32_t>(std::atoi(value.c_str()));
    if (name == "--jobs") options.jobs = number;
    if (name == "--plans") options.plans = number;
    if (name == "--workers") options.workers = number;
    if (name == "--renewals") options.renewals = number;
    if (name == "--redis") {
      const auto address = parse_redis_address(value);
      if (!address) return 2;
      options.address = *address;
    }
  }
  if (options.address.socket.empty() && argc < 3) {
    std::cerr
        << "usage: bench_board_load --redis HOST:PORT ...; the server's data will be deleted\n";
    return 2;
  }
  std::cout << "this empties the server at " << options.address.text() << '\n';
  Board board(options);
  Groups groups(options);
  measure(board, options);
  measure(groups, options);
  return 0;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  return cairn::run(argc, argv);
}
