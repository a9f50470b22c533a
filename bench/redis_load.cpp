// SPDX-License-Identifier: MIT
//
// How many lemmas Redis carries: simulated workers publish at a given rate, everybody takes
// everybody else's, and nobody checks circuits, so that all that is measured is the exchange. Each
// worker is the RedisExchange that real ones have. Lemmas are random cubes, or those of a real job,
// whose stream is still in Redis (redis-cli keys 'cairn2:lemmas:*').
//
//   bench_redis_load --redis HOST:PORT [--workers 8,50,500] [--rate 2500,...] [--seconds 5]
//                    [--literals 8] [--recorded STREAM]
//
// One line for each number of workers and each rate: lemmas a second that were published and that
// arrived, how many of those that should have did, processor time of clients and server as a share
// of one core, and how long lemmas took (every worker sends a few that carry the time). A worker
// looks at what has arrived every 10 ms, as IC3 does between obligations.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <thread>

#include "base/log.h"
#include "base/rng.h"
#include "remote/lemma_batch.h"
#include "remote/random_id.h"
#include "remote/redis.h"
#include "remote/redis_exchange.h"

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kLatches = 5000;
constexpr std::chrono::milliseconds kLook{10};

struct Options {
  RedisAddress address;
  std::vector<std::uint32_t> workers{8};
  std::vector<double> rates{2500};  ///< lemmas a second of each worker
  double seconds = 5;
  std::uint32_t literals = 8;
  std::string recorded;
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double own_cpu() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double number_after(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? 0 : std::atof(text.c_str() + at + word.size());
}

double server_cpu(RedisConnection& redis) {
  const std::string info = redis.call({"INFO", "cpu"}).text;
  return number_after(info, "used_cpu_sys:") + number_after(info, "used_cpu_user:");
}

std::vector<SharedLemma> random_lemmas(std::uint32_t literals) {
  Rng rng(1);
  std::vector<SharedLemma> lemmas(20000);
  for (SharedLemma& lemma : lemmas) {
    const std::uint64_t size = 1 + rng.below(2 * literals - 1);
    std::uint32_t latch = 1 + static_cast<std::uint32_t>(rng.below(kLatches / 2));
    for (std::uint64_t i = 0; i < size; ++i) {
      lemma.cube.push_back(2 * latch + static_cast<std::uint32_t>(rng.below(2)));
      latch += 1 + static_cast<std::uint32_t>(rng.below(kLatches / 2 / (2 * literals)));
    }
    lemma.level = 1 + static_cast<std::uint32_t>(rng.below(30));
  }
  return lemmas;
}

/// All lemmas that a stream holds.
std::vector<SharedLemma> recorded_lemmas(RedisConnection& redis, const std::string& stream) {
  std::vector<SharedLemma> lemmas;
  for (const RedisReply& entry : redis.call({"XRANGE", stream, "-", "+"}).items) {
    if (entry.items.size() != 2 || entry.items[1].items.size() != 2) continue;
    DecodedBatch decoded = decode_batch(entry.items[1].items[1].text, 1u << 30);
    for (SharedLemma& lemma : decoded.batch.lemmas) lemmas.push_back(std::move(lemma));
  }
  return lemmas;
}

/// A lemma that carries the time of its publication instead of a level.
constexpr std::uint32_t kProbe = 1u << 30;

SharedLemma probe(Clock::time_point begin) {
  const auto tenths = static_cast<std::uint32_t>(seconds_since(begin) * 1e4);
  return {{0}, kProbe + tenths};
}

struct Tally {
  std::uint64_t published = 0, taken = 0, lost = 0;
  std::vector<double> latencies;  ///< milliseconds
};

/// Drives some of the workers from one thread, as their engines would.
void drive(std::vector<std::unique_ptr<RedisExchange>>& workers, std::size_t first,
           std::size_t step, const std::vector<SharedLemma>& pool, double rate,
           Clock::time_point begin, double seconds, Tally& tally) {
  std::vector<double> owed(workers.size(), 0);
  std::vector<SharedLemma> taken;
  std::size_t next = first * 997;
  double before = 0;
  for (std::uint64_t round = 0; seconds_since(begin) < seconds; ++round) {
    const double now = seconds_since(begin);
    for (std::size_t i = first; i < workers.size(); i += step) {
      for (owed[i] += rate * (now - before); owed[i] >= 1; owed[i] -= 1)
        workers[i]->publish(pool[next++ % pool.size()]);
      if (round % 16 == i % 16) workers[i]->publish(probe(begin));
      taken.clear();
      workers[i]->take(taken);
      tally.taken += taken.size();
      for (const SharedLemma& lemma : taken)
        if (lemma.level >= kProbe && lemma.level != SharedLemma::kEverywhere)
          tally.latencies.push_back(
              (seconds_since(begin) * 1e4 - static_cast<double>(lemma.level - kProbe)) / 10);
    }
    before = now;
    std::this_thread::sleep_for(kLook);
  }
}

double percentile(std::vector<double>& values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

void measure(const Options& options, std::uint32_t count, double rate,
             const std::vector<SharedLemma>& pool, std::uint32_t latches) {
  const Log log(LogLevel::Quiet);
  RedisConnection redis(options.address);
  const std::string stream = "cairn-load:" + random_id();
  std::vector<std::unique_ptr<RedisExchange>> workers;
  for (std::uint32_t i = 0; i < count; ++i)
    workers.push_back(std::make_unique<RedisExchange>(options.address, stream, latches, log));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // until all are connected
  const double client_before = own_cpu(), server_before = server_cpu(redis);
  const auto begin = Clock::now();
  constexpr std::size_t kThreads = 2;
  std::vector<Tally> tallies(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < kThreads; ++t)
      threads.emplace_back(
          [&, t] { drive(workers, t, kThreads, pool, rate, begin, options.seconds, tallies[t]); });
  }
  const double seconds = seconds_since(begin);
  const double client = own_cpu() - client_before, server = server_cpu(redis) - server_before;
  Tally sum;
  for (Tally& tally : tallies) {
    sum.taken += tally.taken;
    sum.latencies.insert(sum.latencies.end(), tally.latencies.begin(), tally.latencies.end());
  }
  for (const auto& worker : workers) {
    sum.published += worker->counts().published;
    sum.lost += worker->counts().lost;
  }
  workers.clear();
  const double expected = static_cast<double>(sum.published) * (count - 1);
  redis.call({"DEL", stream});
  std::cout << fmt::format(
      "| {} | {:.0f} | {:.0f} | {:.0f} | {:.1f}% | {:.0f}% | {:.0f}% | {:.0f} | {:.0f} |\n", count,
      rate, static_cast<double>(sum.published) / seconds, static_cast<double>(sum.taken) / seconds,
      expected > 0 ? 100 * static_cast<double>(sum.taken) / expected : 0, 100 * client / seconds,
      100 * server / seconds, percentile(sum.latencies, 0.5), percentile(sum.latencies, 0.99));
  std::cout.flush();
}

template <class Number>
std::vector<Number> numbers(const std::string& text) {
  std::vector<Number> result;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');)
    result.push_back(static_cast<Number>(std::atof(word.c_str())));
  return result;
}

int run(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--redis" && parse_redis_address(value))
      options.address = *parse_redis_address(value);
    else if (name == "--workers")
      options.workers = numbers<std::uint32_t>(value);
    else if (name == "--rate")
      options.rates = numbers<double>(value);
    else if (name == "--seconds")
      options.seconds = std::atof(value.c_str());
    else if (name == "--literals")
      options.literals = std::max(1u, static_cast<std::uint32_t>(std::atoi(value.c_str())));
    else if (name == "--recorded")
      options.recorded = value;
    else {
      std::cerr << "usage: see bench/redis_load.cpp\n";
      return 2;
    }
  }
  RedisConnection redis(options.address);
  const auto pool = options.recorded.empty() ? random_lemmas(options.literals)
                                             : recorded_lemmas(redis, options.recorded);
  if (pool.empty()) {
    std::cerr << "no lemmas in " << options.recorded << '\n';
    return 1;
  }
  double literals = 0;
  std::uint32_t latches = 1;
  for (const SharedLemma& lemma : pool) {
    literals += static_cast<double>(lemma.cube.size());
    latches = std::max(latches, lemma.cube.back() / 2 + 1);
  }
  const double bytes = static_cast<double>(encode_batch(0, pool.data(), pool.size()).size());
  const auto size = static_cast<double>(pool.size());
  std::cout << fmt::format("{} lemmas of {:.1f} literals, {:.1f} bytes each\n", pool.size(),
                           literals / size, bytes / size)
            << "| workers | lemmas/s of each | published/s | delivered/s | arrived | clients' CPU "
               "| server's CPU | median ms | 99% ms |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const std::uint32_t count : options.workers)
    for (const double rate : options.rates) measure(options, count, rate, pool, latches);
  return 0;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  try {
    return cairn::run(argc, argv);
  } catch (const cairn::RemoteError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
