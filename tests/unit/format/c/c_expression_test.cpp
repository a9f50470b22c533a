// SPDX-License-Identifier: MIT
#include "format/c/c_expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "format/c/c_facts.h"
#include "logic/word/term_eval.h"

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
  std::vector<std::string> facts_of(Term formula) {
    return c_facts(terms_, operands_of_and(terms_, formula), names_).facts;
  }
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
  EXPECT_EQ(text(make(Op::BvUlt, u_, bv(10))), "u < 10");
  EXPECT_EQ(text(make(Op::BvUlt, i_, bv(10))), "i >= 0 && i < 10");
  EXPECT_EQ(text(make(Op::BvSlt, u_, bv(10))), "u >= 0x80000000U || u < 10");
}

TEST_F(CExpression, SmallestNumberHasNoLiteral) {
  EXPECT_EQ(text(terms_.equal(i_, bv(0x80000000))), "i == (-2147483647 - 1)");
}

TEST_F(CExpression, NarrowVariablesNeedNoCasts) {
  EXPECT_EQ(text(make(Op::BvUlt, c_, terms_.bv(8, 10))), "c >= 0 && c < 10");
  EXPECT_EQ(text(terms_.equal(c_, terms_.bv(8, 0xFF))), "c == -1");
}

TEST_F(CExpression, PartsOfWordsAreMasked) {
  EXPECT_EQ(text(terms_.equal(terms_.extract(u_, 7, 4), terms_.bv(4, 3))), "(u & 0xF0) == 0x30");
  EXPECT_EQ(text(terms_.equal(terms_.extract(u_, 3, 3), terms_.bv(1, 1))), "(u & 8) != 0");
  EXPECT_EQ(text(terms_.distinct(terms_.extract(i_, 3, 3), terms_.bv(1, 1))), "(i & 8) == 0");
}

TEST_F(CExpression, SumsOfPartsHaveOneMask) {
  const auto low = [&](Term word) { return terms_.extract(word, 2, 0); };
  EXPECT_EQ(text(terms_.equal(make(Op::BvAdd, low(u_), make(Op::BvMul, low(i_), low(u_))),
                              terms_.bv(3, 2))),
            "((u + (u * (unsigned int)i)) & 7U) == 2U");
}

TEST_F(CExpression, DivisionWithSignIsCs) {
  EXPECT_EQ(text(terms_.equal(make(Op::BvSrem, i_, bv(8)), bv(3))), "(i % 8) == 3");
  EXPECT_EQ(text(make(Op::BvSlt, make(Op::BvSdiv, i_, bv(0xFFFFFFFE)), bv(3))), "(i / -2) < 3");
  // INT_MIN / -1 is no value in C.
  EXPECT_EQ(text(terms_.equal(make(Op::BvSdiv, i_, u_), bv(3))), "none");
}

TEST_F(CExpression, BitsOfTwoWordsAreComparedAtOnce) {
  EXPECT_EQ(text(terms_.equal(make(Op::BvAnd, make(Op::BvXor, i_, u_), bv(6)), bv(2))),
            "((i ^ u) & 6) == 2");
}

TEST_F(CExpression, WhatHasNoFormSaysWhy) {
  NoCForm why = NoCForm::None;
  EXPECT_FALSE(c_expression(terms_, terms_.equal(hidden_, bv(1)), names_, 200, &why));
  EXPECT_EQ(why, NoCForm::Name);
  const Term pointer = terms_.variable("p", Sort::bit_vector(32));
  names_[pointer] = {"p", Show::Pointer};
  EXPECT_FALSE(c_expression(terms_, terms_.equal(pointer, bv(4096)), names_, 200, &why));
  EXPECT_EQ(why, NoCForm::Address);
  EXPECT_EQ(text(terms_.equal(pointer, bv(0))), "p == 0");
  std::vector<Term> parts;
  for (unsigned k = 0; k < 300; ++k)
    parts.push_back(terms_.not_(terms_.equal(make(Op::BvXor, i_, u_), bv(k))));
  EXPECT_FALSE(c_expression(terms_, terms_.and_all(parts), names_, 200, &why));
  EXPECT_EQ(why, NoCForm::Length);
}

TEST_F(CExpression, ForbiddenRangesBecomeOneFact) {
  const Term facts = terms_.and_all(std::vector<Term>{
      terms_.distinct(u_, bv(11)), terms_.distinct(terms_.extract(u_, 31, 2), terms_.bv(30, 3)),
      make(Op::BvUlt, u_, bv(16))});
  EXPECT_EQ(facts_of(facts), std::vector<std::string>{"u <= 10"});
}

TEST_F(CExpression, RangesOfSignedVariablesFollowTheirOrder) {
  const Term facts =
      terms_.and_all(std::vector<Term>{terms_.not_(make(Op::BvSlt, i_, bv(0))),
                                       make(Op::BvUlt, i_, bv(16)), terms_.distinct(i_, bv(15))});
  EXPECT_EQ(facts_of(facts), (std::vector<std::string>{"i >= 0", "i <= 14"}));
}

TEST_F(CExpression, OneMissingValueIsSaidAsSuch) {
  EXPECT_EQ(facts_of(terms_.distinct(i_, bv(5))), std::vector<std::string>{"i != 5"});
}

/// Random formulas over variables of all types, and their values on random states, as a C program
/// that GCC compiles and that returns the number of the first one whose value differs.
class RandomFormulas {
 public:
  explicit RandomFormulas(std::uint32_t seed) : random_(seed) {
    for (const std::uint32_t width : {8u, 16u, 32u, 64u})
      for (const Show show : {Show::Signed, Show::Unsigned})
        for (const int copy : {0, 1}) {
          const std::string name =
              fmt::format("{}{}_{}", show == Show::Signed ? 's' : 'u', width, copy);
          const Term term = terms_.variable(name, Sort::bit_vector(width));
          variables_.push_back(term);
          names_[term] = {name, show};
        }
    for (const Sort& sort : {Sort::float32(), Sort::float64()}) {
      const Term term = terms_.variable(sort == Sort::float32() ? "f" : "d", sort);
      variables_.push_back(term);
      names_[term] = {terms_.name(term), Show::Float};
    }
  }

  std::string program(int states, int formulas) {
    std::string text = "int main(void) {\n";
    int number = 0;
    for (int state = 0; state < states; ++state) {
      text += "  {\n";
      Assignment values;
      for (const Term variable : variables_) {
        values.emplace(variable, any_value(terms_.sort(variable)));
        text += declaration(variable, values.at(variable));
      }
      for (int i = 0; i < formulas; ++i) {
        const Term formula = boolean(3);
        const auto expression = c_expression(terms_, formula, names_, 10'000);
        if (!expression) continue;
        ++printed_;
        text +=
            fmt::format("    if (({}) != {}) return {};\n", *expression,
                        evaluate(terms_, formula, values).as_bool() ? 1 : 0, ++number % 250 + 1);
      }
      text += "  }\n";
    }
    return text + "  return 0;\n}\n";
  }
  int printed() const { return printed_; }

 private:
  std::uint64_t number() {
    static constexpr std::uint64_t kCorners[] = {
        0,      1,      2,          7,          0x7F,       0x80,  0xFF,
        0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, ~0ull, 1ull << 63};
    if (random_() % 2 == 0) return kCorners[random_() % std::size(kCorners)];
    return (std::uint64_t{random_()} << 32 | random_()) >> random_() % 64;
  }
  Value any_value(const Sort& sort) {
    if (sort.is_float()) {
      const std::uint32_t width = sort == Sort::float32() ? 32 : 64;
      if (random_() % 6 == 0) return Value::of_float(sort, BitVector(width, 0));
      if (random_() % 6 == 0)
        return Value::of_float(sort, BitVector(width, std::uint64_t{1} << (width - 1)));
      return Value::of_float(sort, BitVector(width, std::uint64_t{random_()} << 32 | random_()));
    }
    return Value(BitVector(sort.width(), number()));
  }
  Term variable(const Sort& sort) {
    for (;;) {
      const Term term = variables_[random_() % variables_.size()];
      if (terms_.sort(term) == sort) return term;
    }
  }
  Term constant(std::uint32_t width) { return terms_.bv(width, number()); }

  Term word(std::uint32_t width, int depth) {
    const auto sub = [&] { return word(width, depth - 1); };
    switch (depth == 0 ? random_() % 2 : random_() % 15) {
      case 0:
        return constant(width);
      case 2:
        return terms_.make(Op::BvAnd, {sub(), sub()});
      case 3:
        return terms_.make(Op::BvXor, {sub(), sub()});
      case 4:
        return terms_.make(Op::BvOr, {sub(), sub()});
      case 5:
        return terms_.make(Op::BvAdd, {sub(), sub()});
      case 6:
        return terms_.make(Op::BvMul, {sub(), sub()});
      case 7:
        return terms_.make(random_() % 2 == 0 ? Op::BvNot : Op::BvNeg, {sub()});
      case 8:
        return terms_.ite(boolean(depth - 1), sub(), sub());
      case 9:
        return width > 8 ? terms_.sign_extend(word(width / 2, depth - 1), width) : sub();
      case 10:
        return width > 8 ? terms_.zero_extend(word(width / 2, depth - 1), width) : sub();
      case 11:
        if (width < 64) {
          const std::uint32_t low = random_() % (width + 1);
          return terms_.extract(word(width * 2, depth - 1), low + width - 1, low);
        }
        return sub();
      case 12:
        return terms_.make(random_() % 2 == 0 ? Op::BvSdiv : Op::BvSrem, {sub(), constant(width)});
      case 13: {
        const std::uint32_t low = 1 + random_() % (width - 1);
        return terms_.concat(terms_.extract(sub(), width - 1 - low, 0), terms_.bv(low, 0));
      }
      case 14: {
        const std::uint32_t high = random_() % (width - 1);
        const Term a = terms_.extract(sub(), high, 0), b = terms_.extract(sub(), high, 0);
        const Op op = random_() % 2 == 0 ? Op::BvAdd : Op::BvMul;
        return terms_.zero_extend(terms_.make(op, {terms_.make(Op::BvNeg, {a}), b}), width);
      }
      default:
        return variable(Sort::bit_vector(width));
    }
  }

  Term bits(std::uint32_t width) {
    const Term from = variable(Sort::bit_vector(width));
    const std::uint32_t low = random_() % width;
    const std::uint32_t high = low + random_() % (width - low);
    return terms_.equal(terms_.extract(from, high, low), constant(high - low + 1));
  }

  Term about_float() {
    const Sort sort = random_() % 2 == 0 ? Sort::float32() : Sort::float64();
    const std::uint32_t width = sort == Sort::float32() ? 32 : 64;
    const Term x = variable(sort);
    switch (random_() % 5) {
      case 0:
        return terms_.equal(x, terms_.constant(any_value(sort)));
      case 1:
        return terms_.make(Op::FpLt, {x, terms_.constant(any_value(sort))});
      case 2: {
        static constexpr Op kClasses[] = {Op::FpIsNan,    Op::FpIsInfinite,  Op::FpIsZero,
                                          Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsNegative};
        return terms_.make(kClasses[random_() % std::size(kClasses)], {x});
      }
      default: {
        const std::uint32_t low = random_() % width;
        return terms_.equal(terms_.extract(terms_.make(Op::FpToBits, {x}), low, low),
                            terms_.bv(1, random_() % 2));
      }
    }
  }

  Term boolean(int depth) {
    const std::uint32_t width = 8u << random_() % 4;
    const auto compared = [&](Op op) {
      if (random_() % 2 == 0)
        return terms_.make(op, {variable(Sort::bit_vector(width)), constant(width)});
      if (random_() % 2 == 0)
        return terms_.make(op, {constant(width), variable(Sort::bit_vector(width))});
      return terms_.make(op, {word(width, depth), word(width, depth)});
    };
    switch (random_() % (depth == 0 ? 7 : 11)) {
      case 0:
        return compared(Op::Equal);
      case 1:
        return compared(Op::BvUlt);
      case 2:
        return compared(Op::BvUle);
      case 3:
        return compared(Op::BvSlt);
      case 4:
        return compared(Op::BvSle);
      case 5:
        return bits(width);
      case 6:
        return about_float();
      case 7:
        return terms_.not_(boolean(depth - 1));
      case 8:
        return terms_.and_(boolean(depth - 1), boolean(depth - 1));
      case 9:
        return terms_.or_(boolean(depth - 1), boolean(depth - 1));
      default:
        return terms_.xor_(boolean(depth - 1), boolean(depth - 1));
    }
  }

  std::string declaration(Term variable, const Value& value) const {
    const std::string& name = names_.at(variable).name;
    if (value.sort().is_float()) {
      const bool is_float = value.sort() == Sort::float32();
      return fmt::format(
          "    volatile union {{ {0} u; {1} f; }} {2}_ = {{ 0x{3:x}ULL }};\n"
          "    volatile {1} {2} = {2}_.f;\n",
          is_float ? "unsigned" : "unsigned long long", is_float ? "float" : "double", name,
          value.bits().low());
    }
    static const std::unordered_map<std::uint32_t, std::string> kTypes{
        {8, "char"}, {16, "short"}, {32, "int"}, {64, "long long"}};
    return fmt::format("    volatile {} {} {} = 0x{:x}ULL;\n",
                       names_.at(variable).show == Show::Signed ? "signed" : "unsigned",
                       kTypes.at(value.sort().width()), name, value.bits().low());
  }

  Terms terms_;
  CNames names_;
  std::vector<Term> variables_;
  std::mt19937 random_;
  int printed_ = 0;
};

TEST(CExpressionInGcc, HasTheValueOfTheTerm) {
  if (std::system("gcc --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no gcc";
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("cairn-c-expression-{}", std::random_device()());
  std::filesystem::create_directory(folder);
  RandomFormulas formulas(7);
  std::ofstream(folder / "test.c") << formulas.program(20, 40);
  EXPECT_GT(formulas.printed(), 600);
  const std::string binary = (folder / "test").string();
  ASSERT_EQ(
      std::system(fmt::format("gcc -w -O0 {} -o {}", (folder / "test.c").string(), binary).c_str()),
      0);
  EXPECT_EQ(std::system(binary.c_str()), 0) << "see " << folder;
  if (!HasFailure()) std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cairn
