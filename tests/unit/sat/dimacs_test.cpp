// SPDX-License-Identifier: MIT
#include "sat/dimacs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"

namespace cairn::sat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Lit lit(std::int64_t dimacs) {
  return Lit(Var{static_cast<std::uint32_t>(std::abs(dimacs))}, dimacs < 0);
}

std::string error_of(std::string_view text) {
  try {
    read_dimacs("f.cnf", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DimacsTest, ClausesAreReadInTheirOrder) {
  const Cnf cnf = read_dimacs("f", "p cnf 3 3\n1 -3 0\n0\n2 3 -1 0\n");
  EXPECT_EQ(cnf.max_variable, 3u);
  ASSERT_EQ(cnf.num_clauses(), 3u);
  EXPECT_THAT(cnf.clause(0), ElementsAre(lit(1), lit(-3)));
  EXPECT_THAT(cnf.clause(1), IsEmpty());
  EXPECT_THAT(cnf.clause(2), ElementsAre(lit(2), lit(3), lit(-1)));
}

TEST(DimacsTest, LinesAndBlanksMeanNothingToClauses) {
  const Cnf cnf = read_dimacs("f", "\n  p\tcnf 2  3 \r\n1\n\n 2 0 -1 0\t-2\n0");
  ASSERT_EQ(cnf.num_clauses(), 3u);
  EXPECT_THAT(cnf.clause(0), ElementsAre(lit(1), lit(2)));
  EXPECT_THAT(cnf.clause(1), ElementsAre(lit(-1)));
  EXPECT_THAT(cnf.clause(2), ElementsAre(lit(-2)));
}

TEST(DimacsTest, CommentsStandBetweenAnyTwoLines) {
  const Cnf cnf =
      read_dimacs("f", "c\nc p cnf 9 9\np cnf 2 1\nc 1 0\n1\n  c within\ncomment\n2 0\nc end");
  ASSERT_EQ(cnf.num_clauses(), 1u);
  EXPECT_THAT(cnf.clause(0), ElementsAre(lit(1), lit(2)));
}

TEST(DimacsTest, APercentSignEndsTheFormula) {
  EXPECT_EQ(read_dimacs("f", "p cnf 1 1\n1 0\n%\n0\n\n").num_clauses(), 1u);
}

TEST(DimacsTest, TheHeaderMayPromiseMoreVariablesThanThereAre) {
  const Cnf cnf = read_dimacs("f", "p cnf 2147483646 0\n");
  EXPECT_EQ(cnf.max_variable, 2147483646u);
  EXPECT_EQ(cnf.num_clauses(), 0u);
}

TEST(DimacsTest, FaultsHaveTheirPlaceAndWhatWasExpected) {
  EXPECT_EQ(error_of(""),
            "f.cnf:1:1: error: expected the header 'p cnf VARIABLES CLAUSES', got end of file");
  EXPECT_THAT(error_of("c only\n"), HasSubstr("f.cnf:2:1: error: expected the header"));
  EXPECT_THAT(error_of("1 0\n"), HasSubstr("f.cnf:1:1: error: expected the header"));
  EXPECT_THAT(error_of("p dnf 1 1\n"), HasSubstr("f.cnf:1:1: error: expected the header"));
  EXPECT_THAT(error_of("p cnf 1\n1 0\n"),
              HasSubstr("f.cnf:1:8: error: expected the number of clauses, got end of line"));
  EXPECT_THAT(error_of("p cnf -1 1\n"),
              HasSubstr("f.cnf:1:7: error: expected the number of variables, got '-1'"));
  EXPECT_THAT(error_of("p cnf 2147483647 1\n"),
              HasSubstr("1:7: error: the number of variables '2147483647' exceeds the limit"));
  EXPECT_THAT(error_of("p cnf 1 1 1\n"),
              HasSubstr("f.cnf:1:11: error: expected end of line after the header, got '1'"));
  EXPECT_THAT(error_of("p cnf 1 1\n1 x 0\n"), HasSubstr("f.cnf:2:3: error: expected a literal"));
  EXPECT_THAT(error_of("p cnf 1 1\n1 - 0\n"), HasSubstr("f.cnf:2:3: error: expected a literal"));
  EXPECT_THAT(error_of("p cnf 1 1\n1 -0\n"), HasSubstr("f.cnf:2:3: error: expected a literal"));
  EXPECT_THAT(error_of("p cnf 1 1\n1x 0\n"),
              HasSubstr("f.cnf:2:1: error: expected variable, got '1x'"));
  EXPECT_THAT(error_of("p cnf 1 1\n1 -2 0\n"),
              HasSubstr("f.cnf:2:3: error: variable 2 exceeds the 1 variables"));
  EXPECT_THAT(error_of("p cnf 1 1\n99999999999999999999 0\n"),
              HasSubstr("f.cnf:2:1: error: variable '99999999999999999999' exceeds"));
  EXPECT_THAT(error_of("p cnf 1 1\n1\n"),
              HasSubstr("f.cnf:2:1: error: expected 0 at the end of the last clause"));
  EXPECT_THAT(error_of("p cnf 1 2\n1 0\n"),
              HasSubstr("f.cnf:3:1: error: expected 2 clauses as the header says, got 1"));
  EXPECT_THAT(error_of("p cnf 1 1\n1 0\n-1 0\n"),
              HasSubstr("f.cnf:3:1: error: expected no more than 1 clauses"));
  EXPECT_THAT(error_of("p cnf 1 1\n1 0\np cnf 1 1\n"),
              HasSubstr("f.cnf:3:1: error: expected no more than 1 clauses"));
}

TEST(DimacsTest, WhatIsWrittenIsReadBack) {
  Rng rng(7);
  Cnf cnf;
  cnf.max_variable = 50;
  for (int i = 0; i < 100; ++i) {
    std::vector<Lit> clause;
    for (std::uint64_t k = rng.below(6); k > 0; --k)
      clause.push_back(Lit(Var{static_cast<std::uint32_t>(1 + rng.below(50))}, rng.chance(50)));
    cnf.add_clause(clause);
  }
  const std::string text = write_dimacs(cnf);
  const Cnf again = read_dimacs("f", text);
  ASSERT_EQ(again.num_clauses(), cnf.num_clauses());
  EXPECT_EQ(again.max_variable, cnf.max_variable);
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i)
    EXPECT_TRUE(std::ranges::equal(again.clause(i), cnf.clause(i)));
  EXPECT_EQ(write_dimacs(again), text);
}

TEST(DimacsTest, WritingUsesOneLineAClause) {
  Cnf cnf;
  cnf.max_variable = 3;
  cnf.add_clause(std::vector{lit(1), lit(-3)});
  cnf.add_clause({});
  EXPECT_EQ(write_dimacs(cnf), "p cnf 3 2\n1 -3 0\n0\n");
}

}  // namespace
}  // namespace cairn::sat
