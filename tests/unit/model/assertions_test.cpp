// SPDX-License-Identifier: MIT
#include "model/assertions.h"

#include <gtest/gtest.h>

#include "format/ivl/ivl_reader.h"
#include "model/interpret.h"
#include "support/random_program.h"

namespace cairn {
namespace {

using support::random_program;
using support::RandomInputs;

Program parsed(const std::string& body) {
  return read_ivl({"a.ivl", "procedure main() { var x: bv8;\n" + body + "}\n"});
}

TEST(Assertions, AreCountedByPlaceAndClaim) {
  const Program program = parsed(
      "havoc x \"n\";\n"
      "@ \"f.c\":9:1 assert x != 9bv8 \"later\";\n"
      "@ \"f.c\":3:1 assert x != 1bv8 \"first\";\n"
      "@ \"f.c\":3:1 assert x != 2bv8 \"first\";\n"
      "@ \"f.c\":3:1 assert x != 3bv8 \"second\";\n"
      "limit x != 4bv8 \"no model\";\n");
  const auto assertions = assertions_of(program);
  ASSERT_EQ(assertions.size(), 3u);
  EXPECT_EQ(assertions[0].claim, "first");
  EXPECT_EQ(assertions[0].statements.size(), 2u);
  EXPECT_EQ(assertions[1].claim, "second");
  EXPECT_EQ(assertions[2].claim, "later");
}

TEST(Assertions, AreDecidedAtTheBranchThatLeadsToTheFailure) {
  const Program program = parsed(
      "havoc x \"n\";\n"
      "if (x == 1bv8) { } else { error: assert false \"guarded\"; }\n"
      "if (x == 2bv8) { x := 3bv8; assert false \"not reached\"; }\n"
      "assert x == 5bv8 \"plain\";\n");
  const auto assertions = assertions_of(program);
  ASSERT_EQ(assertions.size(), 3u);
  ASSERT_EQ(assertions[0].decided_at.size(), 1u);
  EXPECT_EQ(assertions[0].decided_at[0]->kind, Statement::Kind::If);
  // That a run never comes there is the claim itself.
  EXPECT_TRUE(assertions[1].decided_at.empty());
  EXPECT_EQ(assertions[2].decided_at, assertions[2].statements);
}

/// The position of the assertion that a run with these inputs fails; -1: none.
int failing(const Program& program, const std::vector<Assertion>& assertions, std::uint64_t seed) {
  RandomInputs inputs(seed);
  const RunResult result = interpret(program, inputs, 300);
  if (result.outcome != RunResult::Outcome::Failed) return -1;
  for (std::size_t i = 0; i < assertions.size(); ++i)
    for (const Statement* statement : assertions[i].statements)
      if (statement == result.statement) return static_cast<int>(i);
  ADD_FAILURE() << "the statement belongs to no assertion";
  return -1;
}

// A run that fails an assertion of the program fails it by itself, and nothing else.
TEST(Assertions, ARunFailsByItselfWhatItFailsAmongOthers) {
  int failed = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = random_program(seed);
    const auto assertions = assertions_of(program);
    const int which = failing(program, assertions, seed);
    for (std::size_t i = 0; i < assertions.size(); ++i) {
      const Program alone = with_assertions(program, {i});
      const auto kept = assertions_of(alone);
      ASSERT_EQ(kept.size(), 1u);
      EXPECT_EQ(failing(alone, kept, seed), which == static_cast<int>(i) ? 0 : -1);
    }
    failed += which >= 0 ? 1 : 0;
  }
  EXPECT_GT(failed, 20);
}

TEST(Assertions, AProbeFailsWhereTheAssertionIsDecided) {
  const Program program = parsed(
      "havoc x \"n\";\n"
      "assert x != 7bv8 \"before\";\n"
      "assume x <u 10bv8;\n"
      "if (x == 1bv8) { } else { assert false \"guarded\"; }\n");
  const auto assertions = assertions_of(program);
  ASSERT_EQ(assertions.size(), 2u);
  const Program probe = with_probe(program, assertions[1]);
  const auto outcome = [&](std::uint64_t value) {
    struct Given : InputSource {
      explicit Given(std::uint64_t given) : value(given) {}
      Value next(const InputRequest& request) override {
        return request.kind == InputKind::Nondet ? Value(BitVector(8, value))
                                                 : Value::zero(request.sort);
      }
      std::uint64_t value;
    } given(value);
    return interpret(probe, given, 100).outcome;
  };
  EXPECT_EQ(outcome(1), RunResult::Outcome::Failed);   // the assertion holds there
  EXPECT_EQ(outcome(2), RunResult::Outcome::Failed);   // it does not
  EXPECT_EQ(outcome(7), RunResult::Outcome::Blocked);  // another one ended the run
  EXPECT_EQ(outcome(20), RunResult::Outcome::Blocked);
}

}  // namespace
}  // namespace cairn
