// SPDX-License-Identifier: MIT
#include "run/program/shorten.h"

#include <gtest/gtest.h>

#include "format/ivl/ivl_reader.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

/// Counts the rounds in which the input is 3; two of them are one too many.
constexpr const char* kCounts = R"(
var a: bv8, n: bv8;
procedure main() {
  n := 0bv8;
  @ "p":1:1 loop while true {
    havoc a "a";
    if a == 3bv8 { n := n + 1bv8; }
    assert n <u 2bv8;
  }
}
)";

/// The inputs of the rounds, one after the other.
class Given : public InputSource {
 public:
  explicit Given(std::vector<unsigned> values) : values_(std::move(values)) {}
  Value next(const InputRequest& request) override {
    Value value = Value::zero(request.sort);
    if (request.kind == InputKind::Nondet) value = Value(BitVector(8, values_.at(at_++)));
    asked.push_back({request.kind, request.site, std::string(request.note), value});
    return value;
  }
  std::vector<InputValue> asked;

 private:
  std::vector<unsigned> values_;
  std::size_t at_ = 0;
};

SiteId loop_of(const Program& program) {
  for (const Statement& s : program.procedures[0].body)
    if (s.kind == Statement::Kind::While) return s.site;
  return kNoSite;
}

/// The values of the inputs that are left.
std::vector<unsigned> shortened_values(const std::vector<unsigned>& values, double seconds = 10) {
  const Program program = read_ivl({"p.ivl", kCounts});
  Given given(values);
  const RunResult result = interpret(program, given, 1000);
  EXPECT_EQ(result.outcome, RunResult::Outcome::Failed);
  support::QuietContext context;
  const ProgramFailure failure{result.statement, given.asked, result.steps};
  const ProgramFailure shorter =
      shortened(program, failure, loop_of(program), seconds, context.get());
  InputSequence again(shorter.inputs);
  const RunResult replay = interpret(program, again, shorter.steps + 1);
  EXPECT_EQ(replay.outcome, RunResult::Outcome::Failed);
  EXPECT_EQ(replay.statement, result.statement);
  EXPECT_EQ(replay.steps, shorter.steps);
  EXPECT_EQ(again.missed(), 0u);
  std::vector<unsigned> left;
  for (const InputValue& input : shorter.inputs)
    if (input.kind == InputKind::Nondet)
      left.push_back(static_cast<unsigned>(input.value.bits().low()));
  return left;
}

TEST(Shorten, RoundsThatAreNotNeededAreLeftOut) {
  EXPECT_EQ(shortened_values({1, 2, 3, 4, 5, 6, 7, 8, 3}), (std::vector<unsigned>{3, 3}));
}

TEST(Shorten, WhatIsShortStays) {
  EXPECT_EQ(shortened_values({3, 3}), (std::vector<unsigned>{3, 3}));
}

TEST(Shorten, WithoutTimeTheRunStays) {
  EXPECT_EQ(shortened_values({1, 3, 3}, 0), (std::vector<unsigned>{1, 3, 3}));
}

}  // namespace
}  // namespace cairn
