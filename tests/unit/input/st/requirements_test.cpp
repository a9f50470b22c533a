// SPDX-License-Identifier: MIT
#include "input/st/requirements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "model/interpret.h"
#include "support/quiet_context.h"

namespace cairn::st {
namespace {

std::string fault_of(const std::string& text) {
  try {
    read_requirements({"r.yaml", text});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string formula_of(const std::string& entry) {
  const auto read = read_requirements({"r.yaml", "requirements:\n  - id: R\n" + entry});
  return read.size() == 1 ? read[0].expression.bytes : "";
}

TEST(Requirements, PatternsBecomeFormulas) {
  EXPECT_EQ(formula_of("    pattern: invariant\n    expression: a > 1\n"), "(a > 1)");
  EXPECT_EQ(formula_of("    pattern: forbidden\n    expression: a OR b\n"), "NOT (a OR b)");
  EXPECT_EQ(formula_of("    pattern: reachability\n    expression: a\n"), "NOT (a)");
  EXPECT_EQ(formula_of("    pattern: implication\n    if: a\n    then: b\n"), "NOT (a) OR (b)");
  EXPECT_EQ(formula_of("    pattern: statechange-duringcycle\n    if: a\n    then: b\n"),
            "NOT START(a) OR (b)");
  EXPECT_EQ(
      formula_of("    pattern: statechange-betweencycles\n    if: a\n    and: b\n    then: c\n"),
      "FIRST() OR NOT PREV(a) OR NOT (b) OR (c)");
  EXPECT_EQ(formula_of("    pattern: leadsto\n    if: a\n    then: b\n    within: T#3s\n"),
            "NOT HELD(PENDING(a, b), T#3s)");
  EXPECT_EQ(formula_of("    pattern: leadsto\n    if: a\n    then: b\n    within: 5 cycles\n"),
            "NOT HELD(PENDING(a, b), 5)");
  EXPECT_EQ(formula_of("    pattern: precedence\n    if: a\n    then: b\n"),
            "NOT (a) OR EARLIER(b)");
  EXPECT_EQ(formula_of("    pattern: pattern-invariant\n    expression: a\n"), "(a)");
  // In PLCverif's order, {1}, {2}.
  EXPECT_EQ(formula_of("    pattern: implication\n    params:\n      - a\n      - b\n"),
            "NOT (a) OR (b)");
}

TEST(Requirements, LivenessIsAConditionThatMustNotLast) {
  const auto read = read_requirements({"r.yaml",
                                       "requirements:\n  - id: R\n    pattern: repeatability\n    "
                                       "expression: a\n  - id: S\n    pattern: response\n    "
                                       "if: a\n    then: b\n"});
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].expression.bytes, "NOT (a)");
  EXPECT_EQ(read[1].expression.bytes, "PENDING(a, b)");
  EXPECT_TRUE(read[0].recurs && read[1].recurs);
}

TEST(Requirements, TextsAndAssumptionsAreKept) {
  const auto read =
      read_requirements({"r.yaml",
                         "assumptions:\n  - a --> b  # as it is: always\nrequirements:\n  - id: "
                         "R1\n    text: Never both.\n    "
                         "pattern: forbidden\n    expression: a AND b\n"});
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].kind, Annotation::Kind::Assume);
  EXPECT_EQ(read[0].at.line, 2u);
  EXPECT_EQ(read[1].id, "R1: Never both");
  EXPECT_EQ(read[1].at.line, 4u);
}

TEST(Requirements, FaultsHaveTheirPlace) {
  EXPECT_EQ(fault_of("requirement:\n  - id: R\n"),
            "r.yaml:2:1: error: unknown key 'requirement'; did you mean 'requirements'?");
  EXPECT_EQ(fault_of("requirements:\n  - id: R\n    pattern: invarient\n    expression: a\n"),
            "r.yaml:3:1: error: unknown pattern 'invarient'; did you mean 'invariant'?");
  EXPECT_EQ(fault_of("requirements:\n  - pattern: invariant\n    expression: a\n"),
            "r.yaml:2:1: error: the requirement has no id");
  EXPECT_EQ(fault_of("requirements:\n  - id: R\n    pattern: implication\n    if: a\n"),
            "r.yaml:2:1: error: the pattern implication needs 'then'");
  EXPECT_EQ(fault_of("requirements:\n  - id: R\n    pattern: invariant\n    expression: a AND\n"),
            "r.yaml:4:22: error: expected an expression, got end of file");
  EXPECT_EQ(fault_of("requirements:\n  - id: R\n    pattern: invariant\n    expresion: a\n"),
            "r.yaml:4:1: error: unknown key 'expresion'; did you mean 'expression'?");
  EXPECT_THAT(fault_of("requirements:\n  - id: R\n    pattern: leadsto\n    if: a\n    then: b\n"),
              testing::HasSubstr("the pattern leadsto needs 'within'; without a bound"));
  EXPECT_THAT(fault_of("requirements:\n  - id: R\n    pattern: leadsto\n    if: a\n    then: b\n"
                       "    within: soon\n"),
              testing::HasSubstr("r.yaml:6:1: error: expected a duration"));
  EXPECT_THAT(fault_of("requirements:\n  - id: R\n    pattern: invariant\n    expression: a\n"
                       "  - id: R\n    pattern: invariant\n    expression: a\n"),
              testing::HasSubstr("the id 'R' is there twice"));
  EXPECT_EQ(fault_of("assumptions:\n"), "r.yaml:1:1: error: expected a list ('- ...')");
}

/// In which scan (from 1) the run of these inputs fails; 0: it does not.
class InputBits : public InputSource {
 public:
  explicit InputBits(std::string bits) : bits_(std::move(bits)) {}
  Value next(const InputRequest& request) override {
    if (request.note != "x" || !request.sort.is_bool()) return Value::zero(request.sort);
    return Value(used_ < bits_.size() && bits_[used_++] == '1');
  }
  std::size_t used() const { return used_; }

 private:
  std::string bits_;
  std::size_t used_ = 0;
};

std::size_t failing_scan(const std::string& expression, const std::string& bits) {
  ReadOptions options;
  options.cycles = bits.size();
  Requirement requirement;
  requirement.id = "R";
  requirement.expression = {"r.yaml", expression};
  options.requirements.push_back(requirement);
  support::QuietContext context;
  const Program program =
      read_st({{"x.st",
                "PROGRAM p VAR_INPUT x : BOOL; END_VAR VAR y : BOOL; END_VAR y := x; "
                "END_PROGRAM"}},
              options, context.log, nullptr);
  InputBits inputs(bits);
  const RunResult result = interpret(program, inputs, 100000);
  return result.outcome == RunResult::Outcome::Failed ? inputs.used() : 0;
}

TEST(Requirements, HeldCountsScans) {
  EXPECT_EQ(failing_scan("NOT HELD(x, 2)", "110111"), 6u);
  EXPECT_EQ(failing_scan("NOT HELD(x, 0)", "001"), 3u);
  EXPECT_EQ(failing_scan("NOT HELD(x, 3)", "1110111"), 0u);
  EXPECT_EQ(failing_scan("NOT HELD(x, T#200ms)", "110111"), 6u);  // a scan takes 100 ms
}

TEST(Requirements, PendingEndsWithTheAnswer) {
  // x is asked for, and answered when it is gone.
  EXPECT_EQ(failing_scan("NOT PENDING(x, NOT x)", "0010"), 3u);
  EXPECT_EQ(failing_scan("NOT PENDING(x, x)", "0110"), 0u);
  // Asked for by a rising edge, answered by x in a later scan but one.
  EXPECT_EQ(failing_scan("NOT HELD(PENDING(x, PREV(x)), 1)", "10"), 0u);
  EXPECT_EQ(failing_scan("NOT HELD(PENDING(NOT x, x), 2)", "1001000"), 7u);
}

TEST(Requirements, HeldLooksAtEveryScan) {
  EXPECT_EQ(failing_scan("FIRST() OR_ELSE NOT HELD(x, 2)", "110111"), 6u);
  EXPECT_EQ(failing_scan("NOT (y AND_THEN HELD(TRUE, 3))", "00001"), 5u);
  EXPECT_EQ(failing_scan("NOT (y AND HELD(TRUE, 3))", "00001"), 5u);
}

TEST(Requirements, WhatLooksBackHasOneValue) {
  const std::string text =
      "FUNCTION_BLOCK f VAR_INPUT x : INT; END_VAR\n//#ASSERT PREV(x) = x;\nEND_FUNCTION_BLOCK\n"
      "PROGRAM p VAR a : ARRAY[1..2] OF f; i : INT; END_VAR "
      "i := i MOD 2 + 1; a[i](x := i); END_PROGRAM";
  support::QuietContext context;
  try {
    read_st({{"x.st", text}}, {}, context.log, nullptr);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "x.st:2:11: error: not supported: PREV in a block that is an element of an array");
  }
}

TEST(Requirements, FirstIsTheFirstScan) {
  EXPECT_EQ(failing_scan("FIRST() OR NOT x", "101"), 3u);
  EXPECT_EQ(failing_scan("NOT FIRST()", "0"), 1u);
}

TEST(Requirements, NamesAreLookedUpInTheUnit) {
  try {
    failing_scan("z", "0");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("R: unknown"));
  }
}

}  // namespace
}  // namespace cairn::st
