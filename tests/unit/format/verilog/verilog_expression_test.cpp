// SPDX-License-Identifier: MIT
#include "format/verilog/verilog_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/run_program.h"
#include "format/btor2/btor2_reader.h"
#include "format/verilog/verilog_parser.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A model of inputs: names, and widths (1: a Boolean).
WordModel signals(const std::vector<std::pair<std::string, std::uint32_t>>& names) {
  WordModel model;
  model.system.terms = std::make_shared<Terms>();
  for (const auto& [name, width] : names)
    model.system.inputs.push_back(
        model.system.terms->variable(name, width == 1 ? Sort::boolean() : Sort::bit_vector(width)));
  return model;
}

class VerilogExpressionTest : public testing::Test {
 protected:
  std::string write(Term term) {
    VerilogExpressions expressions(model_);
    const auto text = expressions.write(term);
    return text ? *text : "refused: " + expressions.reason();
  }

  WordModel model_ = signals({{"full", 1}, {"wrapped", 1}, {"rd_ptr", 4}, {"wr_ptr", 4}});
  Terms& t_ = *model_.system.terms;
  Term full_ = model_.system.inputs[0], wrapped_ = model_.system.inputs[1];
  Term rd_ = model_.system.inputs[2], wr_ = model_.system.inputs[3];
};

TEST_F(VerilogExpressionTest, ReadsLikeTheDesign) {
  const Term inside = t_.and_(t_.and_(full_, t_.equal(rd_, wr_)), t_.not_(wrapped_));
  const std::string text = write(t_.not_(inside));
  EXPECT_THAT(text, HasSubstr("rd_ptr == wr_ptr"));
  EXPECT_THAT(text, HasSubstr("full"));
  EXPECT_THAT(text, HasSubstr("!wrapped"));
  EXPECT_EQ(write(t_.distinct(rd_, t_.bv(4, 9))).find("!="), 7u);
  EXPECT_EQ(write(t_.extract(rd_, 2, 1)), "rd_ptr[2:1]");
}

TEST_F(VerilogExpressionTest, CallsABitByItsName) {
  const Term bit = t_.extract(rd_, 2, 2);
  EXPECT_EQ(write(t_.equal(bit, t_.bv(1, 1))), "rd_ptr[2]");
  EXPECT_EQ(write(t_.equal(bit, t_.bv(1, 0))), "!rd_ptr[2]");
  EXPECT_EQ(write(t_.distinct(bit, t_.bv(1, 1))), "!rd_ptr[2]");
  EXPECT_EQ(write(t_.make(Op::BvSlt, {rd_, t_.bv(4, 0)})), "rd_ptr[3]");
}

TEST_F(VerilogExpressionTest, CallsWiresByTheirNames) {
  model_.wires.push_back({t_.equal(rd_, wr_), "deep.inside.same"});
  model_.wires.push_back({t_.equal(rd_, wr_), "same"});
  EXPECT_EQ(write(t_.and_(full_, t_.equal(rd_, wr_))), "full && same");
}

TEST_F(VerilogExpressionTest, KeepsTheSignsOfTheDesignOut) {
  // Were both declared as signed, "rd_ptr < wr_ptr" would be another comparison.
  EXPECT_EQ(write(t_.make(Op::BvUlt, {rd_, wr_})), "{rd_ptr} < {wr_ptr}");
  EXPECT_EQ(write(t_.make(Op::BvSlt, {rd_, wr_})), "$signed(rd_ptr) < $signed(wr_ptr)");
}

TEST_F(VerilogExpressionTest, SaysWhatDivisionByZeroIs) {
  EXPECT_THAT(write(t_.equal(t_.make(Op::BvUdiv, {rd_, wr_}), rd_)), HasSubstr("4'd15"));
  EXPECT_THAT(write(t_.equal(t_.make(Op::BvUdiv, {rd_, t_.bv(4, 3)}), wr_)), Not(HasSubstr("?")));
}

TEST_F(VerilogExpressionTest, RefusesWhatHasNoExactForm) {
  const Term memory = t_.variable("mem", Sort::array_of(Sort::bit_vector(4), Sort::bit_vector(4)));
  model_.system.states.push_back({memory, kNoTerm, kNoTerm});
  EXPECT_EQ(write(t_.equal(t_.select(memory, rd_), wr_)), "refused: it is about a memory");
  EXPECT_EQ(write(t_.equal(t_.variable("other", Sort::bit_vector(4)), wr_)),
            "refused: it is about a register that has no name");
  Term sum = rd_;
  for (int i = 0; i < 200; ++i) sum = t_.make(Op::BvShl, {t_.make(Op::BvNot, {sum}), wr_});
  EXPECT_EQ(write(t_.equal(sum, wr_)), "refused: it is too large to be read");
}

TEST(VerilogPathTest, SpellsNames) {
  EXPECT_EQ(verilog_path("cpu.regs.pc"), "cpu.regs.pc");
  EXPECT_EQ(verilog_path("gen[3].x"), "gen[3].x");
  EXPECT_EQ(verilog_path("a.b-c"), "a.\\b-c ");
  EXPECT_EQ(verilog_path("reg"), "\\reg ");
  EXPECT_EQ(verilog_path("two words"), std::nullopt);
  EXPECT_EQ(verilog_path("a..b"), std::nullopt);
  EXPECT_EQ(verilog_path(""), std::nullopt);
  EXPECT_EQ(verilog_path("caf\xc3\xa9"), std::nullopt);
}

TEST_F(VerilogExpressionTest, WritesLemmasAsAssertions) {
  model_.top = "fifo";
  const Term other = t_.equal(t_.variable("other", Sort::bit_vector(4)), wr_);
  const VerilogLemmas all = write_verilog_lemmas(model_, {t_.not_(full_)});
  EXPECT_THAT(all.text, HasSubstr("cairn_lemma_0: `CAIRN_LEMMA (!full);"));
  EXPECT_THAT(all.text, HasSubstr("they are inductive"));
  EXPECT_THAT(all.text, HasSubstr("of fifo"));
  const VerilogLemmas part = write_verilog_lemmas(model_, {t_.not_(full_), other});
  EXPECT_EQ(part.written, 1u);
  EXPECT_EQ(part.left_out, 1u);
  EXPECT_THAT(part.text, HasSubstr("need not be inductive"));
}

/// Random formulas over signals of several widths.
class RandomExpressions {
 public:
  explicit RandomExpressions(std::uint64_t seed)
      : rng_(seed), generator_(*model_.system.terms, rng_, options()) {}

  Term formula() {
    Terms& terms = *model_.system.terms;
    const Term term = generator_.formula(1 + static_cast<unsigned>(rng_.below(4)));
    // Names that tell the variables apart.
    for (const Term variable : terms.variables_of(std::vector<Term>{term})) {
      if (renamed_.contains(variable.id)) continue;
      const Term signal =
          terms.variable("s" + std::to_string(model_.system.inputs.size()), terms.sort(variable));
      renamed_.emplace(variable.id, signal);
      model_.system.inputs.push_back(signal);
    }
    return terms.substitute(term, renamed_);
  }
  Assignment assignment() {
    Assignment values;
    for (const Term input : model_.system.inputs)
      values.emplace(input, generator_.value(model_.system.terms->sort(input)));
    return values;
  }
  const WordModel& model() const { return model_; }

 private:
  static support::TermGenerator::Options options() {
    support::TermGenerator::Options result;
    result.widths = {1, 2, 3, 5, 8};
    result.array_percent = 0;
    return result;
  }
  static WordModel empty() {
    WordModel model;
    model.system.terms = std::make_shared<Terms>();
    return model;
  }

  WordModel model_ = empty();
  Rng rng_;
  support::TermGenerator generator_;
  std::unordered_map<std::uint32_t, Term> renamed_;
};

TEST(VerilogRoundTripTest, ParsingGivesTheSameMeaning) {
  RandomExpressions random(7);
  const Terms& terms = *random.model().system.terms;
  unsigned compared = 0;
  for (int round = 0; round < 1500; ++round) {
    const Term term = random.formula();
    const auto text = VerilogExpressions(random.model()).write(term);
    if (!text) continue;
    ++compared;
    // The writer spells division by zero out, the parser refuses all but constants.
    if (text->find(" / ") != std::string::npos || text->find(" % ") != std::string::npos) continue;
    const Term again = parse_verilog_expression(*text, random.model(), {"text", 1, 1});
    for (int i = 0; i < 4; ++i) {
      const Assignment values = random.assignment();
      ASSERT_EQ(evaluate(terms, term, values), evaluate(terms, again, values)) << *text;
    }
  }
  EXPECT_GT(compared, 500u);
}

// What a simulator makes of it: the test bench declares the signals as signed, which must not
// matter.
TEST(VerilogSimulatorTest, SimulatorsAgree) {
  if (!has_program("iverilog") || !has_program("vvp")) GTEST_SKIP() << "there is no iverilog";
  RandomExpressions random(11);
  const Terms& terms = *random.model().system.terms;
  std::string steps, expected;
  std::vector<std::string> texts;
  for (int round = 0; round < 400; ++round) {
    const Term term = random.formula();
    const auto text = VerilogExpressions(random.model()).write(term);
    if (!text) continue;
    const Assignment values = random.assignment();
    for (const auto& [input, value] : values)
      steps += "    " + terms.name(input) + " = " +
               (value.sort().is_bool() ? std::string(value.as_bool() ? "1'b1" : "1'b0")
                                       : verilog_constant(value.bits())) +
               ";\n";
    steps += "    #1 $display(\"%b\", (" + *text + ") ? 1'b1 : 1'b0);\n";
    expected += evaluate(terms, term, values).as_bool() ? "1\n" : "0\n";
    texts.push_back(*text);
  }
  std::string bench = "module bench;\n";
  for (const Term input : random.model().system.inputs) {
    const Sort& sort = terms.sort(input);
    const std::uint32_t width = sort.is_bool() ? 1 : sort.width();
    bench += "  reg signed [" + std::to_string(width - 1) + ":0] " + terms.name(input) + ";\n";
  }
  bench += "  initial begin\n" + steps + "  end\nendmodule\n";
  ASSERT_GT(texts.size(), 150u);
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
