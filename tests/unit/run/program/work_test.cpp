// SPDX-License-Identifier: MIT
#include "run/program/work.h"

#include <gtest/gtest.h>

#include "format/ivl/ivl_reader.h"
#include "run/program/codec.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

constexpr const char* kSafe =
    "procedure main() { var i: bv8;\n"
    "  i := 0bv8;\n"
    "  while (i <u 10bv8) { i := i + 2bv8; }\n"
    "  assert i == 10bv8; }\n";
constexpr const char* kUnsafe =
    "procedure main() { var i: bv8;\n"
    "  havoc i \"__VERIFIER_nondet_uchar\";\n"
    "  assert i != 77bv8; }\n";

class ProgramWorkTest : public testing::Test {
 protected:
  ProgramWorkTest() {
    for (const char* name : {"first", "second"}) {
      WorkerPlan plan;
      plan.name = name;
      plan.configuration.engine = "ic3";
      options_.plans.push_back(plan);
    }
    options_.slots = 2;
  }

  ProgramOutcome run(const char* text) {
    program_ = read_ivl({"p.ivl", text});
    return run_program_portfolio(program_, options_, {}, context_.get());
  }
  /// What the first worker sends is changed.
  void tamper(std::function<void(std::string&)> how) {
    options_.tamper = [how = std::move(how)](std::size_t worker, std::string& bytes) {
      if (worker == 0) how(bytes);
    };
  }
  static std::string state(const ProgramOutcome& outcome, std::size_t worker) {
    return outcome.portfolio->workers[worker].state;
  }

  Program program_;
  PortfolioOptions options_;
  support::QuietContext context_;
};

TEST_F(ProgramWorkTest, AnswersComeWithTheirEvidence) {
  const ProgramOutcome safe = run(kSafe);
  ASSERT_TRUE(std::holds_alternative<Safe<Cfa>>(safe.answer));
  EXPECT_NE(safe.cfa, nullptr);
  EXPECT_FALSE(safe.decided_by.empty());
  EXPECT_EQ(safe.portfolio->workers.size(), 2u);
  const ProgramOutcome unsafe = run(kUnsafe);
  ASSERT_TRUE(std::holds_alternative<Unsafe<Cfa>>(unsafe.answer));
  ASSERT_TRUE(unsafe.failure.has_value());
  EXPECT_EQ(unsafe.failure->inputs.back().note, "__VERIFIER_nondet_uchar");
  EXPECT_EQ(unsafe.failure->inputs.back().value, Value(BitVector(8, 77)));
}

TEST_F(ProgramWorkTest, DamagedAnswersDoNotEndTheRun) {
  options_.slots = 1;
  tamper([](std::string& bytes) { bytes.pop_back(); });
  const ProgramOutcome outcome = run(kSafe);
  EXPECT_TRUE(std::holds_alternative<Safe<Cfa>>(outcome.answer));
  EXPECT_EQ(outcome.decided_by, "second");
  EXPECT_TRUE(state(outcome, 0).starts_with("lost: its evidence does not count"));
}

TEST_F(ProgramWorkTest, FalseAnswersDoNotCount) {
  options_.slots = 1;
  tamper([](std::string& bytes) {
    ProgramMessage lie;
    lie.answer = Unsafe<Cfa>{};
    lie.steps = 100;
    bytes = encode_message(lie, nullptr);
  });
  const ProgramOutcome outcome = run(kSafe);
  EXPECT_TRUE(std::holds_alternative<Safe<Cfa>>(outcome.answer));
  EXPECT_EQ(outcome.decided_by, "second");
}

TEST_F(ProgramWorkTest, WorkersThatAllGiveUpSayWhy) {
  options_.tamper = [](std::size_t, std::string& bytes) {
    ProgramMessage tired;
    tired.answer = Unknown{Unknown::Reason::Bound, "tired", 3};
    bytes = encode_message(tired, nullptr);
  };
  const ProgramOutcome outcome = run(kSafe);
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome.answer));
  EXPECT_EQ(std::get<Unknown>(outcome.answer).explanation,
            "every worker gave up; the last one: tired");
  EXPECT_EQ(state(outcome, 0), "gave up: tired");
}

}  // namespace
}  // namespace cairn
