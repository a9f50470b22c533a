// SPDX-License-Identifier: MIT
#include "logic/word/term_print.h"

#include <gtest/gtest.h>

#include <set>

#include "support/random_terms.h"

namespace cairn {
namespace {

class TermPrintTest : public testing::Test {
 protected:
  Terms terms;
  Term x = terms.variable("x", Sort::bit_vector(8));
  Term y = terms.variable("y", Sort::bit_vector(8));
  Term p = terms.variable("p", Sort::boolean());
  Term q = terms.variable("q", Sort::boolean());
  Term a = terms.variable("a", Sort::array_of(Sort::bit_vector(8), Sort::bit_vector(8)));
  Term f = terms.variable("f", Sort::float32());
  Term n = terms.variable("n", Sort::integer());

  Term word(std::uint64_t value) { return terms.bv(8, value); }
  Term make(Op op, Term left, Term right) { return terms.make(op, {left, right}); }
  std::string text(Term term) { return to_ivl(terms, term); }
};

TEST_F(TermPrintTest, WritesOperatorsWithTheirSignedness) {
  EXPECT_EQ(text(make(Op::BvUlt, x, y)), "x <u y");
  EXPECT_EQ(text(make(Op::BvSle, x, y)), "x <=s y");
  EXPECT_EQ(text(make(Op::BvSdiv, x, y)), "x /s y");
  EXPECT_EQ(text(make(Op::BvAshr, x, y)), "x >>s y");
  EXPECT_EQ(text(terms.distinct(x, y)), "x != y");
  EXPECT_EQ(text(make(Op::Le, n, terms.constant(Value(mpz_class(-3))))), "n <= -3");
}

TEST_F(TermPrintTest, PutsParenthesesWhereTheyAreNeeded) {
  EXPECT_EQ(text(make(Op::BvMul, make(Op::BvAdd, x, y), y)), "y * (x + y)");
  EXPECT_EQ(text(make(Op::BvAdd, make(Op::BvMul, x, y), y)), "y + x * y");
  EXPECT_EQ(text(make(Op::BvUdiv, x, make(Op::BvUdiv, y, x))), "x /u (y /u x)");
  EXPECT_EQ(text(make(Op::BvUdiv, make(Op::BvUdiv, x, y), x)), "x /u y /u x");
  const Term either = terms.or_(p, q);
  EXPECT_EQ(text(terms.and_(either, terms.equal(x, y))), "(p || q) && x == y");
  EXPECT_EQ(text(terms.not_(terms.and_(p, q))), "!(p && q)");
  EXPECT_EQ(text(terms.ite(p, x, terms.ite(q, y, word(1)))), "p ? x : q ? y : 1bv8");
  EXPECT_EQ(text(terms.ite(p, terms.ite(q, y, word(1)), x)), "p ? (q ? y : 1bv8) : x");
}

TEST_F(TermPrintTest, WritesDifferences) {
  EXPECT_EQ(text(make(Op::BvAdd, x, word(255))), "x - 1bv8");
  EXPECT_EQ(text(make(Op::BvAdd, x, word(128))), "x + 128bv8");
  EXPECT_EQ(text(terms.bv_sub(x, y)), "x - y");
  EXPECT_EQ(text(terms.bv_sub(y, x)), "y - x");
  EXPECT_EQ(text(terms.make(Op::BvNeg, {x})), "-x");
}

TEST_F(TermPrintTest, WritesPartsAndArrays) {
  EXPECT_EQ(text(terms.extract(x, 3, 1)), "x{3:1}");
  EXPECT_EQ(text(terms.extract(make(Op::BvMul, x, y), 3, 1)), "(x * y){3:1}");
  EXPECT_EQ(text(terms.zero_extend(x, 32)), "zext(x, 32)");
  EXPECT_EQ(text(terms.concat(x, y)), "concat(x, y)");
  EXPECT_EQ(text(terms.select(terms.store(a, x, y), y)), "a[x := y][y]");
  EXPECT_EQ(text(terms.constant_array(terms.sort(a), x)), "constarray(x, bv8[bv8])");
  EXPECT_EQ(text(terms.constant(
                Value::zero(terms.sort(a)).store(Value(BitVector(8, 1)), Value(BitVector(8, 5))))),
            "bv8[bv8][1bv8: 5bv8, else 0bv8]");
}

TEST_F(TermPrintTest, WritesShiftsByConstantsAsShifts) {
  EXPECT_EQ(text(make(Op::BvMul, x, word(4))), "x << 2bv8");
  EXPECT_EQ(text(make(Op::BvLshr, x, word(3))), "x >>u 3bv8");
  EXPECT_EQ(text(make(Op::BvAshr, x, word(3))), "x >>s 3bv8");
}

TEST_F(TermPrintTest, WritesFloats) {
  const Term operands[] = {f, f};
  EXPECT_EQ(text(terms.rounded(Op::FpAdd, RoundingMode::NearestEven, operands)), "f +f f");
  EXPECT_EQ(text(terms.rounded(Op::FpAdd, RoundingMode::Zero, operands)), "fadd(f, f, rtz)");
  EXPECT_EQ(
      text(terms.rounded(Op::FpToFp, RoundingMode::Up, std::span(operands, 1), Sort::float64())),
      "fconv(f, double, rtp)");
  EXPECT_EQ(text(terms.rounded(Op::FpToSbv, RoundingMode::Zero, std::span(operands, 1),
                               Sort::bit_vector(32))),
            "ftosbv(f, 32, rtz)");
}

TEST_F(TermPrintTest, QuotesNamesThatAreNone) {
  EXPECT_EQ(ivl_name("main.x$1"), "main.x$1");
  EXPECT_EQ(ivl_name("while"), "`while`");
  EXPECT_EQ(ivl_name("1x"), "`1x`");
  EXPECT_EQ(ivl_name("$1"), "`$1`");
  EXPECT_EQ(ivl_name("a b`c"), "`a b'c`");
  EXPECT_EQ(ivl_name(""), "``");
}

// 2^200 operators as a text without names.
TEST_F(TermPrintTest, TextIsLinearInTheGraph) {
  Term power = x;
  for (int i = 0; i < 200; ++i) power = make(Op::BvMul, power, power);
  const std::string result = text(power);
  EXPECT_LT(result.size(), 200u * 20);
  EXPECT_EQ(result.rfind("let $1 = x * x, $2 = $1 * $1", 0), 0u);
  EXPECT_NE(result.find(" in $199 * $199"), std::string::npos);
}

TEST_F(TermPrintTest, EverySpellingMakesItsOperator) {
  std::set<Op> spelled;
  for (const CallSpelling& call : call_spellings()) {
    EXPECT_EQ(find_call(call.name), &call);
    EXPECT_EQ(parameter_count(call.op) == 1,
              call.rounds || (call.extra == CallSpelling::Extra::Width));
    EXPECT_TRUE(spelled.insert(call.op).second) << call.name;
  }
  for (const std::string_view mode : {"rne", "rna", "rtp", "rtn", "rtz"})
    EXPECT_EQ(to_string(*parse_rounding(mode)), mode);
  EXPECT_FALSE(parse_rounding("up").has_value());
  EXPECT_EQ(make_infix(terms, ">=s", x, y), make(Op::BvSle, y, x));
  EXPECT_EQ(make_infix(terms, "-", x, y), terms.bv_sub(x, y));
  EXPECT_EQ(make_infix(terms, "!=", p, q), terms.xor_(p, q));
  EXPECT_EQ(make_infix(terms, "!=", x, y), terms.distinct(x, y));
  EXPECT_FALSE(make_infix(terms, "<", x, y).has_value());
  EXPECT_FALSE(make_infix(terms, "&&", x, y).has_value());
  EXPECT_FALSE(make_infix(terms, "+", x, n).has_value());
  EXPECT_FALSE(make_prefix(terms, "-", f).has_value());
  EXPECT_FALSE(infix_precedence("?").has_value());
}

}  // namespace
}  // namespace cairn
