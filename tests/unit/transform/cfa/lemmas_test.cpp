// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/lemmas.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "certify/check_cfa.h"
#include "format/ivl/ivl_reader.h"
#include "support/quiet_context.h"
#include "transform/cfa/large_blocks.h"
#include "transform/cfa/minimize.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

/// Programs that no engine on bits proves in reasonable time.
class LemmasTest : public testing::Test {
 protected:
  void run(const std::string& text, const LemmasConfig& config = {}) {
    const Program program = read_ivl({"t.ivl", text});
    counters_.clear();
    Minimize minimize({}, context_.get());
    LargeBlocks blocks;
    before_ = blocks.apply(minimize.apply(build_cfa(program, {})));
    Lemmas lemmas(config, context_.get());
    after_ = lemmas.apply(before_);
    lemmas.visit_counters(
        [&](std::string_view name, std::uint64_t value) { counters_[std::string(name)] = value; });
    if (counters_["lemmas.proofs"] == 0) return;
    CfaInvariant invariant;
    for (std::uint32_t location = 0; location < before_.locations.size(); ++location)
      if (location != before_.initial.index && location != before_.error.index)
        invariant.at[{location}] = before_.terms->true_term();
    judgement_ = check_cfa_invariant(before_, lemmas.restore_invariant(std::move(invariant)), {},
                                     context_.get());
  }
  bool proved() const {
    return counters_.at("lemmas.proofs") == 1 && judgement_.outcome() == Outcome::Holds;
  }

  support::QuietContext context_;
  Cfa before_, after_;
  std::map<std::string, std::uint64_t> counters_;
  Judgement judgement_;
};

constexpr char kSum[] = R"(
procedure main() {
  var a: bv32; var b: bv32; var i: bv32; var n: bv32; var c: bool;
  a, b, i := 0bv32, 0bv32, 0bv32;
  havoc n;
  assume 0bv32 <=s n;
  while (i <s n) {
    havoc c;
    if (c) { a := a + 1bv32; b := b + 2bv32; } else { a := a + 2bv32; b := b + 1bv32; }
    i := i + 1bv32;
  }
  assert a + b == 3bv32 * n;
}
)";

TEST_F(LemmasTest, EquationsAndOrdersProveASum) {
  run(kSum);
  EXPECT_TRUE(proved());
  EXPECT_EQ(counters_["lemmas.proofs"], 1u);
  EXPECT_LT(after_.edges.size(), before_.edges.size());
}

TEST_F(LemmasTest, NeitherAloneProvesIt) {
  LemmasConfig no_equations, no_bounds;
  no_equations.equations = no_equations.clauses = false;
  run(kSum, no_equations);
  EXPECT_FALSE(proved());
  no_bounds.bounds = no_bounds.clauses = false;
  run(kSum, no_bounds);
  EXPECT_FALSE(proved());
}

constexpr char kHalf[] = R"(
procedure main() {
  var i: bv32; var n: bv32; var k: bv32;
  i, n := 0bv32, 0bv32;
  havoc k;
  assume k <=s 1000000bv32;
  while (i <s 2bv32 * k) {
    if (i %s 2bv32 == 0bv32) { n := n + 1bv32; }
    i := i + 1bv32;
  }
  assert k <s 0bv32 || n == k;
}
)";

TEST_F(LemmasTest, AProofMayNeedClauses) {
  run(kHalf);
  EXPECT_TRUE(proved());
  EXPECT_GT(counters_["lemmas.candidate_clauses"], 0u);
  LemmasConfig config;
  config.clauses = false;
  run(kHalf, config);
  EXPECT_FALSE(proved());
}

TEST_F(LemmasTest, DifferencesAreBounded) {
  run(R"(
procedure main() {
  var i: bv32; var j: bv32; var more: bool;
  havoc i;
  assume 0bv32 <=s i && i <s 100bv32;
  j := 0bv32;
  havoc more;
  while (more && i <s 1000000bv32) { i := i + 1bv32; j := j + 1bv32; havoc more; }
  assume j <s 100bv32;
  assert i <s 200bv32;
}
)");
  EXPECT_TRUE(proved());
}

TEST_F(LemmasTest, RemaindersTakePartInEquations) {
  run(R"(
procedure main() {
  var i: bv32; var n: bv32; var more: bool;
  i, n := 0bv32, 0bv32;
  havoc more;
  while (more) {
    if (i %u 2bv32 == 0bv32) { n := n + 1bv32; }
    i := i + 1bv32;
    havoc more;
  }
  assert n + n == i + i %u 2bv32;
}
)");
  EXPECT_TRUE(proved());
}

TEST_F(LemmasTest, WhatIsUnsafeKeepsItsWayToTheError) {
  run(R"(
procedure main() {
  var i: bv32; var n: bv32;
  i := 0bv32;
  havoc n;
  while (i <s n) { i := i + 2bv32; }
  assert i == n;
}
)");
  EXPECT_FALSE(proved());
  EXPECT_EQ(counters_["lemmas.proofs"], 0u);
  EXPECT_EQ(after_.edges.size(), before_.edges.size());
}

TEST_F(LemmasTest, WithoutTimeNothingChanges) {
  context_.budget.request_stop(StopReason::Time);
  run(kSum);
  EXPECT_EQ(after_.edges.size(), before_.edges.size());
  EXPECT_EQ(counters_["lemmas.facts"], 0u);
}

}  // namespace
}  // namespace cairn
