// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "smt/cached_solver.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using support::QuietContext;

/// Answers Unknown unless it has time, and counts what it is asked.
class SlowSolver : public SmtSolver {
 public:
  SlowSolver(int& queries, Term model_of) : queries_(queries), model_of_(model_of) {}
  std::string_view name() const override { return "slow"; }
  void push() override {}
  void pop() override {}
  void add(Term) override {}
  SmtResult check(std::span<const Term>) override {
    ++queries_;
    return timeout_ > 5 ? SmtResult::Sat : SmtResult::Unknown;
  }
  Value value(Term term) override { return Value(term == model_of_); }
  std::vector<Term> core() override { return {}; }
  std::string reason() const override { return "slow"; }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  std::optional<Term> interpolant(std::span<const Term>, std::span<const Term>) override {
    ++queries_;
    return std::nullopt;
  }

 private:
  int& queries_;
  Term model_of_;
  double timeout_ = 1;
};

class CachedSolverTest : public testing::Test {
 protected:
  CachedSolver make(std::size_t entries) {
    return CachedSolver(std::make_unique<SlowSolver>(queries, p), terms, context.get(), entries);
  }

  QuietContext context;
  Terms terms;
  Term p = terms.variable("p", Sort::boolean());
  Term q = terms.variable("q", Sort::boolean());
  int queries = 0;
};

TEST_F(CachedSolverTest, AsksAgainOnlyForALongerTimeout) {
  CachedSolver solver = make(10);
  solver.set_timeout(2);
  EXPECT_EQ(solver.check(std::array{p, q}), SmtResult::Unknown);
  solver.set_timeout(1);
  EXPECT_EQ(solver.check(std::array{q, p}), SmtResult::Unknown);
  EXPECT_EQ(queries, 1);
  EXPECT_EQ(solver.reason(), "slow");
  solver.set_timeout(3);
  EXPECT_EQ(solver.check(std::array{p, q}), SmtResult::Unknown);
  EXPECT_EQ(queries, 2);
  solver.set_timeout(10);
  EXPECT_EQ(solver.check(std::array{p, q}), SmtResult::Sat);
  solver.set_timeout(1);
  EXPECT_EQ(solver.check(std::array{p, q}), SmtResult::Sat);
  EXPECT_EQ(queries, 3);
  EXPECT_TRUE(solver.value(p).as_bool());
  EXPECT_FALSE(solver.value(q).as_bool());
}

TEST_F(CachedSolverTest, TellsFormulasInForceApart) {
  CachedSolver solver = make(10);
  solver.check(std::array{p});
  solver.push();
  solver.add(q);
  solver.check(std::array{p});
  EXPECT_EQ(queries, 2);
  solver.pop();
  solver.check(std::array{p});
  EXPECT_EQ(queries, 2);
  EXPECT_EQ(solver.stats().hits, 1u);
}

TEST_F(CachedSolverTest, ForgetsWhatWasNotAskedForLongest) {
  CachedSolver solver = make(2);
  solver.check(std::array{p});
  solver.check(std::array{q});
  solver.check(std::array{p});
  solver.check({});
  EXPECT_EQ(queries, 3);
  solver.check(std::array{p});
  EXPECT_EQ(queries, 3);
  solver.check(std::array{q});
  EXPECT_EQ(queries, 4);
}

TEST_F(CachedSolverTest, RemembersInterpolants) {
  CachedSolver solver = make(2);
  solver.set_timeout(1);
  solver.interpolant(std::array{p}, std::array{q});
  solver.interpolant(std::array{p}, std::array{q});
  EXPECT_EQ(queries, 1);
  solver.set_timeout(2);
  solver.interpolant(std::array{p}, std::array{q});
  EXPECT_EQ(queries, 2);
}

TEST(DumpingSolver, WritesEveryQuery) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "cairn_smt_dump_test";
  std::filesystem::remove_all(folder);
  QuietContext context;
  Terms terms;
  const auto solver = make_smt_solver("cairn", terms, context.get(),
                                      {.cache_entries = 0, .dump_folder = folder.string()});
  const Term x = terms.variable("x\n(exit)", Sort::bit_vector(4));
  solver->add(terms.make(Op::BvUlt, {x, terms.bv(4, 3)}));
  solver->check(std::array{terms.equal(x, terms.bv(4, 9))});
  std::ifstream file(folder / "cairn-000001.smt2");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("(set-info :status unsat)"), std::string::npos) << text;
  EXPECT_EQ(text.find("\n(exit)"), std::string::npos) << text;
  EXPECT_NE(text.find("bvult"), std::string::npos) << text;
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cairn
