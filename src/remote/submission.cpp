// SPDX-License-Identifier: MIT
#include "remote/submission.h"

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "remote/keys.h"

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience{2000};

}  // namespace

void Submission::submit() {
  try {
    board::submit(link_.open(), id_, spec_, model_);
    return;
  } catch (const RemoteError& error) {
    if (error.kind() != RemoteError::Kind::Lost || !link_.is_up()) throw;
  }
  // The server was there and went. Whether the job is there is open; asking again is harmless.
  constexpr std::chrono::seconds kReturn{30};
  const auto deadline = Clock::now() + kReturn;
  while (!link_.attempt(
      [this](RedisConnection& redis) { board::submit(redis, id_, spec_, model_); })) {
    if (Clock::now() >= deadline)
      throw RemoteError(RemoteError::Kind::Lost,
                        "Redis at " + link_.address().text() + ": it went before it had the job");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Submission::End Submission::wait(const Budget& budget, const Judge& judge,
                                 const Observer& observer) {
  observer_ = observer;
  constexpr std::chrono::milliseconds kPeriod{50};
  while (!budget.exhausted()) {
    std::vector<PlanResult> results;
    News news = News::None;
    const bool looked = link_.attempt([&](RedisConnection& redis) { news = look(redis, results); });
    std::string verdict;
    bool is_accepted = false;
    for (PlanResult& result : results)
      if (!is_accepted) is_accepted = consider(std::move(result), budget, judge, verdict);
    if (results.empty() && !postponed_.empty()) {
      Postponed next = std::move(postponed_.front());
      postponed_.pop_front();
      is_accepted = decide(std::move(next.result), next.attempt, budget, judge, verdict);
    }
    if (is_accepted) {
      link_.attempt([this](RedisConnection& redis) { look_at_job(redis); });
      close("done", verdict, kPatience);
      return End::Accepted;
    }
    if (budget.exhausted()) break;
    if (looked && news == News::Gone) return End::Cancelled;
    if (!postponed_.empty()) continue;
    if (std::find(ended_.begin(), ended_.end(), false) == ended_.end()) {
      close("done", "unknown", kPatience);
      return End::Exhausted;
    }
    if (!looked || news == News::None) std::this_thread::sleep_for(kPeriod);
  }
  // Who stops must be gone soon.
  if (when_stopped_ == WhenStopped::Cancel) close("cancelled", "unknown", {});
  return End::Stopped;
}

Submission::News Submission::look(RedisConnection& redis, std::vector<PlanResult>& results) {
  const std::uint64_t damaged_before = counts_.damaged;
  board::Results found = board::results(redis, id_, cursor_, most_evidence_);
  counts_.damaged += found.damaged;
  if (damaged_before == 0 && found.damaged > 0)
    log_.warning(
        "results that are damaged or of another version of Cairn are skipped; this is "
        "said once");
  results = std::move(found.results);
  if (!results.empty() || found.damaged > 0) return News::Some;
  constexpr std::chrono::milliseconds kOften{1000};
  if (Clock::now() < next_state_) return News::None;
  next_state_ = Clock::now() + kOften;
  mention_lack_of_workers(redis);
  return look_at_job(redis);
}

Submission::News Submission::look_at_job(RedisConnection& redis) {
  if (redis.call({"EXISTS", keys::job(id_)}).integer == 0) {
    log_.warning("Redis has lost the job (does it keep its data on disk?); it is submitted again");
    board::submit(redis, id_, spec_, model_);
    cursor_ = "0-0";
    ended_.assign(ended_.size(), false);
    return News::None;
  }
  const auto job = board::view(redis, id_);
  if (job && observer_.seen) observer_.seen(*job);
  if (!job || job->state != "open") return News::Gone;
  if (redis.call({"EXISTS", keys::model(spec_.model)}).integer == 0)
    board::submit(redis, id_, spec_, model_);
  return News::None;
}

void Submission::tell(const PlanResult& result, const std::string& what) const {
  if (observer_.ended && result.plan < spec_.plans.size()) observer_.ended(result.plan, what);
}

/// True if it is the answer.
bool Submission::consider(PlanResult result, const Budget& budget, const Judge& judge,
                          std::string& verdict) {
  ++counts_.results;
  if (result.plan < ended_.size()) ended_[result.plan] = true;
  if (result.verdict == PlanResult::Verdict::Failed) {
    ++counts_.failed;
    log_.warning("plan {} failed at {}: {}", name_of(result), printable(result.worker),
                 printable(result.reason));
    tell(result, "lost: " + printable(result.reason));
    return false;
  }
  if (result.verdict == PlanResult::Verdict::Unknown) {
    log_.info("plan {} gave up; its worker says, and nobody has checked it: {}", name_of(result),
              printable(result.reason));
    tell(result, "gave up: " + printable(result.reason));
    return false;
  }
  return decide(std::move(result), 0, budget, judge, verdict);
}

bool Submission::decide(PlanResult result, std::uint32_t attempt, const Budget& budget,
                        const Judge& judge, std::string& verdict) {
  switch (judge(result, attempt, verdict)) {
    case Judgement::Accepted:
      tell(result, "won");
      accepted_ = std::move(result);
      return true;
    case Judgement::Rejected:
      ++counts_.rejected;
      tell(result, "lost: its answer did not pass the check");
      log_.warning("the answer of plan {} at {} did not pass its check and does not count",
                   name_of(result), printable(result.worker));
      return false;
    case Judgement::Later:
      postponed_.push_back({std::move(result), attempt + 1});
      return false;
    case Judgement::Undecided:
      break;
  }
  if (budget.exhausted()) return false;
  ++counts_.rejected;
  tell(result, "lost: its answer could not be checked");
  log_.warning("the answer of plan {} at {} could not be checked and does not count",
               name_of(result), printable(result.worker));
  return false;
}

std::string Submission::name_of(const PlanResult& result) const {
  return result.plan < spec_.plans.size() ? printable(spec_.plans[result.plan].name) : "?";
}

void Submission::close(const char* state, const std::string& verdict,
                       std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  bool closed = false;
  do {
    closed = link_.attempt([&](RedisConnection& redis) {
      board::close(redis, id_, spec_.plans.size(), state, verdict);
    });
    if (!closed) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  } while (!closed && Clock::now() < deadline);
  if (!closed)
    log_.warning("the job could not be taken off the board; do that with: cairn jobs cancel {}",
                 id_);
}

void Submission::mention_lack_of_workers(RedisConnection& redis) {
  constexpr std::chrono::seconds kWhile{3};
  if (said_lonely_ || Clock::now() - begin_ < kWhile) return;
  said_lonely_ = true;
  if (board::workers(redis).empty())
    log_.info("no worker is there yet; start some: cairn worker --redis {}",
              link_.address().text());
}

}  // namespace cairn
