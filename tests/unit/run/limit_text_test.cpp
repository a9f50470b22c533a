// SPDX-License-Identifier: MIT
#include "run/limit_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn {
namespace {

using testing::HasSubstr;

TEST(LimitText, NamesTheConstructItsPlaceAndWhatToDo) {
  Program program;
  program.sites.push_back({{"p.c", 7, 3}, "f", "p = malloc(n)", false});
  Statement limit;
  limit.kind = Statement::Kind::Assert;
  limit.assert_kind = AssertKind::Limit;
  limit.site = 0;
  limit.note = "heap objects: more than 4 of one call";
  EXPECT_EQ(
      limit_text(program, limit),
      "heap objects: more than 4 of one call (p.c:7) in 'p = malloc(n)'; try: --heap-objects N "
      "allows more, 0 as many as there are addresses for");
  limit.note = "recursion: 5 calls of 'f' in each other (--recursion N follows more)";
  EXPECT_EQ(limit_text(program, limit),
            "recursion: 5 calls of 'f' in each other (--recursion N follows more) (p.c:7) in 'p = "
            "malloc(n)'");
  limit.note = "something new";
  EXPECT_THAT(limit_text(program, limit), HasSubstr("; try: say it in other words"));
}

TEST(LimitText, EveryNoteHasARemedy) {
  EXPECT_THAT(limit_remedy("the loop takes more than 3 rounds"), HasSubstr("--unwind"));
  EXPECT_THAT(limit_remedy("call of 'sin'"), HasSubstr("body"));
  EXPECT_FALSE(limit_remedy("").empty());
}

}  // namespace
}  // namespace cairn
