// SPDX-License-Identifier: MIT
#include "remote/submission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/jobs.h"
#include "support/quiet_context.h"
#include "support/redis_server.h"

namespace cairn {
namespace {

using support::kTinyModel;
using support::RedisServer;
using support::tiny_job;
using Judgement = Submission::Judgement;
using namespace std::chrono_literals;

/// A job whose plans have all ended with an answer that is called like its plan.
class SubmissionTest : public testing::Test {
 protected:
  void SetUp() override {
    CAIRN_NEEDS_REDIS();
    server_.emplace();
  }

  void answer_all() {
    RedisConnection redis(server_->address());
    while (const auto lease = board::take(redis, "worker", 1h)) {
      PlanResult result;
      result.worker = "worker";
      result.plan = lease->plan;
      result.verdict = PlanResult::Verdict::Answer;
      result.evidence = "answer" + std::to_string(lease->plan);
      board::finish(redis, *lease, result);
    }
  }

  struct Seen {
    std::uint32_t plan;
    std::uint32_t attempt;
    bool operator==(const Seen&) const = default;
  };

  /// The order in which answers are judged; `judge` says how.
  Submission::End wait(std::size_t plans,
                       const std::function<Judgement(std::uint32_t, std::uint32_t)>& judge) {
    link_.emplace(server_->address(), context_.log, "");
    submission_.emplace(*link_, "job", tiny_job(plans), kTinyModel, Submission::WhenStopped::Cancel,
                        context_.log);
    submission_->submit();
    answer_all();
    return submission_->wait(context_.budget, [&](const PlanResult& result, std::uint32_t attempt,
                                                  std::string& verdict) {
      seen_.push_back({result.plan, attempt});
      verdict = "safe";
      return judge(result.plan, attempt);
    });
  }

  support::QuietContext context_;
  std::optional<RedisServer> server_;
  std::optional<Link> link_;
  std::optional<Submission> submission_;
  std::vector<Seen> seen_;
};

TEST_F(SubmissionTest, TheFirstAnswerThatIsAcceptedEndsIt) {
  EXPECT_EQ(
      wait(3, [](std::uint32_t plan,
                 std::uint32_t) { return plan == 1 ? Judgement::Accepted : Judgement::Rejected; }),
      Submission::End::Accepted);
  EXPECT_THAT(seen_, testing::ElementsAre(Seen{0, 0}, Seen{1, 0}));
  EXPECT_EQ(submission_->accepted().evidence, "answer1");
  EXPECT_EQ(submission_->counts().rejected, 1u);
}

// What takes long to judge waits until all others had their chance, and then gets its own.
TEST_F(SubmissionTest, AnAnswerThatIsHardToJudgeLetsOthersGoFirst) {
  EXPECT_EQ(wait(3,
                 [](std::uint32_t plan, std::uint32_t) {
                   if (plan == 0) return Judgement::Later;
                   return plan == 2 ? Judgement::Accepted : Judgement::Rejected;
                 }),
            Submission::End::Accepted);
  EXPECT_THAT(seen_, testing::ElementsAre(Seen{0, 0}, Seen{1, 0}, Seen{2, 0}));
  EXPECT_EQ(submission_->accepted().plan, 2u);
}

TEST_F(SubmissionTest, WhatWasPutOffIsJudgedAgainByTurns) {
  EXPECT_EQ(wait(2,
                 [](std::uint32_t plan, std::uint32_t attempt) {
                   return plan == 1 && attempt == 2 ? Judgement::Accepted : Judgement::Later;
                 }),
            Submission::End::Accepted);
  EXPECT_THAT(seen_, testing::ElementsAre(Seen{0, 0}, Seen{1, 0}, Seen{0, 1}, Seen{1, 1},
                                          Seen{0, 2}, Seen{1, 2}));
}

// All plans have ended, and one of them is still to be judged: it is not over before.
TEST_F(SubmissionTest, NobodyGivesUpWhileAnAnswerIsPutOff) {
  EXPECT_EQ(wait(1,
                 [](std::uint32_t, std::uint32_t attempt) {
                   return attempt < 3 ? Judgement::Later : Judgement::Undecided;
                 }),
            Submission::End::Exhausted);
  EXPECT_EQ(seen_.size(), 4u);
  EXPECT_EQ(submission_->counts().rejected, 1u);
}

}  // namespace
}  // namespace cairn
