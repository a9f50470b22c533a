// SPDX-License-Identifier: MIT
#include "format/verilog/verilog_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/rng.h"
#include "base/run_program.h"

namespace cairn {
namespace {

using testing::HasSubstr;

class VerilogParserTest : public testing::Test {
 protected:
  VerilogParserTest() {
    model_.system.terms = std::make_shared<Terms>();
    Terms& terms = *model_.system.terms;
    for (const auto& [name, width] : std::vector<std::pair<std::string, std::uint32_t>>{
             {"bit", 1}, {"a", 4}, {"b", 4}, {"wide", 40}, {"cpu.pc", 8}, {"gen[2].x", 8}})
      model_.system.inputs.push_back(
          terms.variable(name, width == 1 ? Sort::boolean() : Sort::bit_vector(width)));
    memory_ = terms.variable("mem", Sort::array_of(Sort::bit_vector(2), Sort::bit_vector(8)));
    model_.system.states.push_back({memory_, kNoTerm, kNoTerm});
  }

  Term parse(std::string_view text) {
    return parse_verilog_expression(text, model_, {"inv.txt", 3, 5});
  }
  bool value(std::string_view text, std::uint64_t a = 0, std::uint64_t b = 0) {
    const Assignment values{{model_.system.inputs[1], Value(BitVector(4, a))},
                            {model_.system.inputs[2], Value(BitVector(4, b))}};
    return evaluate(*model_.system.terms, parse(text), values).as_bool();
  }
  std::string error(std::string_view text) {
    try {
      parse(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }

  WordModel model_;
  Term memory_;
};

TEST_F(VerilogParserTest, GivesOperandsTheWidthOfTheirContext) {
  // 15 + 1 is 0 in four bits, but 16 beside a number without a size.
  EXPECT_TRUE(value("a + b == 4'd0", 15, 1));
  EXPECT_FALSE(value("a + b == 0", 15, 1));
  EXPECT_TRUE(value("a + b == 16", 15, 1));
  EXPECT_TRUE(value("{a + b} == 0", 15, 1));
  EXPECT_TRUE(value("(a + b) >> 1 == 4'd0", 15, 1));
  EXPECT_TRUE(value("(a + b) >> 1 == 8", 15, 1));
}

TEST_F(VerilogParserTest, TakesSignsOnlyWhereAllHaveThem) {
  EXPECT_TRUE(value("$signed(a) < 0", 15));
  EXPECT_FALSE(value("$signed(a) < 4'd0", 15));
  EXPECT_TRUE(value("$signed(a) == -1", 15));
  EXPECT_FALSE(value("a == -1", 15));  // 32 bits, zero-extended
  EXPECT_TRUE(value("($signed(a) >>> 1) == -1", 14));
  EXPECT_TRUE(value("a >>> 1 == 7", 14));
}

TEST_F(VerilogParserTest, BindsAsTheStandardSays) {
  EXPECT_TRUE(value("a & 4'd1 == 4'd1", 2) == value("a & (4'd1 == 4'd1)", 2));
  EXPECT_TRUE(value("1 || 0 && 0"));
  EXPECT_TRUE(value("a - b - 4'd1 == 4'd0", 3, 2));
  EXPECT_TRUE(value("a == 4'd1 ? 0 : a == 4'd2 ? 1 : 0", 2));
  EXPECT_TRUE(value("a == 1 -> b == 1", 2, 5));
  EXPECT_TRUE(value("&a && !(|b)", 15, 0));
  EXPECT_TRUE(value("^a", 7));
  EXPECT_TRUE(value("~^a", 3));
  EXPECT_TRUE(value("{2{a[1:0]}} == 4'b0101", 1));
  EXPECT_TRUE(value("8'hA_5 == 165 && 4'b1010 == 4'o12 && 'd3 == 3"));
  EXPECT_TRUE(value("2'(a) == 2'd3", 7));
}

TEST_F(VerilogParserTest, FindsNames) {
  const Terms& terms = *model_.system.terms;
  EXPECT_EQ(terms.variables_of(std::vector<Term>{parse("cpu.pc == 1")})[0],
            model_.system.inputs[4]);
  EXPECT_EQ(terms.variables_of(std::vector<Term>{parse("gen[2].x[3]")})[0],
            model_.system.inputs[5]);
  EXPECT_EQ(terms.variables_of(std::vector<Term>{parse("\\cpu.pc  > 3")})[0],
            model_.system.inputs[4]);
  EXPECT_EQ(parse("bit"), model_.system.inputs[0]);
  EXPECT_EQ(terms.variables_of(std::vector<Term>{parse("mem[a[1:0]] == 0")}).size(), 2u);
}

TEST_F(VerilogParserTest, SaysWhereAnExpressionIsWrong) {
  EXPECT_THAT(error("a + "), HasSubstr("inv.txt:3:9: error: expected an operand, got the end"));
  EXPECT_THAT(error("aa == 1"), HasSubstr("the model has no signal 'aa'"));
  EXPECT_THAT(error("a == 4'bx1"), HasSubstr("x and z"));
  EXPECT_THAT(error("a / b"), HasSubstr("division"));
  EXPECT_THAT(error("a % 0"), HasSubstr("division"));
  EXPECT_THAT(error("a[4]"), HasSubstr("bit 4 of a signal of 4"));
  EXPECT_THAT(error("a[b]"), HasSubstr("beyond the last bit"));
  EXPECT_THAT(error("mem[a]"), HasSubstr("beyond the last word"));
  EXPECT_THAT(error("mem[4]"), HasSubstr("beyond the last word"));
  EXPECT_THAT(error("mem == 1"), HasSubstr("expected '['"));
  EXPECT_THAT(error("4'd16"), HasSubstr("4 bits cannot hold"));
  EXPECT_THAT(error("99999999999"), HasSubstr("without a size"));
  EXPECT_THAT(error("9999'd1"), HasSubstr("width above"));
  EXPECT_THAT(error("{9999{a}}"), HasSubstr("small constant"));
  EXPECT_THAT(error("{a, 3} == 1"), HasSubstr("needs a size"));
  EXPECT_THAT(error("a b"), HasSubstr("expected an operator"));
  EXPECT_THAT(error("a ** b"), HasSubstr("**"));
}

TEST_F(VerilogParserTest, EndsOnAbsurdInput) {
  EXPECT_THAT(error(std::string(100'000, '(')), HasSubstr("nesting"));
  EXPECT_THAT(error(std::string(100'000, '!') + "a"), HasSubstr("nesting"));
  std::string sum = "a";
  for (int i = 0; i < 100'000; ++i) sum += "+a";
  EXPECT_THAT(error(sum), HasSubstr("parts"));
}

TEST_F(VerilogParserTest, ReadsAFileOfInvariants) {
  const auto found =
      read_verilog_invariants("# none\n\n  a < 5;  // why\n// b\nb[0]\n", "f", model_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "a < 5");
  EXPECT_EQ(found[0].line, 3u);
  EXPECT_EQ(found[1].text, "b[0]");
  EXPECT_THROW(read_verilog_invariants("a < 5\na <\n", "f", model_), InputError);
}

/// Random expressions, as text.
std::string random_text(Rng& rng, unsigned depth) {
  static const std::vector<std::string> kLeaves{
      "a",          "b",    "bit",   "4'd3", "7",  "2'sb11",        "a[2:1]",
      "$signed(a)", "b[0]", "8'hf0", "wide", "-1", "$signed(wide)", "3'sd2"};
  static const std::vector<std::string> kSigns{"+",  "-",  "*",   "&",   "|", "^",  "~^",
                                               "<<", ">>", "<<<", ">>>", "<", "<=", ">",
                                               ">=", "==", "!=",  "&&",  "||"};
  if (depth == 0) return kLeaves[rng.below(kLeaves.size())];
  const auto part = [&] { return random_text(rng, depth - 1); };
  switch (rng.below(8)) {
    case 0:
      return "(" + part() + " ? " + part() + " : " + part() + ")";
    case 1: {
      static const std::vector<std::string> kUnary{"!", "~", "&", "|", "^", "-", "+", "~&"};
      return kUnary[rng.below(kUnary.size())] + "(" + part() + ")";
    }
    case 2:
      return "{" + part() + ", a}";
    case 3:
      return (rng.chance(50) ? "$signed(" : "$unsigned(") + part() + ")";
    default:
      return "(" + part() + " " + kSigns[rng.below(kSigns.size())] + " " + part() + ")";
  }
}

TEST_F(VerilogParserTest, SimulatorsAgree) {
  if (!has_program("iverilog") || !has_program("vvp")) GTEST_SKIP() << "there is no iverilog";
  Rng rng(3);
  std::string bench =
      "module bench;\n  reg bit_; reg [3:0] a, b; reg [39:0] wide;\n  initial begin\n";
  std::string expected;
  std::vector<std::string> texts;
  for (int i = 0; i < 600; ++i) {
    const std::string text = random_text(rng, 1 + static_cast<unsigned>(rng.below(3)));
    if (error(text).find("needs a size") != std::string::npos) continue;
    const BitVector a(4, rng.below(16)), b(4, rng.below(16)), wide(40, rng.next() >> 24);
    const bool bit = rng.chance(50);
    const Assignment values{{model_.system.inputs[0], Value(bit)},
                            {model_.system.inputs[1], Value(a)},
                            {model_.system.inputs[2], Value(b)},
                            {model_.system.inputs[3], Value(wide)}};
    expected += evaluate(*model_.system.terms, parse(text), values).as_bool() ? "1\n" : "0\n";
    std::string spelt;  // "bit" is a keyword there
    for (std::size_t at = 0; at < text.size(); ++at) {
      spelt += text[at];
      if (text.substr(at, 3) == "bit") {
        spelt += "it_";
        at += 2;
      }
    }
    bench += "    bit_ = " + std::string(bit ? "1" : "0") + "; a = " + a.to_decimal() +
             "; b = " + b.to_decimal() + "; wide = 40'h" + wide.to_hex() +
             ";\n    #1 $display(\"%b\", (" + spelt + ") ? 1'b1 : 1'b0);\n";
    texts.push_back(text);
  }
  bench += "  end\nendmodule\n";
  const PrivateDirectory directory;
  std::ofstream(directory.path() + "/bench.sv") << bench;
  const ProgramResult compiled =
      run_program({"iverilog", "-g2012", "-o", "bench.vvp", "bench.sv"}, directory.path(), "", {});
  ASSERT_TRUE(compiled.succeeded()) << compiled.output;
  const std::string output =
      run_program({"vvp", "-n", "bench.vvp"}, directory.path(), "", {}).output;
  ASSERT_EQ(output.size(), expected.size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(output[2 * i], expected[2 * i]) << texts[i];
}

}  // namespace
}  // namespace cairn
