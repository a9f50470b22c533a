// SPDX-License-Identifier: MIT
//
// What the pass finds, and what it must not find; passes_test.cpp shows that it is exact.
#include "transform/bit/correspondence.h"

#include <gtest/gtest.h>

#include <optional>

#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using Scope = CorrespondenceConfig::Scope;
using Constrained = CorrespondenceConfig::Constrained;

class CorrespondenceTest : public testing::Test {
 protected:
  Correspondence& pass(Scope scope, Constrained constrained = Constrained::Before) {
    CorrespondenceConfig config;
    config.scope = scope;
    config.constrained = constrained;
    return pass_.emplace(config, context_.get());
  }
  /// That the equalities are an invariant of `system` with nothing added.
  void expect_certified(const BitSystem& system, const BitSystem& result) {
    const BitInvariant nothing(result.inputs.size(), result.latches.size());
    const Judgement judgement =
        check_invariant(system, pass_->restore_invariant(nothing), {}, context_.get());
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
  }

  support::QuietContext context_;
  std::optional<Correspondence> pass_;
};

TEST_F(CorrespondenceTest, MergesALatchWithItsCopy) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch();
  system.set_next(a, system.aig.xor_gate(a, input));
  system.set_next(b, system.aig.xor_gate(b, input));
  system.bad.push_back(system.aig.xor_gate(a, b));
  const BitSystem result = pass(Scope::Latches).apply(system);
  EXPECT_EQ(pass_->num_latches(), 1u);
  EXPECT_EQ(result.latches.size(), 1u);
  EXPECT_EQ(result.bad[0], kFalse);
  expect_certified(system, result);
}

// Each pair is equal next only if the other one is equal now.
TEST_F(CorrespondenceTest, MergesPairsThatNeedEachOther) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch();
  const Lit c = system.add_latch(), d = system.add_latch();
  system.set_next(a, system.aig.xor_gate(c, input));
  system.set_next(b, system.aig.xor_gate(d, input));
  system.set_next(c, system.aig.and_gate(~a, ~input));
  system.set_next(d, system.aig.and_gate(~b, ~input));
  system.bad.push_back(system.aig.xor_gate(a, b));
  const BitSystem result = pass(Scope::Latches).apply(system);
  EXPECT_EQ(pass_->num_latches(), 2u);
  EXPECT_EQ(result.bad[0], kFalse);
  expect_certified(system, result);
}

TEST_F(CorrespondenceTest, MergesALatchWithTheOppositeOfAnother) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch("", kTrue);
  system.set_next(a, input);
  system.set_next(b, ~input);
  system.bad.push_back(system.aig.and_gate(a, b));
  const BitSystem result = pass(Scope::Latches).apply(system);
  EXPECT_EQ(result.latches.size(), 1u);
  EXPECT_EQ(result.bad[0], kFalse);
  expect_certified(system, result);
}

// Not seen by three-valued simulation: which of the two holds the 1 is forgotten there.
TEST_F(CorrespondenceTest, FindsConstantsThatNeedAnEquality) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch(), never = system.add_latch();
  system.set_next(a, input);
  system.set_next(b, input);
  system.set_next(never, system.aig.xor_gate(a, b));
  system.bad.push_back(never);
  const BitSystem result = pass(Scope::Latches).apply(system);
  EXPECT_EQ(result.bad[0], kFalse);
  EXPECT_EQ(result.latches.size(), 1u);
  expect_certified(system, result);
}

TEST_F(CorrespondenceTest, MergesGatesThatOnlyReachableStatesMakeEqual) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch(), c = system.add_latch();
  system.set_next(a, system.aig.and_gate(input, ~b));
  system.set_next(b, system.aig.and_gate(~input, ~a));
  system.set_next(c, system.aig.and_gate(input, c));
  // Never both: no latch is equal to another one, but this gate is constant.
  const Lit both = system.aig.and_gate(a, b);
  system.bad.push_back(system.aig.and_gate(both, input));
  const BitSystem unchanged = pass(Scope::Latches).apply(system);
  EXPECT_NE(unchanged.bad[0], kFalse);
  const BitSystem result = pass(Scope::Nodes).apply(system);
  EXPECT_GE(pass_->num_gates(), 1u);
  EXPECT_EQ(result.bad[0], kFalse);
  expect_certified(system, result);
}

TEST_F(CorrespondenceTest, KeepsUninitialisedLatchesApart) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_uninitialised_latch(), b = system.add_uninitialised_latch();
  system.set_next(a, input);
  system.set_next(b, input);
  system.bad.push_back(system.aig.xor_gate(a, b));
  const BitSystem result = pass(Scope::Nodes).apply(system);
  EXPECT_EQ(result.latches.size(), 2u);
  EXPECT_NE(result.bad[0], kFalse);
}

// The head's reset reads the member, which is free: so is the head afterwards, and a trace tells
// both what they start with.
TEST_F(CorrespondenceTest, AHeadThatIsResetToAFreeMemberIsFree) {
  BitSystem system;
  const Lit head = system.add_latch(), member = system.add_uninitialised_latch();
  system.latches[0].reset = ~member;
  system.set_next(head, head);
  system.set_next(member, member);
  system.bad.push_back(system.aig.and_gate(member, ~head));
  const BitSystem result = pass(Scope::Latches).apply(system);
  ASSERT_EQ(result.latches.size(), 1u);
  EXPECT_TRUE(result.latches[0].is_uninitialised());
  BitTrace trace;
  trace.initial = {Lbool::False};
  trace.inputs = {{}};
  trace.bad = {0};
  const BitTrace restored = pass_->restore_trace(trace);
  EXPECT_EQ(restored.initial, (std::vector<Lbool>{Lbool::False, Lbool::True}));
  EXPECT_TRUE(replay(system, restored).accepted);
}

// Without its constraint, which demands that the input is the same twice, the copies would differ.
BitSystem constrained_copies() {
  BitSystem system;
  const Lit x = system.add_input(), y = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch();
  system.set_next(a, x);
  system.set_next(b, y);
  system.constraints.push_back(system.aig.equal(x, y));
  system.bad.push_back(system.aig.xor_gate(a, b));
  return system;
}

TEST_F(CorrespondenceTest, UsesConstraintsOfEarlierSteps) {
  const BitSystem system = constrained_copies();
  const BitSystem result = pass(Scope::Latches).apply(system);
  EXPECT_EQ(result.latches.size(), 1u);
  EXPECT_EQ(result.bad[0], kFalse);
  expect_certified(system, result);
  BitSystem free = system;
  free.constraints.clear();
  EXPECT_EQ(pass(Scope::Latches).apply(free).latches.size(), 2u);
}

TEST_F(CorrespondenceTest, DoesNotSimplifyAConstraintByItself) {
  BitSystem system;
  const Lit x = system.add_input(), y = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch();
  system.set_next(a, x);
  system.set_next(b, y);
  system.constraints.push_back(system.aig.equal(a, b));
  system.bad.push_back(system.aig.xor_gate(a, b));
  // What holds because of the constraint in the same step: not found without it.
  EXPECT_NE(pass(Scope::Nodes, Constrained::Before).apply(system).bad[0], kFalse);
  // Found with it, but the constraint and both of its latches stay.
  const BitSystem result = pass(Scope::Nodes, Constrained::Now).apply(system);
  EXPECT_EQ(result.bad[0], kFalse);
  EXPECT_EQ(result.latches.size(), 2u);
  EXPECT_FALSE(result.constraints[0].is_constant());
  expect_certified(system, result);
}

TEST_F(CorrespondenceTest, ReplacesInputsThatConstraintsFix) {
  BitSystem system;
  const Lit reset = system.add_input(), data = system.add_input();
  const Lit a = system.add_latch();
  system.set_next(a, system.aig.and_gate(~reset, data));
  system.constraints.push_back(~reset);
  system.bad.push_back(system.aig.and_gate(a, reset));
  const BitSystem result = pass(Scope::Nodes, Constrained::Now).apply(system);
  EXPECT_EQ(result.bad[0], kFalse);
  EXPECT_EQ(result.latches[0].next, Lit(result.inputs[1]));
  EXPECT_EQ(result.constraints[0], ~Lit(result.inputs[0]));
  expect_certified(system, result);
}

TEST_F(CorrespondenceTest, MergesNothingWithoutTime) {
  CorrespondenceConfig config;
  config.seconds = 0;
  Correspondence hasty(config, context_.get());
  const BitSystem system = constrained_copies();
  const BitSystem result = hasty.apply(system);
  EXPECT_EQ(result.latches.size(), 2u);
  EXPECT_EQ(hasty.num_latches() + hasty.num_gates(), 0u);
  BitTrace trace;
  trace.initial = {Lbool::True, Lbool::Undef};
  EXPECT_EQ(hasty.restore_trace(trace).initial, trace.initial);
}

TEST_F(CorrespondenceTest, StopsWhenTheRunHasToStop) {
  context_.budget.request_stop(StopReason::Interrupt);
  EXPECT_EQ(pass(Scope::Nodes).apply(constrained_copies()).latches.size(), 2u);
}

TEST_F(CorrespondenceTest, CountsWhatItDid) {
  pass(Scope::Latches).apply(constrained_copies());
  std::uint64_t latches = 0;
  pass_->visit_counters([&](std::string_view name, std::uint64_t value) {
    if (name == "correspondence.latches") latches = value;
  });
  EXPECT_EQ(latches, 1u);
}

}  // namespace
}  // namespace cairn
