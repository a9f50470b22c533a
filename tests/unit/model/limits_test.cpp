// SPDX-License-Identifier: MIT
#include "model/limits.h"

#include <gtest/gtest.h>

#include <functional>

#include "format/ivl/ivl_reader.h"
#include "model/assertions.h"

namespace cairn {
namespace {

/// The notes of limits that matter for the asserts with this note, by their order in the program.
std::vector<std::string> before(const std::string& text, const std::string& note) {
  const Program program = read_ivl({"a.ivl", text});
  std::vector<const Statement*> limits;
  std::set<const Statement*> asserts;
  const std::function<void(const Block&)> visit = [&](const Block& block) {
    for (const Statement& s : block) {
      if (s.kind == Statement::Kind::Assert && s.assert_kind == AssertKind::Limit)
        limits.push_back(&s);
      else if (s.kind == Statement::Kind::Assert && s.note == note)
        asserts.insert(&s);
      for (const Block& inner : s.blocks) visit(inner);
    }
  };
  for (const Procedure& procedure : program.procedures) visit(procedure.body);
  const auto found = limits_before(program, asserts);
  std::vector<std::string> notes;
  for (const Statement* limit : limits)
    if (found.contains(limit)) notes.push_back(limit->note);
  return notes;
}

using Notes = std::vector<std::string>;

TEST(Limits, MatterForWhatComesBehind) {
  const std::string text =
      "procedure main() { var x: bv8;\n"
      "  limit x != 1bv8 \"array of more than 1\";\n"
      "  assert x != 2bv8 \"a\";\n"
      "  limit x != 3bv8 \"array of more than 2\";\n"
      "  assert x != 4bv8 \"b\";\n"
      "  limit x != 5bv8 \"array of more than 3\"; }\n";
  EXPECT_EQ(before(text, "a"), (Notes{"array of more than 1"}));
  EXPECT_EQ(before(text, "b"), (Notes{"array of more than 1", "array of more than 2"}));
}

TEST(Limits, LoopsAndJumpsLeadBack) {
  const std::string loop =
      "procedure main() { var x: bv8;\n"
      "  assert x != 1bv8 \"outside\";\n"
      "  while (x != 0bv8) { assert x != 2bv8 \"inside\"; limit false \"array of more than 1\"; } "
      "}\n";
  EXPECT_EQ(before(loop, "inside"), (Notes{"array of more than 1"}));
  EXPECT_EQ(before(loop, "outside"), Notes{});
  const std::string jump =
      "procedure main() { var x: bv8;\n"
      "  assert x != 1bv8 \"before\";\n"
      "  again: assert x != 2bv8 \"after\";\n"
      "  limit false \"array of more than 1\"; if (x == 3bv8) { goto again; } }\n";
  EXPECT_EQ(before(jump, "after"), (Notes{"array of more than 1"}));
  EXPECT_EQ(before(jump, "before"), Notes{});
}

// A run that left a procedure goes on behind the call that it came from.
TEST(Limits, CallsMatchReturns) {
  const std::string text =
      "procedure f(x: bv8) { assert x != 0bv8 \"in f\"; }\n"
      "procedure g() { limit false \"array of more than 1\"; }\n"
      "procedure main() { var x: bv8;\n"
      "  call f(x); assert x != 1bv8 \"first\"; call g(); call f(x); assert x != 2bv8 \"last\"; "
      "}\n";
  EXPECT_EQ(before(text, "in f"), (Notes{"array of more than 1"}));
  EXPECT_EQ(before(text, "first"), Notes{});
  EXPECT_EQ(before(text, "last"), (Notes{"array of more than 1"}));
}

TEST(Limits, ControlMayGoAnywhere) {
  const std::string text =
      "procedure main() { var x: bv8;\n"
      "  assert x != 1bv8 \"a\"; limit x != 2bv8 \"array of more than 1\";\n"
      "  limit x != 3bv8 \"call of 'longjmp'\"; limit x != 4bv8 \"array of more than 2\"; }\n";
  EXPECT_EQ(before(text, "a"), (Notes{"array of more than 1", "call of 'longjmp'"}));
}

TEST(Limits, RecursionLeadsIntoTheProcedure) {
  const std::string text =
      "procedure f() { var x: bv8; assert x != 0bv8 \"in f\";\n"
      "  limit false \"recursion: 3 calls of 'f' in each other\"; }\n"
      "procedure main() { var x: bv8; assert x != 1bv8 \"before\"; call f(); }\n";
  EXPECT_EQ(before(text, "in f").size(), 1u);
  EXPECT_EQ(before(text, "before"), Notes{});
  // Of a function that is not there nothing is known.
  std::string other = text;
  other.replace(other.find("'f'"), 3, "'h'");
  EXPECT_EQ(before(other, "before").size(), 1u);
}

// What depends on an unknown function is one claim in two halves.
TEST(Limits, HalvesOfAClaimGoTogether) {
  const Program program = read_ivl(
      {"a.ivl",
       "procedure main() { var x: bv8; var t: bool;\n"
       "@ \"f.c\":1:1 assert x != 1bv8 \"a\";\n"
       "@ \"f.c\":2:1 limit x != 2bv8 || !t \"a violation that depends on what 'f' does\";\n"
       "@ \"f.c\":2:1 assert x != 2bv8 || t \"b\"; }\n"});
  const auto kinds = [](const Program& changed) {
    std::string text;
    for (const Statement& s : changed.procedures[0].body)
      text += s.kind == Statement::Kind::Assume    ? 'e'
              : s.assert_kind == AssertKind::Limit ? 'l'
                                                   : 'p';
    return text;
  };
  EXPECT_EQ(kinds(with_assertions(program, {0})), "pee");
  EXPECT_EQ(kinds(with_assertions(program, {1})), "elp");
}

}  // namespace
}  // namespace cairn
