// SPDX-License-Identifier: MIT
#include "run/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn {
namespace {

const std::vector<Plan>& table() {
  static const std::vector<Plan> plans{{"default", "ic3", "", "", {}},
                                       {"default", "ic3cfa", "", "", {}},
                                       {"A", "ic3cfa", "Lan18", "", {{"--ic3cfa-cores", "off"}}}};
  return plans;
}

TEST(Plan, IsFoundByItsNameAlone) {
  EXPECT_EQ(choose_plan(table(), "A", "").plan, &table()[2]);
  EXPECT_EQ(choose_plan(table(), "a", "").plan, &table()[2]);
}

TEST(Plan, OfAnEngineIsTakenAmongOthersOfItsName) {
  EXPECT_EQ(choose_plan(table(), "default", "ic3cfa").plan, &table()[1]);
  EXPECT_EQ(choose_plan(table(), "default", "ic3").plan, &table()[0]);
}

TEST(Plan, ThatSeveralEnginesHaveNeedsAnEngine) {
  const PlanChoice choice = choose_plan(table(), "default", "");
  EXPECT_EQ(choice.plan, nullptr);
  EXPECT_THAT(choice.problem, testing::HasSubstr("ic3, ic3cfa"));
}

TEST(Plan, OfAnotherEngineIsRefused) {
  const PlanChoice choice = choose_plan(table(), "A", "ic3");
  EXPECT_EQ(choice.plan, nullptr);
  EXPECT_EQ(choice.problem, "'A' is a plan of ic3cfa, not of ic3");
}

TEST(Plan, ThatDoesNotExistIsNamed) {
  for (const char* name : {"", "B", "AA", "defaul"}) {
    const PlanChoice choice = choose_plan(table(), name, "");
    EXPECT_EQ(choice.plan, nullptr);
    EXPECT_THAT(choice.problem, testing::HasSubstr(name));
    EXPECT_THAT(choice.problem, testing::HasSubstr("cairn plans"));
  }
}

TEST(Plan, ListsByName) {
  EXPECT_EQ(plans_named(table(), "").size(), 3u);
  EXPECT_EQ(plans_named(table(), "DEFAULT").size(), 2u);
  EXPECT_TRUE(plans_named(table(), "none").empty());
}

}  // namespace
}  // namespace cairn
