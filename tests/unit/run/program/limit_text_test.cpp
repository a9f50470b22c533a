// SPDX-License-Identifier: MIT
#include "run/program/limit_text.h"

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

TEST(LimitText, NamesTheArrayThatHasNoCircuit) {
  Program program;
  Terms& terms = *program.terms;
  const auto array = [&](const char* name, std::uint32_t index) {
    const Sort sort = Sort::array_of(Sort::bit_vector(index), Sort::bit_vector(32));
    return terms.variable(name, sort);
  };
  const Term small = array("small", 4), large = array("main::large", 17);
  program.globals = {{small, "small", "", Show::Raw}, {large, "large", "", Show::Raw}};
  program.sites = {{{"p.c", 3, 1}, "main", "small[1] = 2", false},
                   {{"p.c", 7, 3}, "main", "large[i] = 2", false}};
  Procedure main;
  main.name = "main";
  Statement loop, first, second;
  first.kind = second.kind = Statement::Kind::Assign;
  first.site = 0;
  first.targets = first.values = {small};
  second.site = 1;
  second.targets = second.values = {large};
  loop.kind = Statement::Kind::While;
  loop.blocks = {{first, second}};
  main.body = {loop};
  program.procedures = {main};
  EXPECT_THAT(no_circuit_text(program, "some reason"),
              HasSubstr("the array 'large' (p.c:7) is too large for a circuit; try: --engine"));
  program.globals.pop_back();
  EXPECT_EQ(no_circuit_text(program, "some reason"), "there is no circuit: some reason");
}

TEST(LimitText, EveryNoteHasARemedy) {
  EXPECT_THAT(limit_remedy("the loop takes more than 3 iterations"), HasSubstr("--unwind"));
  EXPECT_THAT(limit_remedy("call of 'sin'"), HasSubstr("body"));
  EXPECT_FALSE(limit_remedy("").empty());
}

}  // namespace
}  // namespace cairn
