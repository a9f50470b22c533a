// SPDX-License-Identifier: MIT
#include "remote/board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "base/sha256.h"
#include "remote/keys.h"
#include "remote/random_id.h"
#include "support/jobs.h"
#include "support/redis_server.h"

namespace cairn {
namespace {

using support::kTinyModel;
using support::RedisServer;
using support::tiny_job;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLong = 1h, kShort = 1ms;
PlanResult answer(const std::string& worker, std::uint32_t plan) {
  PlanResult result;
  result.worker = worker;
  result.plan = plan;
  result.verdict = PlanResult::Verdict::Answer;
  result.evidence = "evidence";
  return result;
}

/// The member that `worker` gets, or nothing.
std::string taken(RedisConnection& redis, const std::string& worker,
                  std::chrono::milliseconds lease = kLong) {
  const auto got = board::take(redis, worker, lease);
  return got ? got->member() : "";
}

class Board : public testing::Test {
 protected:
  void SetUp() override {
    CAIRN_NEEDS_REDIS();
    server_.emplace();
    redis_.emplace(server_->address());
  }

  RedisConnection& redis() { return *redis_; }
  std::optional<std::string> model(const std::string& hash) {
    std::string problem;
    return board::model(redis(), hash, problem);
  }
  /// Keys that would stay for ever.
  std::vector<std::string> immortal() {
    std::vector<std::string> found;
    for (const RedisReply& key : redis().call({"KEYS", "*"}).items)
      if (redis().call({"TTL", key.text}).integer < 0) found.push_back(key.text);
    return found;
  }
  std::vector<PlanResult> results(const std::string& id, std::uint64_t most = board::kMostBytes) {
    std::string cursor = "0-0";
    std::vector<PlanResult> all;
    while (true) {
      const std::string before = cursor;
      for (PlanResult& result : board::results(redis(), id, cursor, most).results)
        all.push_back(std::move(result));
      if (cursor == before) return all;
    }
  }

  std::optional<RedisServer> server_;
  std::optional<RedisConnection> redis_;
};

TEST_F(Board, HandsOutEachPlanOnce) {
  EXPECT_TRUE(board::submit(redis(), "a", tiny_job(2), kTinyModel));
  EXPECT_FALSE(board::submit(redis(), "a", tiny_job(2), kTinyModel));
  const auto lease = board::take(redis(), "w", kLong);
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->member(), "a/0");
  EXPECT_EQ(lease->attempt, 1u);
  EXPECT_EQ(lease->spec, tiny_job(2));
  EXPECT_EQ(model(lease->spec.model), kTinyModel);
  EXPECT_EQ(taken(redis(), "w"), "a/1");
  EXPECT_EQ(taken(redis(), "w"), "");
}

TEST_F(Board, EvidenceMayBePackedAsWellAsItLikes) {
  constexpr std::size_t kMegabytes = 64;
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  const auto lease = board::take(redis(), "w", kLong);
  PlanResult result = answer("w", 0);
  result.evidence.assign(kMegabytes << 20, '\0');
  board::finish(redis(), *lease, result);
  EXPECT_THAT(results("a"), testing::ElementsAre(result));
  const auto refused = results("a", (kMegabytes << 20) - 1);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].verdict, PlanResult::Verdict::Failed);
  EXPECT_THAT(refused[0].reason, testing::HasSubstr("too large"));
}

TEST_F(Board, FirstPlansOfAllJobsComeFirst) {
  board::submit(redis(), "a", tiny_job(2), kTinyModel);
  board::submit(redis(), "b", tiny_job(2), kTinyModel);
  std::vector<std::string> order;
  for (int i = 0; i < 4; ++i) order.push_back(taken(redis(), "w"));
  EXPECT_THAT(order, testing::ElementsAre("a/0", "b/0", "a/1", "b/1"));
}

TEST_F(Board, LeasesEndWithoutSignsOfLife) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  EXPECT_EQ(taken(redis(), "dead", kShort), "a/0");
  std::this_thread::sleep_for(10ms);
  const auto again = board::take(redis(), "alive", kLong);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempt, 2u);
  EXPECT_THAT(board::renew(redis(), "dead", kLong, {"a/0"}), testing::ElementsAre(false));
  EXPECT_THAT(board::renew(redis(), "alive", kLong, {"a/0"}), testing::ElementsAre(true));
}

TEST_F(Board, WhoIsLateButFirstKeepsTheLease) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  EXPECT_EQ(taken(redis(), "slow", kShort), "a/0");
  std::this_thread::sleep_for(10ms);
  EXPECT_THAT(board::renew(redis(), "slow", kLong, {"a/0"}), testing::ElementsAre(true));
  EXPECT_EQ(taken(redis(), "other"), "");
}

TEST_F(Board, PlansThatKillTheirWorkersAreGivenUp) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  for (std::uint32_t i = 0; i < board::kMostAttempts; ++i) {
    EXPECT_EQ(taken(redis(), "w", kShort), "a/0");
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(taken(redis(), "w"), "");
  ASSERT_EQ(results("a").size(), 1u);
  EXPECT_EQ(results("a")[0].verdict, PlanResult::Verdict::Failed);
}

TEST_F(Board, ResultsArriveWithTheirEvidence) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  const auto lease = board::take(redis(), "w", kLong);
  board::finish(redis(), *lease, answer("w", 0));
  EXPECT_THAT(results("a"), testing::ElementsAre(answer("w", 0)));
  EXPECT_EQ(taken(redis(), "w"), "");
}

TEST_F(Board, ALateAnswerIsStillAnAnswer) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  const auto lease = board::take(redis(), "slow", kShort);
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(taken(redis(), "other"), "a/0");
  PlanResult nothing = answer("slow", 0);
  nothing.verdict = PlanResult::Verdict::Unknown;
  board::finish(redis(), *lease, nothing);
  EXPECT_TRUE(results("a").empty());
  board::finish(redis(), *lease, answer("slow", 0));
  EXPECT_EQ(results("a").size(), 1u);
  EXPECT_THAT(board::renew(redis(), "other", kLong, {"a/0"}), testing::ElementsAre(true));
}

TEST_F(Board, NobodyWorksOnWhatIsOver) {
  board::submit(redis(), "a", tiny_job(3), kTinyModel);
  EXPECT_EQ(taken(redis(), "w"), "a/0");
  board::close(redis(), "a", 3, "done", "safe");
  EXPECT_THAT(board::renew(redis(), "w", kLong, {"a/0"}), testing::ElementsAre(false));
  EXPECT_EQ(taken(redis(), "w"), "");
  board::close(redis(), "a", 3, "cancelled", "unknown");  // too late
  const auto view = board::view(redis(), "a");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->state, "done");
  EXPECT_EQ(view->verdict, "safe");
}

TEST_F(Board, WhatIsGivenBackIsThereForOthers) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  EXPECT_EQ(taken(redis(), "w"), "a/0");
  board::release(redis(), "stranger", "a/0");
  EXPECT_EQ(taken(redis(), "x"), "");
  board::release(redis(), "w", "a/0");
  const auto again = board::take(redis(), "x", kLong);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempt, 1u);
}

TEST_F(Board, SurvivesARestart) {
  board::submit(redis(), "a", tiny_job(2), kTinyModel);
  EXPECT_EQ(taken(redis(), "w"), "a/0");
  server_->kill();
  server_->start();
  redis_.emplace(server_->address());
  EXPECT_THAT(board::renew(redis(), "w", kLong, {"a/0"}), testing::ElementsAre(true));
  EXPECT_EQ(taken(redis(), "w"), "a/1");
  EXPECT_EQ(model(sha256(kTinyModel)), kTinyModel);
}

TEST_F(Board, DamagedModelsAreNoModels) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  redis().call({"SET", keys::model(sha256(kTinyModel)), "something else"});
  std::string problem;
  EXPECT_EQ(board::model(redis(), sha256(kTinyModel), problem), std::nullopt);
  EXPECT_THAT(problem, testing::HasSubstr("not the one that its hash names"));
  redis().call({"LPUSH", keys::model("list"), "x"});
  EXPECT_EQ(board::model(redis(), "list", problem), std::nullopt);
  EXPECT_EQ(board::model(redis(), "missing", problem), std::nullopt);
  EXPECT_THAT(problem, testing::HasSubstr("is missing"));
}

TEST_F(Board, DamagedResultsAreCounted) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  redis().call({"XADD", keys::results("a"), "*", "info", "{}", "evidence", "x"});
  redis().call({"XADD", keys::results("a"), "*", "given-up", "abc"});
  std::string cursor = "0-0";
  EXPECT_EQ(board::results(redis(), "a", cursor).damaged, 1u);
  EXPECT_EQ(board::results(redis(), "a", cursor).damaged, 1u);
  EXPECT_EQ(board::results(redis(), "a", cursor).damaged, 0u);
}

TEST_F(Board, JobsOfOtherVersionsDoNotComeBack) {
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  redis().call({"HSET", keys::job("a"), "spec", "{\"v\":9}"});
  EXPECT_EQ(taken(redis(), "w"), "");
  EXPECT_EQ(taken(redis(), "w", kLong), "");
  ASSERT_EQ(results("a").size(), 1u);
  EXPECT_EQ(results("a")[0].verdict, PlanResult::Verdict::Failed);
}

TEST_F(Board, ShowsWhatThereIs) {
  board::submit(redis(), "a", tiny_job(2), kTinyModel);
  board::submit(redis(), "b", tiny_job(1), kTinyModel);
  taken(redis(), "w");
  const PlanStatus status{"w", "ic3", 4, 5, 6, 7, 8, 9, 10, 11.5};
  redis().call({"SET", keys::status("a", 0), to_json(status)});
  const auto view = board::view(redis(), "a");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->state, "open");
  ASSERT_EQ(view->plans.size(), 2u);
  EXPECT_EQ(view->plans[0].owner, "w");
  EXPECT_EQ(view->plans[0].status, status);
  EXPECT_EQ(view->plans[1].owner, "");
  EXPECT_FALSE(board::view(redis(), "nobody"));
  EXPECT_THAT(board::jobs(redis()), testing::UnorderedElementsAre("a", "b"));
  WorkerInfo worker{"w", "host", 1, "0", 0, 0};
  board::announce(redis(), worker);
  EXPECT_THAT(board::workers(redis()), testing::ElementsAre(worker));
  redis().call({"PEXPIRE", keys::worker("w"), "1"});
  std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(board::workers(redis()).empty());
}

TEST_F(Board, NothingStaysForEver) {
  WorkerInfo worker{"w", "host", 1, "0", 0, 0};
  board::announce(redis(), worker);
  EXPECT_THAT(immortal(), testing::IsEmpty());
  board::submit(redis(), "a", tiny_job(3), kTinyModel);
  EXPECT_THAT(immortal(), testing::IsEmpty());
  const auto lease = board::take(redis(), "w", kLong);
  EXPECT_THAT(immortal(), testing::IsEmpty());
  board::finish(redis(), *lease, answer("w", 0));
  EXPECT_EQ(taken(redis(), "w"), "a/1");
  board::release(redis(), "w", "a/1");
  EXPECT_THAT(immortal(), testing::IsEmpty());
  board::close(redis(), "a", 3, "done", "safe");
  EXPECT_THAT(immortal(), testing::IsEmpty());
  board::submit(redis(), "b", tiny_job(1), kTinyModel);
  for (std::uint32_t i = 0; i < board::kMostAttempts; ++i) {
    EXPECT_EQ(taken(redis(), "w", kShort), "b/0");
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(taken(redis(), "w"), "");
  EXPECT_EQ(results("b").size(), 1u);  // given up
  EXPECT_THAT(immortal(), testing::IsEmpty());
  EXPECT_GE(redis().call({"DBSIZE"}).integer, 8);  // or there was nothing to look at
}

/// What anybody may have written to where members of jobs are.
TEST_F(Board, StrangeNamesAreDroppedAndWorkGoesOn) {
  for (const char* name : {"", "/", "a", "a/", "a/x", "a/-1", "a/00", "a/99999999999", "A:b/1",
                           "../../x/0", "a b/0", "nobody/0"}) {
    redis().call({"ZADD", keys::board("waiting"), "0", name});
    redis().call({"ZADD", keys::board("leased"), "1", name});
  }
  board::submit(redis(), "a", tiny_job(1), kTinyModel);
  std::string got;
  for (int i = 0; i < 5 && got.empty(); ++i) got = taken(redis(), "w");
  EXPECT_EQ(got, "a/0");
  EXPECT_EQ(taken(redis(), "w"), "");
  EXPECT_EQ(redis().call({"ZCARD", keys::board("waiting")}).integer, 0);
}

TEST_F(Board, AttemptsThatAreNoNumbersDoNotStopAPlan) {
  for (const char* count :
       {"many", "9223372036854775807", "-5", "1.5", "nan", "inf", "0x7fffffff"}) {
    const std::string id = random_id();
    board::submit(redis(), id, tiny_job(1), kTinyModel);
    redis().call({"HSET", keys::job(id), "attempts:0", count});
    EXPECT_EQ(taken(redis(), "w"), id + "/0") << count;
    board::release(redis(), "w", id + "/0");
    EXPECT_EQ(taken(redis(), "w"), id + "/0") << count;
  }
}

TEST_F(Board, WhatWasOverwrittenKeepsNobodyWaiting) {
  for (const char* id : {"a", "b", "c", "d"}) board::submit(redis(), id, tiny_job(1), kTinyModel);
  const auto overwrite = [&](const std::string& key) {
    redis().call({"DEL", key});
    redis().call({"SET", key, "text"});
  };
  overwrite(keys::job("a"));
  const auto lease = board::take(redis(), "w", kLong);
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->member(), "b/0");
  overwrite(keys::results("b"));
  board::finish(redis(), *lease, answer("w", 0));  // goes nowhere
  EXPECT_EQ(taken(redis(), "w", kShort), "c/0");
  overwrite(keys::job("c"));
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(taken(redis(), "w"), "d/0");
  EXPECT_THAT(board::renew(redis(), "w", kLong, {"c/0", "d/0"}), testing::ElementsAre(false, true));
  EXPECT_EQ(taken(redis(), "w"), "");
}

/// A server that refuses scripts whose keys do not lie together, as Redis Cluster does, here with
/// all places on one server.
TEST_F(Board, ScriptsSayWhichKeysTheyTouch) {
  const std::string port = std::to_string(20000 + ::getpid() % 20000);
  RedisServer cluster({"--cluster-enabled", "yes", "--cluster-port", port, "--appendonly", "no"});
  RedisConnection clustered(cluster.address());
  clustered.call({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
  for (int i = 0; i < 500; ++i) {
    if (clustered.call({"CLUSTER", "INFO"}).text.find("cluster_state:ok") != std::string::npos)
      break;
    std::this_thread::sleep_for(20ms);
  }
  board::submit(clustered, "a", tiny_job(2), kTinyModel);
  WorkerInfo worker{"w", "host", 1, "0", 0, 0};
  board::announce(clustered, worker);
  const auto lease = board::take(clustered, "w", kShort);
  ASSERT_TRUE(lease);
  std::this_thread::sleep_for(5ms);
  const auto again = board::take(clustered, "w", kLong);
  ASSERT_TRUE(again);
  board::renew(clustered, "w", kLong, {again->member()});
  board::release(clustered, "w", again->member());
  const auto last = board::take(clustered, "w", kLong);
  ASSERT_TRUE(last);
  board::finish(clustered, *last, answer("w", last->plan));
  EXPECT_TRUE(board::view(clustered, "a"));
  EXPECT_EQ(board::workers(clustered).size(), 1u);
  board::close(clustered, "a", 2, "done", "safe");
  board::sign_off(clustered, "w");
}

TEST_F(Board, AServerThatForgetsScriptsGetsThemAgain) {
  board::submit(redis(), "a", tiny_job(2), kTinyModel);
  EXPECT_EQ(taken(redis(), "w"), "a/0");
  redis().call({"SCRIPT", "FLUSH"});
  EXPECT_EQ(taken(redis(), "w"), "a/1");
}

}  // namespace
}  // namespace cairn
