// SPDX-License-Identifier: MIT
#include "remote/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/error.h"
#include "base/sha256.h"
#include "format/gzip_reader.h"
#include "format/gzip_writer.h"
#include "format/source.h"
#include "remote/keys.h"

namespace cairn::board {
namespace {

using Kind = RedisReply::Kind;

// Scripts. Each touches the keys that it is handed and no others, so that Redis knows beforehand
// where it has to run; what they are is said beside each. All of a board's keys lie together.

/// The server's time in milliseconds, and the order of plans that wait.
#define CAIRN_LUA_NOW                \
  "local time = redis.call('TIME') " \
  "local now = time[1] * 1000 + math.floor(time[2] / 1000) "
#define CAIRN_LUA_ORDER \
  "local function order(plan, number) return tonumber(plan) * 1e9 + number end "

/// job, jobs, sequence, waiting
constexpr std::string_view kSubmit = CAIRN_LUA_NOW CAIRN_LUA_ORDER R"lua(
local job, jobs, sequence, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, spec, plans, seconds, long = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
if redis.call('EXISTS', job) == 1 then return 0 end
redis.call('HSET', job, 'spec', spec, 'state', 'open')
redis.call('EXPIRE', job, seconds)
redis.call('ZADD', jobs, now, id)
redis.call('ZREMRANGEBYSCORE', jobs, '-inf', now - seconds * 1000)
redis.call('EXPIRE', jobs, long)
local number = redis.call('INCR', sequence)
redis.call('EXPIRE', sequence, long)
for plan = 0, plans - 1 do redis.call('ZADD', waiting, order(plan, number), id .. '/' .. plan) end
redis.call('EXPIRE', waiting, long)
return 1
)lua";

/// waiting, leased: what may be taken, and whose lease is over. Changes nothing.
constexpr std::string_view kLook = CAIRN_LUA_NOW R"lua(
return {redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, ARGV[1]),
        redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1)}
)lua";

/// waiting, leased, owners: what no submitter has put there.
constexpr std::string_view kDrop = R"lua(
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return 1
)lua";

/// waiting, leased, owners, job, results: whoever had the plan is not heard any more.
constexpr std::string_view kReclaim = CAIRN_LUA_NOW CAIRN_LUA_ORDER R"lua(
local waiting, leased, owners, job, results = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local member, plan, most, seconds, long = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local ends = redis.call('ZSCORE', leased, member)
if not ends or tonumber(ends) > now then return 0 end
redis.call('ZREM', leased, member)
redis.call('HDEL', owners, member)
if redis.call('HGET', job, 'state') ~= 'open' then return 0 end
if (tonumber(redis.call('HGET', job, 'attempts:' .. plan) or 0) or 0) < most then
  redis.call('ZADD', waiting, order(plan, 0), member)
  redis.call('EXPIRE', waiting, long)
else
  redis.call('HSET', job, 'ended:' .. plan, 1)
  redis.call('XADD', results, '*', 'given-up', plan)
  redis.call('EXPIRE', results, seconds)
end
return 1
)lua";

/// waiting, leased, owners, job: the number of the attempt and the job, if nobody was faster.
constexpr std::string_view kTake = CAIRN_LUA_NOW R"lua(
local waiting, leased, owners, job = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local member, plan, worker, lease, long = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
if redis.call('ZREM', waiting, member) == 0 then return false end
if redis.call('HGET', job, 'state') ~= 'open' then return false end
redis.call('ZADD', leased, now + lease, member)
redis.call('EXPIRE', leased, long)
redis.call('HSET', owners, member, worker)
redis.call('EXPIRE', owners, long)
local attempts = tonumber(redis.call('HGET', job, 'attempts:' .. plan) or 0) or 0
if not (attempts >= 0 and attempts < 1e6) then attempts = 0 end
attempts = math.floor(attempts) + 1
redis.call('HSET', job, 'attempts:' .. plan, attempts)
return {attempts, redis.call('HGET', job, 'spec')}
)lua";

/// leased, owners, and the job of each member
constexpr std::string_view kRenew = CAIRN_LUA_NOW R"lua(
local leased, owners, worker, lease = KEYS[1], KEYS[2], ARGV[1], tonumber(ARGV[2])
local kept = {}
for i = 3, #ARGV do
  local member, job = ARGV[i], KEYS[i]
  kept[#kept + 1] = 0
  if redis.call('HGET', owners, member) == worker and redis.pcall('HGET', job, 'state') == 'open' then
    redis.call('ZADD', leased, now + lease, member)
    kept[#kept] = 1
  end
end
return kept
)lua";

/// leased, owners, job, results. Who lost the lease may still have found the answer.
constexpr std::string_view kFinish = R"lua(
local leased, owners, job, results = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local worker, member, plan, info, evidence = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local is_answer, seconds = ARGV[6], ARGV[7]
local is_owner = redis.call('HGET', owners, member) == worker
if redis.call('HGET', job, 'state') ~= 'open' then return 0 end
if not is_owner and is_answer ~= '1' then return 0 end
redis.call('XADD', results, '*', 'info', info, 'evidence', evidence)
redis.call('EXPIRE', results, seconds)
if is_owner then
  redis.call('ZREM', leased, member)
  redis.call('HDEL', owners, member)
  redis.call('HSET', job, 'ended:' .. plan, 1)
end
return 1
)lua";

/// waiting, leased, owners, job, status
constexpr std::string_view kRelease = CAIRN_LUA_ORDER R"lua(
local waiting, leased, owners, job, status = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local worker, member, plan, long = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if redis.call('HGET', owners, member) ~= worker then return 0 end
redis.call('HDEL', owners, member)
redis.call('ZREM', leased, member)
redis.call('DEL', status)
if redis.call('HGET', job, 'state') == 'open' then
  redis.pcall('HINCRBY', job, 'attempts:' .. plan, -1)
  redis.call('ZADD', waiting, order(plan, 0), member)
  redis.call('EXPIRE', waiting, long)
end
return 1
)lua";

/// waiting, leased, owners, job, results. The first end of a job is its end.
constexpr std::string_view kClose = R"lua(
local waiting, leased, owners, job, results = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, plans, state, verdict, seconds = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
if redis.call('HGET', job, 'state') ~= 'open' then return 0 end
redis.call('HSET', job, 'state', state, 'verdict', verdict)
for plan = 0, plans - 1 do
  local member = id .. '/' .. plan
  redis.call('ZREM', waiting, member)
  redis.call('ZREM', leased, member)
  redis.call('HDEL', owners, member)
end
redis.call('EXPIRE', job, seconds)
redis.call('EXPIRE', results, seconds)
return 1
)lua";

/// worker, workers
constexpr std::string_view kAnnounce = CAIRN_LUA_NOW R"lua(
local worker, workers, id, info, seconds = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3]
redis.call('SET', worker, info, 'EX', seconds)
redis.call('ZADD', workers, now, id)
redis.call('ZREMRANGEBYSCORE', workers, '-inf', now - seconds * 1000)
redis.call('EXPIRE', workers, seconds)
return 1
)lua";

#undef CAIRN_LUA_NOW
#undef CAIRN_LUA_ORDER

const std::string kJobs = keys::board("jobs"), kSequence = keys::board("sequence"),
                  kWaiting = keys::board("waiting"), kLeased = keys::board("leased"),
                  kOwners = keys::board("owners"), kWorkers = keys::board("workers");

/// Somebody has put something else where a job or its results were.
bool is_damage(const RemoteError& error) {
  return std::string_view(error.what()).find("WRONGTYPE") != std::string_view::npos;
}

/// Nobody gets it any more.
void drop(RedisConnection& redis, const std::string& member) {
  redis.run_script(kDrop, {kWaiting, kLeased, kOwners}, {member});
}

/// A job and a plan of it, from a name ID/PLAN that anybody may have written.
struct Member {
  std::string job;
  std::uint32_t plan = 0;
};

std::optional<Member> member_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos || !is_job_id(std::string_view(text).substr(0, slash)))
    return std::nullopt;
  const std::string plan = text.substr(slash + 1);
  if (plan.empty() || plan.size() > 6 || plan.find_first_not_of("0123456789") != plan.npos ||
      (plan.size() > 1 && plan[0] == '0'))
    return std::nullopt;
  return Member{text.substr(0, slash), static_cast<std::uint32_t>(std::stoul(plan))};
}

std::string field_of(const RedisReply& fields, std::string_view name) {
  for (std::size_t i = 0; i + 1 < fields.items.size(); i += 2)
    if (fields.items[i].text == name) return fields.items[i + 1].text;
  return "";
}

std::string milliseconds(std::chrono::milliseconds time) {
  return std::to_string(time.count());
}

/// Unpacked, if it can be.
std::optional<std::string> unpacked(const std::string& packed, std::uint64_t most) {
  try {
    return gunzip_within("message", packed, most);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<PlanResult> result_of(const RedisReply& fields, std::uint64_t most) {
  if (const std::string plan = field_of(fields, "given-up");
      !plan.empty() && plan.size() < 6 && plan.find_first_not_of("0123456789") == plan.npos) {
    PlanResult given_up;
    given_up.plan = static_cast<std::uint32_t>(std::stoul(plan));
    given_up.verdict = PlanResult::Verdict::Failed;
    given_up.reason = fmt::format("given up: {} workers ended while they had it", kMostAttempts);
    return given_up;
  }
  auto evidence = unpacked(field_of(fields, "evidence"), most);
  if (evidence) return result_from_json(field_of(fields, "info"), std::move(*evidence));
  // Its plan is over, even if nobody can read what it found.
  auto lost = result_from_json(field_of(fields, "info"), std::nullopt);
  if (!lost) return std::nullopt;
  lost->verdict = PlanResult::Verdict::Failed;
  lost->reason = "its evidence is damaged or too large";
  return lost;
}

}  // namespace

bool submit(RedisConnection& redis, const std::string& id, const JobSpec& spec,
            const std::string& model) {
  // The model first: who takes the job wants it.
  const std::string key = keys::model(spec.model);
  if (redis.call({"EXPIRE", key, keys::kOpenSeconds}).integer == 0)
    redis.call({"SET", key, gzip(model), "EX", keys::kOpenSeconds});
  return redis
             .run_script(kSubmit, {keys::job(id), kJobs, kSequence, kWaiting},
                         {id, to_json(spec), std::to_string(spec.plans.size()),
                          std::string(keys::kOpenSeconds), std::string(keys::kBoardSeconds)})
             .integer == 1;
}

Results results(RedisConnection& redis, const std::string& id, std::string& cursor,
                std::uint64_t most) {
  Results found;
  const RedisReply reply =
      redis.call({"XREAD", "COUNT", "1", "STREAMS", keys::results(id), cursor});
  if (reply.items.empty() || reply.items[0].items.size() != 2) return found;
  for (const RedisReply& entry : reply.items[0].items[1].items) {
    if (entry.items.size() != 2) continue;
    cursor = entry.items[0].text;
    if (auto result = result_of(entry.items[1], most))
      found.results.push_back(std::move(*result));
    else
      ++found.damaged;
  }
  return found;
}

void close(RedisConnection& redis, const std::string& id, std::size_t plans,
           const std::string& state, const std::string& verdict) {
  redis.run_script(kClose, {kWaiting, kLeased, kOwners, keys::job(id), keys::results(id)},
                   {id, std::to_string(plans), state, verdict, std::string(keys::kClosedSeconds)});
}

namespace {

/// The plan is taken if nobody was faster and its job is open and whole.
std::optional<Lease> take_one(RedisConnection& redis, const Member& wanted,
                              const std::string& worker, std::chrono::milliseconds lease) {
  Lease taken;
  taken.job = wanted.job;
  taken.plan = wanted.plan;
  const RedisReply reply =
      redis.run_script(kTake, {kWaiting, kLeased, kOwners, keys::job(wanted.job)},
                       {taken.member(), std::to_string(wanted.plan), worker, milliseconds(lease),
                        std::string(keys::kBoardSeconds)});
  if (reply.items.size() != 2) return std::nullopt;
  taken.attempt = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
      reply.items[0].integer, 1, std::numeric_limits<std::uint32_t>::max()));
  auto spec = job_from_json(reply.items[1].text);
  // Left to itself, such a job would come back for ever.
  if (!spec || taken.plan >= spec->plans.size()) {
    PlanResult refused;
    refused.plan = taken.plan;
    refused.verdict = PlanResult::Verdict::Failed;
    refused.worker = worker;
    refused.reason = "the job is damaged, or of another version of Cairn";
    finish(redis, taken, refused);
    return std::nullopt;
  }
  taken.spec = std::move(*spec);
  return taken;
}

void reclaim(RedisConnection& redis, const Member& member, const std::string& name) {
  redis.run_script(kReclaim,
                   {kWaiting, kLeased, kOwners, keys::job(member.job), keys::results(member.job)},
                   {name, std::to_string(member.plan), std::to_string(kMostAttempts),
                    std::string(keys::kOpenSeconds), std::string(keys::kBoardSeconds)});
}

}  // namespace

std::optional<Lease> take(RedisConnection& redis, const std::string& worker,
                          std::chrono::milliseconds lease) {
  // As many as may be gone when their turn comes, because others look at the same time.
  constexpr const char* kCandidates = "16";
  std::optional<Lease> taken;
  // One that is damaged must not keep the others from being found.
  const auto visit = [&](const RedisReply& name, const auto& use) {
    const auto member = member_of(name.text);
    if (!member) return drop(redis, name.text);
    try {
      use(*member);
    } catch (const RemoteError& error) {
      if (!is_damage(error)) throw;
      drop(redis, name.text);
    }
  };
  for (int look = 0; look < 2; ++look) {
    const RedisReply seen = redis.run_script(kLook, {kWaiting, kLeased}, {kCandidates});
    if (seen.items.size() != 2) return std::nullopt;
    for (const RedisReply& name : seen.items[0].items)
      visit(name, [&](const Member& member) { reclaim(redis, member, name.text); });
    for (const RedisReply& name : seen.items[1].items) {
      visit(name, [&](const Member& member) { taken = take_one(redis, member, worker, lease); });
      if (taken) return taken;
    }
    // What was reclaimed is there at the second look.
    if (seen.items[0].items.empty()) return std::nullopt;
  }
  return std::nullopt;
}

std::vector<bool> renew(RedisConnection& redis, const std::string& worker,
                        std::chrono::milliseconds lease, const std::vector<std::string>& members) {
  if (members.empty()) return {};
  std::vector<std::string> keys_of{kLeased, kOwners};
  std::vector<std::string> arguments{worker, milliseconds(lease)};
  for (const std::string& member : members) {
    keys_of.push_back(keys::job(member.substr(0, member.find('/'))));
    arguments.push_back(member);
  }
  const RedisReply reply = redis.run_script(kRenew, keys_of, arguments);
  std::vector<bool> kept(members.size(), false);
  for (std::size_t i = 0; i < kept.size() && i < reply.items.size(); ++i)
    kept[i] = reply.items[i].integer == 1;
  return kept;
}

void finish(RedisConnection& redis, const Lease& lease, const PlanResult& result) {
  const bool is_answer = result.verdict == PlanResult::Verdict::Answer;
  try {
    redis.run_script(
        kFinish, {kLeased, kOwners, keys::job(lease.job), keys::results(lease.job)},
        {result.worker, lease.member(), std::to_string(lease.plan), to_json(result),
         gzip(result.evidence), is_answer ? "1" : "0", std::string(keys::kOpenSeconds)});
  } catch (const RemoteError& error) {
    // There is nowhere to put it, and there will be nowhere.
    if (!is_damage(error)) throw;
    drop(redis, lease.member());
  }
}

void release(RedisConnection& redis, const std::string& worker, const std::string& member) {
  const auto parts = member_of(member);
  if (!parts) return;
  redis.run_script(
      kRelease,
      {kWaiting, kLeased, kOwners, keys::job(parts->job), keys::status(parts->job, parts->plan)},
      {worker, member, std::to_string(parts->plan), std::string(keys::kBoardSeconds)});
}

std::optional<std::string> model(RedisConnection& redis, const std::string& hash,
                                 std::string& problem, std::uint64_t most) {
  RedisReply reply;
  try {
    reply = redis.call({"GET", keys::model(hash)});
  } catch (const RemoteError& error) {
    if (!is_damage(error)) throw;
  }
  if (reply.kind != Kind::String) {
    problem = "the job's model is missing";
    return std::nullopt;
  }
  const std::uint64_t usual = std::max<std::uint64_t>(kMostBytes, unpack_limit(reply.text.size()));
  auto bytes = unpacked(reply.text, std::min(usual, most));
  if (!bytes || sha256(*bytes) != hash) {
    problem = "the job's model is not the one that its hash names, or too large";
    return std::nullopt;
  }
  return bytes;
}

void announce(RedisConnection& redis, WorkerInfo& worker) {
  const RedisReply time = redis.call({"TIME"});
  if (!time.items.empty()) worker.seen = std::atoll(time.items[0].text.c_str());
  redis.run_script(kAnnounce, {keys::worker(worker.id), kWorkers},
                   {worker.id, to_json(worker), std::string(keys::kWorkerSeconds)});
}

void sign_off(RedisConnection& redis, const std::string& worker) {
  redis.call({"DEL", keys::worker(worker)});
  redis.call({"ZREM", kWorkers, worker});
}

std::optional<JobView> view(RedisConnection& redis, const std::string& id) {
  if (!is_job_id(id)) return std::nullopt;
  const RedisReply fields = redis.call({"HGETALL", keys::job(id)});
  auto spec = job_from_json(field_of(fields, "spec"));
  if (!spec) return std::nullopt;
  JobView seen{id, std::move(*spec), field_of(fields, "state"), field_of(fields, "verdict"), {}};
  seen.plans.resize(seen.spec.plans.size());
  if (seen.plans.empty()) return seen;
  std::vector<std::string> members, statuses;
  for (std::size_t i = 0; i < seen.plans.size(); ++i) {
    members.push_back(fmt::format("{}/{}", id, i));
    statuses.push_back(keys::status(id, static_cast<std::uint32_t>(i)));
  }
  RedisConnection::Words owners{"HMGET", kOwners}, status{"MGET"};
  owners.insert(owners.end(), members.begin(), members.end());
  status.insert(status.end(), statuses.begin(), statuses.end());
  redis.add(owners);
  redis.add(status);
  const std::vector<RedisReply> replies = redis.replies();
  for (std::size_t i = 0; i < seen.plans.size(); ++i) {
    JobView::Plan& plan = seen.plans[i];
    plan.ended = !field_of(fields, fmt::format("ended:{}", i)).empty();
    if (i < replies[0].items.size()) plan.owner = replies[0].items[i].text;
    if (i < replies[1].items.size()) plan.status = status_from_json(replies[1].items[i].text);
  }
  return seen;
}

std::vector<std::string> jobs(RedisConnection& redis) {
  std::vector<std::string> found;
  for (const RedisReply& id : redis.call({"ZREVRANGE", kJobs, "0", "999"}).items) {
    if (is_job_id(id.text) && redis.call({"EXISTS", keys::job(id.text)}).integer == 1)
      found.push_back(id.text);
    else
      redis.call({"ZREM", kJobs, id.text});  // its time is over, or it is none
  }
  return found;
}

std::vector<WorkerInfo> workers(RedisConnection& redis) {
  std::vector<std::string> names;
  for (const RedisReply& id : redis.call({"ZRANGE", kWorkers, "0", "9999"}).items)
    names.push_back(keys::worker(id.text));
  std::vector<WorkerInfo> found;
  if (names.empty()) return found;
  RedisConnection::Words words{"MGET"};
  words.insert(words.end(), names.begin(), names.end());
  for (const RedisReply& info : redis.call(words).items)
    if (auto worker = worker_from_json(info.text)) found.push_back(std::move(*worker));
  return found;
}

}  // namespace cairn::board
