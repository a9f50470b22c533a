// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_printer.h"

#include <gtest/gtest.h>

#include "format/ivl/ivl_reader.h"
#include "model/interpret.h"
#include "support/random_program.h"

namespace cairn {
namespace {

using support::random_program;
using support::RandomInputs;
using support::RandomProgramOptions;

/// The same inputs lead to the same end.
void expect_same_run(const Program& a, const Program& b, std::uint64_t seed) {
  RandomInputs inputs_a(seed), inputs_b(seed);
  Interpreter first(a), second(b);
  const RunResult run_a = first.run(inputs_a, 300), run_b = second.run(inputs_b, 300);
  ASSERT_EQ(run_a.outcome, run_b.outcome);
  ASSERT_EQ(run_a.steps, run_b.steps);
  ASSERT_EQ(inputs_a.record.size(), inputs_b.record.size());
  for (std::size_t i = 0; i < a.globals.size(); ++i)
    ASSERT_EQ(first.value(a.globals[i].term), second.value(b.globals[i].term));
}

void expect_same_variables(const std::vector<ProgramVariable>& a,
                           const std::vector<ProgramVariable>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].source_name, b[i].source_name);
    EXPECT_EQ(a[i].function, b[i].function);
    EXPECT_EQ(a[i].show, b[i].show);
  }
}

void expect_round_trip(const Program& program, std::uint64_t seed) {
  const std::string text = print_ivl(program);
  const Program again = read_ivl({"again.ivl", text});
  ASSERT_EQ(print_ivl(again), text);
  ASSERT_EQ(again.procedures.size(), program.procedures.size());
  expect_same_variables(program.globals, again.globals);
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    expect_same_variables(program.procedures[i].parameters, again.procedures[i].parameters);
    expect_same_variables(program.procedures[i].results, again.procedures[i].results);
    expect_same_variables(program.procedures[i].locals, again.procedures[i].locals);
  }
  expect_same_run(program, again, seed);
}

TEST(IvlPrinter, ReadingAndPrintingAgainGivesTheSameText) {
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(random_program(seed), seed);
    if (HasFailure()) return;
  }
}

TEST(IvlPrinter, ReadingAndPrintingAgainGivesTheSameTextForAllSorts) {
  RandomProgramOptions options;
  options.floats = true;
  options.numbers = true;
  options.wide = true;
  options.term_depth = 5;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(random_program(seed, options), seed);
    if (HasFailure()) return;
  }
}

Program two_variables(const std::string& first, const std::string& second) {
  Program program;
  for (const std::string& name : {first, second})
    program.globals.push_back(
        {program.terms->variable(name, Sort::bit_vector(8)), name, {}, Show::Unsigned});
  Procedure main;
  main.name = "main";
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.targets = {program.globals[0].term};
  assign.values = {program.terms->make(Op::BvNeg, {program.globals[1].term})};
  main.body.push_back(assign);
  program.procedures.push_back(main);
  return program;
}

TEST(IvlPrinter, NamesThatIvlCanNotWriteOrThatClashAreChanged) {
  const auto text = [](const std::string& first, const std::string& second) {
    const Program program = two_variables(first, second);
    const std::string printed = print_ivl(program);
    expect_round_trip(program, 1);
    return printed;
  };
  EXPECT_EQ(text("x", "x"),
            "var x: bv8 show unsigned;\n"
            "var x#2: bv8 show unsigned as \"x\";\n"
            "\n"
            "@ none procedure main() {\n"
            "  @ none x := -x#2;\n"
            "}\n");
  EXPECT_NE(text("while", "f").find("`while` := -f;"), std::string::npos);
  EXPECT_NE(text("bv8", "").find("bv8_ := -_;"), std::string::npos);
  EXPECT_NE(text("a b", "a`\n").find("`a b` := -a__;"), std::string::npos);
  EXPECT_NE(text("main::x", "@").find("`main::x` := -@_;"), std::string::npos)
      << text("main::x", "@");
}

TEST(IvlPrinter, SitesAndNotesAreKept) {
  const std::string text =
      "@ \"a \\\"b\\\".c\":1:2 in main\n"
      "procedure main() {\n"
      "  var x: bv8;\n"
      "  @ 3:4 \"x = nondet();\"\n"
      "  havoc x \"nondet\";\n"
      "  @ assume x <u 5bv8;\n"
      "  @ 4:1 \"while (x)\" loop\n"
      "  while (x != 0bv8) {\n"
      "    @ none x := x - 1bv8;\n"
      "    @ \"b.h\":7:1 in f\n"
      "    limit x != 3bv8 \"no 3\\x0a\";\n"
      "  }\n"
      "}\n";
  EXPECT_EQ(print_ivl(read_ivl({"x.ivl", text})), text);
}

}  // namespace
}  // namespace cairn
