// SPDX-License-Identifier: MIT
#include "remote/board.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/sha256.h"
#include "format/gzip_reader.h"
#include "format/gzip_writer.h"
#include "format/source.h"
#include "remote/keys.h"

namespace cairn::board {
namespace {

using Kind = RedisReply::Kind;

/// What every script begins with: the names of keys.h, and the server's time in milliseconds.
constexpr std::string_view kPrologue = R"lua(
local prefix = 'cairn1:'
local jobs, waiting, leased, owners =
  prefix .. 'jobs', prefix .. 'waiting', prefix .. 'leased', prefix .. 'owners'
local function job_key(id) return prefix .. 'job:' .. id end
local function split(member) return string.match(member, '^(%w+)/(%d+)$') end
local function order(plan, number) return tonumber(plan) * 1e9 + number end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
)lua";

constexpr std::string_view kSubmit = R"lua(
local id, spec, plans, seconds = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
if redis.call('EXISTS', job_key(id)) == 1 then return 0 end
redis.call('HSET', job_key(id), 'spec', spec, 'state', 'open')
redis.call('EXPIRE', job_key(id), seconds)
redis.call('ZADD', jobs, now, id)
local number = redis.call('INCR', prefix .. 'sequence')
for plan = 0, plans - 1 do redis.call('ZADD', waiting, order(plan, number), id .. '/' .. plan) end
return 1
)lua";

constexpr std::string_view kTake = R"lua(
local worker, lease, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
for _, member in ipairs(redis.call('ZRANGEBYSCORE', leased, '-inf', now, 'LIMIT', 0, 100)) do
  local id, plan = split(member)
  redis.call('ZREM', leased, member)
  redis.call('HDEL', owners, member)
  if redis.call('HGET', job_key(id), 'state') == 'open' then
    if tonumber(redis.call('HGET', job_key(id), 'attempts:' .. plan) or 0) < most then
      redis.call('ZADD', waiting, order(plan, 0), member)
    else
      redis.call('HSET', job_key(id), 'ended:' .. plan, 1)
      redis.call('XADD', job_key(id) .. ':results', '*', 'given-up', plan)
    end
  end
end
for _ = 1, 100 do
  local member = redis.call('ZPOPMIN', waiting)[1]
  if not member then return false end
  local id, plan = split(member)
  if redis.call('HGET', job_key(id), 'state') == 'open' then
    redis.call('ZADD', leased, now + lease, member)
    redis.call('HSET', owners, member, worker)
    local attempt = redis.call('HINCRBY', job_key(id), 'attempts:' .. plan, 1)
    return {id, tonumber(plan), attempt, redis.call('HGET', job_key(id), 'spec')}
  end
end
return false
)lua";

constexpr std::string_view kRenew = R"lua(
local worker, lease = ARGV[1], tonumber(ARGV[2])
local kept = {}
for i = 3, #ARGV do
  local member = ARGV[i]
  local id = split(member)
  if redis.call('HGET', owners, member) == worker and
     redis.call('HGET', job_key(id), 'state') == 'open' then
    redis.call('ZADD', leased, now + lease, member)
    kept[#kept + 1] = 1
  else
    kept[#kept + 1] = 0
  end
end
return kept
)lua";

/// Who lost the lease may still have found the answer.
constexpr std::string_view kFinish = R"lua(
local worker, member, info, evidence, is_answer = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local id, plan = split(member)
local is_owner = redis.call('HGET', owners, member) == worker
if redis.call('HGET', job_key(id), 'state') ~= 'open' then return 0 end
if not is_owner and is_answer ~= '1' then return 0 end
local results = job_key(id) .. ':results'
redis.call('XADD', results, '*', 'info', info, 'evidence', evidence)
redis.call('EXPIRE', results, ARGV[6])
if is_owner then
  redis.call('ZREM', leased, member)
  redis.call('HDEL', owners, member)
  redis.call('HSET', job_key(id), 'ended:' .. plan, 1)
end
return 1
)lua";

constexpr std::string_view kRelease = R"lua(
local worker, member = ARGV[1], ARGV[2]
local id, plan = split(member)
if redis.call('HGET', owners, member) ~= worker then return 0 end
redis.call('HDEL', owners, member)
redis.call('ZREM', leased, member)
redis.call('HDEL', job_key(id) .. ':status', plan)
if redis.call('HGET', job_key(id), 'state') == 'open' then
  redis.call('HINCRBY', job_key(id), 'attempts:' .. plan, -1)
  redis.call('ZADD', waiting, order(plan, 0), member)
end
return 1
)lua";

/// The first end of a job is its end.
constexpr std::string_view kClose = R"lua(
local id, plans, state, verdict, seconds = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
if redis.call('HGET', job_key(id), 'state') ~= 'open' then return 0 end
redis.call('HSET', job_key(id), 'state', state, 'verdict', verdict)
for plan = 0, plans - 1 do
  local member = id .. '/' .. plan
  redis.call('ZREM', waiting, member)
  redis.call('ZREM', leased, member)
  redis.call('HDEL', owners, member)
end
redis.call('DEL', job_key(id) .. ':status')
redis.call('EXPIRE', job_key(id), seconds)
redis.call('EXPIRE', job_key(id) .. ':results', seconds)
return 1
)lua";

RedisReply run(RedisConnection& redis, std::string_view script,
               const std::vector<std::string>& arguments) {
  const std::string text = std::string(kPrologue).append(script);
  RedisConnection::Words words{"EVAL", text, "0"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return redis.call(words);
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
  return run(redis, kSubmit,
             {id, to_json(spec), std::to_string(spec.plans.size()),
              std::string(keys::kOpenSeconds)})
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
  run(redis, kClose,
      {id, std::to_string(plans), state, verdict, std::string(keys::kClosedSeconds)});
}

std::optional<Lease> take(RedisConnection& redis, const std::string& worker,
                          std::chrono::milliseconds lease) {
  const RedisReply reply =
      run(redis, kTake, {worker, milliseconds(lease), std::to_string(kMostAttempts)});
  if (reply.items.size() != 4) return std::nullopt;
  Lease taken;
  taken.job = reply.items[0].text;
  taken.plan = static_cast<std::uint32_t>(reply.items[1].integer);
  taken.attempt = static_cast<std::uint32_t>(reply.items[2].integer);
  auto spec = job_from_json(reply.items[3].text);
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

std::vector<bool> renew(RedisConnection& redis, const std::string& worker,
                        std::chrono::milliseconds lease, const std::vector<std::string>& members) {
  if (members.empty()) return {};
  std::vector<std::string> arguments{worker, milliseconds(lease)};
  arguments.insert(arguments.end(), members.begin(), members.end());
  const RedisReply reply = run(redis, kRenew, arguments);
  std::vector<bool> kept(members.size(), false);
  for (std::size_t i = 0; i < kept.size() && i < reply.items.size(); ++i)
    kept[i] = reply.items[i].integer == 1;
  return kept;
}

void finish(RedisConnection& redis, const Lease& lease, const PlanResult& result) {
  const bool is_answer = result.verdict == PlanResult::Verdict::Answer;
  run(redis, kFinish,
      {result.worker, lease.member(), to_json(result), gzip(result.evidence), is_answer ? "1" : "0",
       std::string(keys::kOpenSeconds)});
}

void release(RedisConnection& redis, const std::string& worker, const std::string& member) {
  run(redis, kRelease, {worker, member});
}

std::optional<std::string> model(RedisConnection& redis, const std::string& hash) {
  const RedisReply reply = redis.call({"GET", keys::model(hash)});
  if (reply.kind != Kind::String) return std::nullopt;
  auto bytes =
      unpacked(reply.text, std::max<std::uint64_t>(kMostBytes, unpack_limit(reply.text.size())));
  if (!bytes || sha256(*bytes) != hash) return std::nullopt;
  return bytes;
}

void announce(RedisConnection& redis, WorkerInfo& worker) {
  const RedisReply time = redis.call({"TIME"});
  if (!time.items.empty()) worker.seen = std::atoll(time.items[0].text.c_str());
  redis.call({"HSET", keys::with_prefix("workers"), worker.id, to_json(worker)});
}

void sign_off(RedisConnection& redis, const std::string& worker) {
  redis.call({"HDEL", keys::with_prefix("workers"), worker});
}

std::optional<JobView> view(RedisConnection& redis, const std::string& id) {
  redis.add({"HGETALL", keys::job(id)});
  redis.add({"HGETALL", keys::status(id)});
  const std::vector<RedisReply> replies = redis.replies();
  const RedisReply& fields = replies[0];
  auto spec = job_from_json(field_of(fields, "spec"));
  if (!spec) return std::nullopt;
  JobView seen{id, std::move(*spec), field_of(fields, "state"), field_of(fields, "verdict"), {}};
  seen.plans.resize(seen.spec.plans.size());
  RedisConnection::Words words{"HMGET"};
  const std::string owners = keys::with_prefix("owners");
  words.push_back(owners);
  std::vector<std::string> members;
  for (std::size_t i = 0; i < seen.plans.size(); ++i)
    members.push_back(fmt::format("{}/{}", id, i));
  words.insert(words.end(), members.begin(), members.end());
  const RedisReply owner = members.empty() ? RedisReply{} : redis.call(words);
  for (std::size_t i = 0; i < seen.plans.size(); ++i) {
    JobView::Plan& plan = seen.plans[i];
    plan.ended = !field_of(fields, fmt::format("ended:{}", i)).empty();
    if (i < owner.items.size()) plan.owner = owner.items[i].text;
    plan.status = status_from_json(field_of(replies[1], std::to_string(i)));
  }
  return seen;
}

std::vector<std::string> jobs(RedisConnection& redis) {
  const std::string key = keys::with_prefix("jobs");
  std::vector<std::string> found;
  for (const RedisReply& id : redis.call({"ZREVRANGE", key, "0", "999"}).items) {
    if (redis.call({"EXISTS", keys::job(id.text)}).integer == 1)
      found.push_back(id.text);
    else
      redis.call({"ZREM", key, id.text});  // its time is over
  }
  return found;
}

std::vector<WorkerInfo> workers(RedisConnection& redis) {
  constexpr std::int64_t kSilence = 30;
  const RedisReply time = redis.call({"TIME"});
  const std::int64_t now = time.items.empty() ? 0 : std::atoll(time.items[0].text.c_str());
  const std::string key = keys::with_prefix("workers");
  const RedisReply fields = redis.call({"HGETALL", key});
  std::vector<WorkerInfo> found;
  for (std::size_t i = 0; i + 1 < fields.items.size(); i += 2) {
    auto worker = worker_from_json(fields.items[i + 1].text);
    if (worker && worker->seen + kSilence >= now)
      found.push_back(std::move(*worker));
    else
      redis.call({"HDEL", key, fields.items[i].text});
  }
  return found;
}

}  // namespace cairn::board
