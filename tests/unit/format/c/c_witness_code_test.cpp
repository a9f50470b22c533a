// SPDX-License-Identifier: MIT
#include "format/c/c_witness_code.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cairn {
namespace {

constexpr std::string_view kProgram =
    "int f(int);\n"
    "int main(void) {\n"
    "  int x = 0; /* while (1) */\n"
    "  while (x < f(3)) {\n"
    "    x++;\n"
    "  }\n"
    "  for (int i = 0; ; i++) if (i > x) break;\n"
    "  do x--; while (x > 0);\n"
    "  if (x) x = f(2);\n"
    "  return 0;\n"
    "}\n";

SvInvariant invariant(SvInvariant::Kind kind, std::uint64_t line, std::uint64_t column,
                      std::string value) {
  return {kind, {"prog.c", line, column, "main"}, std::move(value)};
}

/// The line of the text, from 1.
std::string line_of(const std::string& text, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t i = 1; i < number; ++i) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(CWitnessCode, InvariantsStandWhereConditionsAreEvaluated) {
  using Kind = SvInvariant::Kind;
  const auto code = with_invariants(
      kProgram,
      {invariant(Kind::Loop, 4, 3, "x >= 0"), invariant(Kind::Loop, 7, 3, "x > 1"),
       invariant(Kind::Loop, 8, 3, "x > 2"), invariant(Kind::Loop, 8, 11, "x > 3"),
       invariant(Kind::Location, 9, 3, "x > 4"), invariant(Kind::Location, 9, 10, "x > 5"),
       invariant(Kind::Loop, 3, 17, "x > 6"), invariant(Kind::Loop, 4, 3, "x) || (1")},
      SvWitness::Places::Columns);
  EXPECT_EQ(code.placed, (std::vector<std::size_t>{0, 1, 4}));
  EXPECT_EQ(std::count(code.text.begin(), code.text.end(), '\n'),
            std::count(kProgram.begin(), kProgram.end(), '\n'));
  const std::string loop = line_of(code.text, 4);
  EXPECT_TRUE(loop.starts_with("  while ((((x >= 0) ? (void)0 : ")) << loop;
  EXPECT_TRUE(loop.ends_with(", 1) && (x < f(3))) {")) << loop;
  EXPECT_NE(line_of(code.text, 7).find("for (int i = 0;(((x > 1) ?"), std::string::npos);
  EXPECT_TRUE(line_of(code.text, 9).starts_with("  ((x > 4) ?"));
  EXPECT_TRUE(line_of(code.text, 9).ends_with("; if (x) x = f(2);"));
}

TEST(CWitnessCode, CandidatesStandAtEveryLoop) {
  const auto code = with_invariants(kProgram, {invariant(SvInvariant::Kind::Loop, 1, 0, "x >= 0")},
                                    SvWitness::Places::Lines);
  EXPECT_NE(line_of(code.text, 4).find("(x >= 0) ?"), std::string::npos);
  EXPECT_NE(line_of(code.text, 7).find("(x >= 0) ?"), std::string::npos);
  EXPECT_EQ(line_of(code.text, 8), line_of(std::string(kProgram), 8));
  EXPECT_EQ(line_of(code.text, 3), line_of(std::string(kProgram), 3));
}

SvWaypoint waypoint(SvWaypoint::Kind kind, std::uint64_t line, std::uint64_t column,
                    std::string value) {
  return {kind, {"prog.c", line, column, "main"}, std::move(value), ""};
}

TEST(CWitnessCode, WaypointsAreCountedInTheirOrder) {
  using Kind = SvWaypoint::Kind;
  const auto code = with_waypoints(
      kProgram,
      {waypoint(Kind::Branching, 4, 3, "true"), waypoint(Kind::FunctionReturn, 4, 17, "3"),
       waypoint(Kind::Assumption, 5, 5, "x == 0"), waypoint(Kind::Branching, 4, 3, "false"),
       waypoint(Kind::Assumption, 9, 10, "x == 1"), waypoint(Kind::Target, 10, 3, "")},
      SvWitness::Places::Columns);
  // The body of an `if` without braces is no place for a statement.
  EXPECT_EQ(code.placed, (std::vector<std::size_t>{0, 1, 2, 3}));
  const std::string loop = line_of(code.text, 4);
  EXPECT_TRUE(loop.starts_with("  while ((x < ({ __auto_type __cairn_result = f(3); ")) << loop;
  EXPECT_NE(loop.find("__cairn_waypoints == 1 && (__cairn_result == (3)) ? 2"), std::string::npos);
  EXPECT_NE(loop.find("__cairn_waypoints == 0 && (1) ? 1"), std::string::npos);
  EXPECT_NE(loop.find("__cairn_waypoints == 3 && (1) ? 4"), std::string::npos);
  EXPECT_NE(line_of(code.text, 5).find("__cairn_waypoints == 2 && (x == 0) ? 3"),
            std::string::npos);
  EXPECT_TRUE(code.text.ends_with("int __cairn_waypoints = 0;\n"));
}

}  // namespace
}  // namespace cairn
