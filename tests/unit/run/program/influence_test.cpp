// SPDX-License-Identifier: MIT
#include "run/program/influence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/ivl/ivl_reader.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// For each value that `main` takes, whether it plays no part; the values in order are 8 bits wide.
std::vector<bool> free_of(const std::string& body, const std::vector<unsigned>& values) {
  const Program program =
      read_ivl({"p.ivl", "var a: bv8, b: bv8, c: bv8;\nprocedure main() {\n" + body + "\n}\n"});
  ProgramFailure failure;
  for (const unsigned value : values)
    failure.inputs.push_back({InputKind::Nondet, kNoSite, "", Value(BitVector(8, value))});
  failure.steps = 100;
  // The sequence takes what fits the request: sites and notes as the run asks for them.
  class Asked : public InputSource {
   public:
    explicit Asked(std::vector<InputValue>& given) : given_(given) {}
    Value next(const InputRequest& request) override {
      if (request.kind != InputKind::Nondet) {
        all.push_back(
            {request.kind, request.site, std::string(request.note), Value::zero(request.sort)});
        return all.back().value;
      }
      InputValue& one = given_.at(at_++);
      one.site = request.site;
      one.note = std::string(request.note);
      all.push_back(one);
      return one.value;
    }
    std::vector<InputValue> all;

   private:
    std::vector<InputValue>& given_;
    std::size_t at_ = 0;
  } asked(failure.inputs);
  const RunResult result = interpret(program, asked, 100);
  EXPECT_EQ(result.outcome, RunResult::Outcome::Failed);
  failure.inputs = asked.all;
  failure.steps = result.steps;
  support::QuietContext context;
  return free_inputs(program, failure, 10, context.get());
}

TEST(Influence, AnInputThatNothingReadsIsFree) {
  EXPECT_THAT(free_of("havoc a, b; assert a != 3bv8;", {3, 7}), ElementsAre(false, true));
}

TEST(Influence, OneOfTwoReasonsIsEnough) {
  const std::vector<bool> free = free_of("havoc a, b; assert !(a == 3bv8 || b == 3bv8);", {3, 3});
  ASSERT_EQ(free.size(), 2u);
  EXPECT_NE(free[0], free[1]);
}

TEST(Influence, WhatDecidesTheWayIsNeeded) {
  EXPECT_THAT(free_of("havoc a, b; if a == 1bv8 { c := 2bv8; } else { c := b; } "
                      "assert c != 2bv8;",
                      {1, 9}),
              ElementsAre(false, true));
}

TEST(Influence, ValuesThatAssumptionsAllowCount) {
  EXPECT_THAT(free_of("havoc a; assume a == 4bv8; assert a != 4bv8;", {4}), ElementsAre(true));
}

TEST(Influence, WithoutTimeNothingIsSaid) {
  const Program program = read_ivl({"p.ivl", "procedure main() { assert false; }"});
  ProgramFailure failure;
  failure.steps = 1;
  support::QuietContext context;
  EXPECT_THAT(free_inputs(program, failure, 0, context.get()), IsEmpty());
}

}  // namespace
}  // namespace cairn
