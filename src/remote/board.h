// SPDX-License-Identifier: MIT
//
// The board that jobs hang on: who submits pins one there, workers take its plans one by one, each
// for a while (a lease) that they have to renew. Whoever stops renewing, for whatever reason, loses
// the lease, and the plan is there for another. Each change is one script that Redis runs as a
// whole, so that nobody ever sees half of it; each may be repeated if its reply was lost. A script
// touches the keys that it is handed and no others, and what it reads there is looked at here.
//
// All throw RemoteError.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "remote/job.h"
#include "remote/redis.h"

namespace cairn::board {

/// After so many workers lost the lease of a plan, it is given up: it may be what killed them.
constexpr std::uint32_t kMostAttempts = 12;

// Who submits.

/// True if the job was not there yet. `model`: its bytes.
bool submit(RedisConnection& redis, const std::string& id, const JobSpec& spec,
            const std::string& model);

/// The most that a message may unpack to, if nobody says otherwise. How well it is packed says
/// nothing: a long counterexample in which little happens takes a thousandth of its size.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

struct Results {
  std::vector<PlanResult> results;
  std::uint64_t damaged = 0;  ///< entries that are no results
};

/// What was posted after `cursor`, which moves on. One at a time: evidence may be large. Of what
/// unpacks to more than `most` bytes the plan has failed.
Results results(RedisConnection& redis, const std::string& id, std::string& cursor,
                std::uint64_t most = kMostBytes);

/// Ends the job: nobody works on it from now on.
void close(RedisConnection& redis, const std::string& id, std::size_t plans,
           const std::string& state, const std::string& verdict);

// Who works.

struct Lease {
  std::string job;
  std::uint32_t plan = 0;
  std::uint32_t attempt = 1;  ///< 1 for the first that takes it
  JobSpec spec;

  std::string member() const { return job + '/' + std::to_string(plan); }
};

/// A plan that nobody works on, if there is one.
std::optional<Lease> take(RedisConnection& redis, const std::string& worker,
                          std::chrono::milliseconds lease);
/// For each of `members`: whether the worker still has it.
std::vector<bool> renew(RedisConnection& redis, const std::string& worker,
                        std::chrono::milliseconds lease, const std::vector<std::string>& members);
/// Ends the lease, if the worker still has it. An answer is posted in any case. What belongs to a
/// job that somebody has overwritten with something else is dropped.
void finish(RedisConnection& redis, const Lease& lease, const PlanResult& result);
/// Gives the lease back for others.
void release(RedisConnection& redis, const std::string& worker, const std::string& member);
/// The model's bytes, if they are there, are those of the hash and not more than `most`; else
/// `problem` is why not.
std::optional<std::string> model(RedisConnection& redis, const std::string& hash,
                                 std::string& problem, std::uint64_t most = 4 * kMostBytes);
/// Tells that the worker is there. `worker.seen` becomes the server's time.
void announce(RedisConnection& redis, WorkerInfo& worker);
void sign_off(RedisConnection& redis, const std::string& worker);

// Who looks.

struct JobView {
  std::string id;
  JobSpec spec;
  std::string state;
  std::string verdict;
  struct Plan {
    bool ended = false;
    std::string owner;  ///< the worker that has the lease
    std::optional<PlanStatus> status;
  };
  std::vector<Plan> plans;
};

/// Nothing if there is no such job.
std::optional<JobView> view(RedisConnection& redis, const std::string& id);
/// All jobs, the newest first.
std::vector<std::string> jobs(RedisConnection& redis);
/// Workers that were heard of lately.
std::vector<WorkerInfo> workers(RedisConnection& redis);

}  // namespace cairn::board
