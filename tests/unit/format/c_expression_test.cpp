// SPDX-License-Identifier: MIT
#include "format/c_expression.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

class CExpression : public ::testing::Test {
 protected:
  CExpression() {
    names_[i_] = {"i", Show::Signed};
    names_[u_] = {"u", Show::Unsigned};
    names_[c_] = {"c", Show::Signed};
    names_[f_] = {"f", Show::Float};
  }

  std::string text(Term formula) { return c_expression(terms_, formula, names_).value_or("none"); }
  Term bv(std::uint64_t value) { return terms_.bv(32, value); }
  Term make(Op op, Term a, Term b) { return terms_.make(op, {a, b}); }

  Terms terms_;
  const Term i_ = terms_.variable("i", Sort::bit_vector(32));
  const Term u_ = terms_.variable("u", Sort::bit_vector(32));
  const Term c_ = terms_.variable("c", Sort::bit_vector(8));
  const Term f_ = terms_.variable("f", Sort::float32());
  const Term hidden_ = terms_.variable("hidden", Sort::bit_vector(32));
  CNames names_;
};

TEST_F(CExpression, ComparesByTheSignOfTheVariable) {
  EXPECT_EQ(text(make(Op::BvSlt, i_, bv(10))), "i < 10");
  EXPECT_EQ(text(make(Op::BvUlt, u_, bv(10))), "u < 10U");
  EXPECT_EQ(text(make(Op::BvUlt, i_, bv(10))), "(unsigned int)i < 10U");
  EXPECT_EQ(text(make(Op::BvSlt, u_, bv(10))), "(int)u < 10");
}

TEST_F(CExpression, SmallestNumberHasNoLiteral) {
  EXPECT_EQ(text(terms_.equal(i_, bv(0x80000000))), "i == (-2147483647 - 1)");
}

TEST_F(CExpression, NarrowSignedVariablesAreCutBeforeTheyAreExtended) {
  EXPECT_EQ(text(make(Op::BvUlt, c_, terms_.bv(8, 10))), "(unsigned int)(unsigned char)c < 10U");
  EXPECT_EQ(text(terms_.equal(c_, terms_.bv(8, 0xFF))), "c == -1");
}

TEST_F(CExpression, PartsOfWordsAreShiftedAndMasked) {
  EXPECT_EQ(text(terms_.equal(terms_.extract(u_, 7, 4), terms_.bv(4, 3))),
            "((u >> 4) & 15U) == 3U");
}

TEST_F(CExpression, WhatHasNoNameHasNoForm) {
  EXPECT_EQ(text(terms_.equal(hidden_, bv(1))), "none");
  EXPECT_EQ(
      text(terms_.equal(terms_.extract(terms_.make(Op::FpToBits, {f_}), 3, 0), terms_.bv(4, 1))),
      "none");
}

TEST_F(CExpression, LongFormulasAreRefused) {
  std::vector<Term> parts;
  for (unsigned k = 0; k < 300; ++k)
    parts.push_back(terms_.not_(terms_.equal(make(Op::BvXor, i_, u_), bv(k))));
  EXPECT_EQ(text(terms_.and_all(parts)), "none");
}

TEST_F(CExpression, ForbiddenRangesBecomeOneFact) {
  const Term facts = terms_.and_all(std::vector<Term>{
      terms_.distinct(u_, bv(11)), terms_.distinct(terms_.extract(u_, 31, 2), terms_.bv(30, 3)),
      make(Op::BvUlt, u_, bv(16))});
  EXPECT_EQ(c_conjuncts(terms_, facts, names_), std::vector<std::string>{"u <= 10U"});
}

TEST_F(CExpression, RangesOfSignedVariablesFollowTheirOrder) {
  const Term facts =
      terms_.and_all(std::vector<Term>{terms_.not_(make(Op::BvSlt, i_, bv(0))),
                                       make(Op::BvUlt, i_, bv(16)), terms_.distinct(i_, bv(15))});
  EXPECT_EQ(c_conjuncts(terms_, facts, names_), (std::vector<std::string>{"i >= 0", "i <= 14"}));
}

}  // namespace
}  // namespace cairn
