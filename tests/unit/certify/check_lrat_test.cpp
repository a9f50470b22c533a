// SPDX-License-Identifier: MIT
#include "certify/check_lrat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// a and b in all four combinations.
constexpr const char* kFormula = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
constexpr const char* kProof = "5 2 0 1 2 0\n6 1 0 5 3 0\n7 0 5 6 4 0\n";

Judgement judge(const std::string& proof, const std::string& formula = kFormula) {
  support::QuietContext quiet;
  return check_lrat({"f.cnf", formula}, {"p.lrat", proof}, quiet.get());
}

void expect_holds(const std::string& proof, const std::string& formula = kFormula) {
  const Judgement judgement = judge(proof, formula);
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
  EXPECT_EQ(judgement.explanation, "");
}

void expect_fails(const std::string& explanation, const std::string& proof,
                  const std::string& formula = kFormula) {
  const Judgement judgement = judge(proof, formula);
  EXPECT_EQ(judgement.outcome(), Outcome::Fails) << proof;
  EXPECT_EQ(judgement.explanation, explanation);
}

void expect_unreadable(const std::string& message, const std::string& proof) {
  EXPECT_THAT([&] { judge(proof); }, ThrowsMessage<InputError>(HasSubstr(message))) << proof;
}

TEST(CheckLrat, ARefutationHolds) {
  expect_holds(kProof);
}

TEST(CheckLrat, BlanksCommentsAndCarriageReturnsDoNotMatter) {
  expect_holds("c made by hand\n\n 5  2 0\t1 2 0 \r\n6 1 0 5 3 0\nc\n7 0 5 6 4 0");
}

TEST(CheckLrat, NumbersMayHaveGaps) {
  expect_holds("50 2 0 1 2 0\n600 1 0 50 3 0\n70000000000000 0 50 600 4 0\n");
}

TEST(CheckLrat, LiteralsMayBeRepeated) {
  expect_holds("5 2 2 0 1 2 0\n6 0 5 3 0\n", "p cnf 2 3\n1 2 1 0\n-1 2 -1 0\n-2 -2 0\n");
}

TEST(CheckLrat, VariablesMayBeFarApart) {
  expect_holds("3 0 1 2 0\n", "p cnf 2147483646 2\n2147483646 0\n-2147483646 0\n");
}

TEST(CheckLrat, AnEmptyClauseOfTheFormulaIsEnough) {
  expect_holds("3 0 2 0\n", "p cnf 1 2\n1 0\n0\n");
}

TEST(CheckLrat, ATautologyNeedsNoHints) {
  expect_holds("5 1 -1 0 0\n6 2 0 1 2 0\n7 0 6 3 4 0\n");
}

TEST(CheckLrat, WhatFollowsTheEmptyClauseIsNotLookedAt) {
  expect_holds(std::string(kProof) + "nonsense");
}

TEST(CheckLrat, DeletedClausesAreUsedNoMore) {
  expect_holds("5 2 0 1 2 0\n5 d 1 2 0\n6 1 0 5 3 0\n7 0 5 6 4 0\n");
  expect_fails("step 7: uses clause 5, which was deleted before (p.lrat:4)",
               "5 2 0 1 2 0\n6 1 0 5 3 0\n6 d 5 0\n7 0 5 6 4 0\n");
  expect_fails("step 5: deletes clause 1, which was deleted before (p.lrat:2)",
               "5 2 0 1 2 0\n5 d 1 1 0\n");
  expect_fails("step 5: deletes clause 9, which does not exist (p.lrat:2)",
               "5 2 0 1 2 0\n5 d 9 0\n");
}

TEST(CheckLrat, AProofMustComeToTheEmptyClause) {
  expect_fails("the proof ends after step 6 without the empty clause",
               "5 2 0 1 2 0\n6 1 0 5 3 0\n");
  expect_fails("the proof ends after step 0 without the empty clause", "");
}

TEST(CheckLrat, AStepThatDoesNotFollowIsNamed) {
  expect_fails("step 5: does not follow from the 1 clauses that it names (p.lrat:1)",
               "5 2 0 1 0\n");
  expect_fails("step 6: does not follow from the 0 clauses that it names (p.lrat:2)",
               "5 2 0 1 2 0\n6 0 0\n");
  expect_fails("step 5: clause 1 is not unit when it is used (p.lrat:1)", "5 0 1 2 0\n");
  expect_fails("step 5: uses clause 8, which does not exist (p.lrat:1)", "5 2 0 1 8 0\n");
  expect_fails("step 5: uses clause 5, which does not exist (p.lrat:1)", "5 2 0 5 0\n");
}

TEST(CheckLrat, AHintThatSaysNothingNewIsRefused) {
  expect_fails("step 6: clause 1 is not unit when it is used (p.lrat:2)",
               "5 2 0 1 2 0\n6 1 0 5 1 3 0\n");
}

TEST(CheckLrat, NumbersMustAscend) {
  expect_fails("step 4: its number should be larger than 4 (p.lrat:1)", "4 2 0 1 2 0\n");
  expect_fails("step 5: its number should be larger than 5 (p.lrat:2)", "5 2 0 1 2 0\n5 1 0 3 0\n");
}

TEST(CheckLrat, AProofOfAnotherFormulaIsRejected) {
  expect_fails("step 6: clause 3 is not unit when it is used (p.lrat:2)", kProof,
               "p cnf 2 4\n1 2 0\n-1 2 0\n-1 2 0\n-1 -2 0\n");
  expect_fails("step 5: variable 2 does not occur in the formula (p.lrat:1)", kProof,
               "p cnf 1 4\n1 0\n-1 0\n1 0\n-1 0\n");
  expect_fails("step 5: variable 9000000000 does not occur in the formula (p.lrat:1)",
               "5 9000000000 0 1 0\n");
}

TEST(CheckLrat, RatIsNotSupported) {
  const Judgement judgement = judge("5 2 0 -1 2 0\n");
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_EQ(judgement.explanation, "step 5: uses RAT (hint -1), which is not supported (p.lrat:1)");
}

TEST(CheckLrat, DamageIsAnErrorWithItsPlace) {
  expect_unreadable("p.lrat:2:8: error: step 6: expected the number of a clause, or 0 at the end",
                    "5 2 0 1 2 0\n6 1 0 5");
  expect_unreadable("p.lrat:1:4: error: step 5: expected a literal, or 0", "5 2\n");
  expect_unreadable("p.lrat:1:3: error: step 5: expected a literal", "5 x 0 1 2 0\n");
  expect_unreadable("p.lrat:1:3: error: step 5: expected a literal", "5 2x 0 1 2 0\n");
  expect_unreadable("p.lrat:1:1: error: expected the number of a step, got 'hello'", "hello\n");
  expect_unreadable("p.lrat:1:1: error: expected the number of a step", "-5 2 0 1 2 0\n");
  expect_unreadable("p.lrat:1:13: error: step 5: expected end of line, got '7'", "5 2 0 1 2 0 7\n");
  // Some of these would be small numbers again if they were read with 64 bits.
  for (const std::string huge : {"99999999999999999999", "11529215046068469750",
                                 "110680464442257309701", "18446744073709551617"})
    expect_unreadable("p.lrat:1:7: error: step 5: expected the number of a clause",
                      "5 2 0 " + huge + " 0\n");
}

TEST(CheckLrat, DratIsRecognized) {
  expect_unreadable("p.lrat:1:4: error: step 2: expected the clauses that it follows from",
                    "2 0\n");
}

TEST(CheckLrat, ADamagedFormulaIsAnError) {
  EXPECT_THAT([] { judge(kProof, "p cnf 2 4\n1 2 0\n"); },
              ThrowsMessage<InputError>(HasSubstr("f.cnf")));
}

}  // namespace
}  // namespace cairn
