// SPDX-License-Identifier: MIT
#include "run/workers/portfolio.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <new>

#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_writer.h"
#include "run/circuit/check.h"
#include "run/circuit/codec.h"
#include "run/workers/shared_array.h"
#include "run/workers/worker_plans.h"
#include "support/quiet_context.h"
#include "support/scratch.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

WorkerPlan plan(const std::string& name, const std::string& engine, std::uint64_t seed = 0) {
  WorkerPlan result;
  result.name = name;
  result.configuration.engine = engine;
  result.seed = seed;
  return result;
}

/// Rejected evidence is kept in the working folder.
class InScratch {
 public:
  InScratch() { std::filesystem::current_path(scratch_.path()); }
  ~InScratch() { std::filesystem::current_path(before_); }

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
  const support::Scratch scratch_{"portfolio"};
};

class PortfolioTest : public testing::Test {
 protected:
  CheckOutcome run(const BitSystem& system) {
    model_ = read_aiger({"tiny", write_aiger(system, AigerFormat::Ascii)});
    options_.engine = kPortfolio;
    options_.model_name = "tiny";
    return run_check(model_, options_, context_.get());
  }
  /// Of the worker of that name.
  static std::string state(const CheckOutcome& outcome, const std::string& name) {
    for (const WorkerStatus& worker : outcome.portfolio->workers)
      if (worker.name == name) return worker.state;
    return "";
  }
  static bool has_child() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

  PortfolioOptions& portfolio() { return options_.portfolio; }
  /// In the worker: what it is about to send.
  void change(std::string& bytes, const std::function<void(WorkerMessage&)>& how) const {
    WorkerMessage message = *decode_message(bytes, model_.system);
    how(message);
    bytes = encode_message(message);
  }
  /// Something happens to what the first worker sends; the others wait until that one is gone.
  void let_first_fail(std::function<void(WorkerMessage&)> how) {
    portfolio().tamper = [this, how = std::move(how)](std::size_t worker, std::string& bytes) {
      if (worker == 0) {
        first_[0] = ::getpid();
        return change(bytes, how);
      }
      while (first_[0] == 0 || ::kill(first_[0], 0) == 0) ::usleep(1000);
    };
  }

  AigerModel model_;
  CheckOptions options_;
  support::QuietContext context_;
  SharedArray<std::atomic<pid_t>> first_{1};
};

// BMC can't prove it, IC3 can.
TEST_F(PortfolioTest, TheFirstCheckedAnswerWins) {
  portfolio().plans = {plan("finder", "bmc"), plan("prover", "ic3")};
  portfolio().slots = 2;
  const CheckOutcome outcome = run(support::enabled_counter(6, 50, 60));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  EXPECT_TRUE(outcome.certificate.has_value());
  EXPECT_EQ(outcome.decided_by, "prover");
  EXPECT_EQ(state(outcome, "prover"), "won");
  EXPECT_EQ(state(outcome, "finder"), "stopped");
  EXPECT_FALSE(has_child());
}

TEST_F(PortfolioTest, CounterexamplesComeBackInTheVocabularyOfTheModel) {
  portfolio().plans = {plan("bmc", "bmc")};
  const CheckOutcome outcome = run(support::enabled_counter(4, 16, 9));
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(outcome.answer));
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(outcome.answer).trace.length(), 10u);
}

TEST_F(PortfolioTest, PlansMayHavePassesOfTheirOwn) {
  WorkerPlan own = plan("own", "ic3");
  own.passes = {"correspondence", "target-enlargement"};
  portfolio().plans = {own};
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run(support::mod_counter(4, 10, 12)).answer));
}

// With one slot the second plan has to wait for its turn, and the first never ends.
TEST_F(PortfolioTest, MorePlansThanSlotsTakeTurns) {
  portfolio().plans = {plan("finder", "bmc"), plan("prover", "ic3")};
  portfolio().slots = 1;
  const CheckOutcome outcome = run(support::enabled_counter(6, 50, 60));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  EXPECT_EQ(outcome.decided_by, "prover");
}

TEST_F(PortfolioTest, APlanThatLeavesConstraintsOutNeedsSome) {
  portfolio().plans = {plan("ic3", "ic3"), plan("abstract", "ic3"), plan("bmc", "bmc")};
  portfolio().plans[1].configuration.engines.configs.ic3.abstract_constraints = true;
  portfolio().plans[1].needs_constraints = true;
  const auto workers = [&](const BitSystem& system, std::uint32_t slots, bool share) {
    portfolio().slots = slots;
    portfolio().share.share = share;
    return run(system).portfolio->workers.size();
  };
  const BitSystem plain = support::mod_counter(3, 6, 7);
  EXPECT_EQ(workers(support::constrained_shift_register(4), 1, true), 3u);
  EXPECT_EQ(workers(plain, 1, true), 2u);
  EXPECT_EQ(workers(plain, 2, false), 2u);
  EXPECT_EQ(workers(plain, 2, true), 3u);   // lemmas of IC3 for IC3
  EXPECT_EQ(workers(plain, 3, false), 3u);  // nobody waits for it
}

TEST_F(PortfolioTest, ACrashLosesOneWorkerAndNotTheRun) {
  portfolio().plans = {plan("weak", "ic3"), plan("strong", "ic3")};
  portfolio().slots = 1;
  let_first_fail([](WorkerMessage&) { ::raise(SIGKILL); });
  const CheckOutcome outcome = run(support::mod_counter(4, 10, 12));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  EXPECT_EQ(outcome.decided_by, "strong");
  EXPECT_EQ(state(outcome, "weak"), "lost: ended by SIGKILL");
}

TEST_F(PortfolioTest, WrongEvidenceLosesOneWorkerAndNotTheRun) {
  const InScratch scratch;
  portfolio().plans = {plan("wrong", "ic3"), plan("right", "ic3")};
  portfolio().slots = 1;
  let_first_fail([](WorkerMessage& message) {
    std::get<Safe<BitSystem>>(message.answer).invariant.conjuncts = {kFalse};
  });
  const CheckOutcome outcome = run(support::mod_counter(4, 10, 12));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  EXPECT_EQ(outcome.decided_by, "right");
  EXPECT_NE(state(outcome, "wrong").find("evidence failed its check"), std::string::npos);
}

// A false verdict with evidence that is well formed: a run that never becomes bad.
TEST_F(PortfolioTest, AWrongVerdictIsNoAnswer) {
  const InScratch scratch;
  portfolio().plans = {plan("liar", "ic3")};
  portfolio().tamper = [this](std::size_t, std::string& bytes) {
    change(bytes, [](WorkerMessage& message) {
      BitTrace trace;
      trace.initial.assign(4, Lbool::Undef);
      trace.inputs.resize(3);
      message.answer = Unsafe<BitSystem>{std::move(trace)};
    });
  };
  const CheckOutcome outcome = run(support::mod_counter(4, 10, 12));
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome.answer));
  EXPECT_EQ(std::get<Unknown>(outcome.answer).explanation, "every worker was lost");
}

TEST_F(PortfolioTest, AWorkerThatRunsOutOfMemoryIsOut) {
  portfolio().plans = {plan("hungry", "ic3"), plan("modest", "ic3")};
  portfolio().slots = 1;
  let_first_fail([](WorkerMessage&) { throw std::bad_alloc(); });
  const CheckOutcome outcome = run(support::mod_counter(4, 10, 12));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  EXPECT_EQ(state(outcome, "hungry"), "lost: out of memory");
}

TEST_F(PortfolioTest, IfAllGiveUpNothingIsKnownButTheBound) {
  portfolio().plans = {plan("first", "bmc"), plan("second", "bmc")};
  for (WorkerPlan& one : portfolio().plans) one.configuration.engines.configs.bmc.last = 7;
  portfolio().slots = 2;
  const CheckOutcome outcome = run(support::enabled_counter(6, 50, 60));
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome.answer));
  EXPECT_EQ(std::get<Unknown>(outcome.answer).reason, Unknown::Reason::Bound);
  EXPECT_EQ(std::get<Unknown>(outcome.answer).bound, 7);
  EXPECT_EQ(state(outcome, "first"), "gave up: the last bound was reached");
}

TEST_F(PortfolioTest, WhenTheBudgetEndsAllWorkersDo) {
  portfolio().plans = {plan("bmc", "bmc"), plan("other", "bmc", 1)};
  portfolio().slots = 2;
  portfolio().on_status = [this](const PortfolioReport& report) {
    if (report.workers[0].bound > 3) context_.budget.request_stop(StopReason::Time);
  };
  const CheckOutcome outcome = run(support::enabled_counter(6, 50, 60));
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome.answer));
  EXPECT_EQ(std::get<Unknown>(outcome.answer).reason, Unknown::Reason::Time);
  EXPECT_GT(std::get<Unknown>(outcome.answer).bound, 3);
  EXPECT_FALSE(has_child());
}

// With one slot the second worker reads what the first wrote before it was lost, or paused.
TEST_F(PortfolioTest, LemmasOutliveTheirWorker) {
  portfolio().plans = {plan("teller", "ic3"), plan("listener", "ic3", 1)};
  portfolio().slots = 1;
  let_first_fail([](WorkerMessage&) { ::raise(SIGKILL); });
  const CheckOutcome outcome = run(support::enabled_counter(6, 50, 60));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  const std::vector<WorkerStatus>& workers = outcome.portfolio->workers;
  EXPECT_GT(workers[0].published, 0u);
  EXPECT_GT(workers[1].received, 0u);
  EXPECT_LE(workers[1].received, workers[0].published);
}

TEST_F(PortfolioTest, WorkersWithPassesOfTheirOwnShareNothing) {
  portfolio().plans = {plan("loner", "ic3"), plan("teller", "ic3", 1)};
  portfolio().plans[0].passes = {"correspondence"};
  portfolio().slots = 1;
  let_first_fail([](WorkerMessage&) { ::raise(SIGKILL); });
  const CheckOutcome outcome = run(support::enabled_counter(6, 50, 60));
  EXPECT_FALSE(outcome.portfolio->workers[0].shares);
  EXPECT_EQ(outcome.portfolio->workers[0].published, 0u);
  EXPECT_TRUE(outcome.portfolio->workers[1].shares);
}

TEST_F(PortfolioTest, TheTimelineTellsWhoDidWhat) {
  portfolio().plans = {plan("only", "ic3")};
  const CheckOutcome outcome = run(support::mod_counter(4, 10, 12));
  std::vector<std::string> events;
  double before = 0;
  for (const PortfolioEvent& event : outcome.portfolio->timeline) {
    EXPECT_GE(event.seconds, before);
    before = event.seconds;
    events.push_back(event.what);
  }
  EXPECT_EQ(events, (std::vector<std::string>{"started", "safe", "won"}));
}

}  // namespace
}  // namespace cairn
