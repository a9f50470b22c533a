// SPDX-License-Identifier: MIT
#include "model/interpret.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/ivl/ivl_reader.h"

namespace cairn {
namespace {

using Outcome = RunResult::Outcome;

Program program_of(const std::string& text) {
  return read_ivl({"t.ivl", text});
}

Value byte(std::uint64_t value) {
  return Value(BitVector(8, value));
}

/// Says what it is asked for.
class AskedFor : public InputSource {
 public:
  Value next(const InputRequest& request) override {
    const char* const kinds[] = {"nondet", "uninitialised", "choice"};
    asked.push_back(std::string(kinds[static_cast<int>(request.kind)]) + " " +
                    std::string(request.note));
    return Value::zero(request.sort);
  }
  std::vector<std::string> asked;
};

TEST(Interpret, AsksForInputsInTheOrderOfTheHeader) {
  const Program program = program_of(R"(
    var g: bv8, h: bool;
    procedure f(p: bv8) returns (r: bv8) { var l: bv8; r := p; }
    procedure main() {
      var x: bv8, y: bv8;
      havoc y, x "two";
      choice { x := 1bv8; } or { x := 2bv8; } or { x := 3bv8; }
      choice { x := call f(x); }
      goto a, b;
      a: b:
    }
  )");
  AskedFor inputs;
  EXPECT_EQ(interpret(program, inputs, 100).outcome, Outcome::Finished);
  EXPECT_EQ(inputs.asked,
            (std::vector<std::string>{"uninitialised g", "uninitialised h", "uninitialised x",
                                      "uninitialised y", "nondet two", "nondet two", "choice ",
                                      "uninitialised r", "uninitialised l", "choice "}));
}

TEST(Interpret, EveryOutcomeNamesItsStatement) {
  const auto run = [](const std::string& body, std::uint64_t limit = 100) {
    const Program program = program_of("procedure main() { var b: bool; b := true; " + body + " }");
    InputSequence inputs({});
    const RunResult result = interpret(program, inputs, limit);
    const bool at_second = result.statement == &program.procedures[0].body[1];
    EXPECT_EQ(at_second, result.outcome != Outcome::Finished);
    return result.outcome;
  };
  EXPECT_EQ(run("assume b;"), Outcome::Finished);
  EXPECT_EQ(run("assert !b;"), Outcome::Failed);
  EXPECT_EQ(run("limit !b;"), Outcome::Limit);
  EXPECT_EQ(run("assume !b;"), Outcome::Blocked);
  EXPECT_EQ(run("while (b) { }"), Outcome::Steps);
  EXPECT_EQ(run("return; assert false;"), Outcome::Finished);
}

TEST(Interpret, AChoiceBeyondItsWaysBlocks) {
  const Program program = program_of("procedure main() { choice { } or { } or { } }");
  const SiteId site = program.procedures[0].body[0].site;
  InputSequence inputs({{InputKind::Choice, site, "", Value(BitVector(2, 3))}});
  EXPECT_EQ(interpret(program, inputs, 100).outcome, Outcome::Blocked);
  EXPECT_EQ(inputs.used(), 1u);
}

TEST(Interpret, InputsThatAreMissingAreZeroAndTheOthersKeepTheirPlace) {
  const Program program = program_of(R"(
    procedure main() {
      var x: bv8, y: bv8;
      havoc x "first";
      havoc y "second";
      assert x != 0bv8 || y != 9bv8;
    }
  )");
  const SiteId second = program.procedures[0].body[1].site;
  InputSequence inputs({{InputKind::Nondet, second, "second", byte(9)}});
  EXPECT_EQ(interpret(program, inputs, 100).outcome, Outcome::Failed);
  EXPECT_EQ(inputs.used(), 1u);
  EXPECT_EQ(inputs.missed(), 3u);
}

/// One word for each event: kind, branch, what was written.
class Script : public RunObserver {
 public:
  explicit Script(const Terms& terms) : terms_(terms) {}
  void executed(const RunEvent& event) override {
    const char* const kinds[] = {"start", "do", "enter", "leave"};
    std::string text = kinds[static_cast<int>(event.kind)];
    if (event.branch != 0) text += fmt::format("/{}", event.branch);
    for (const RunEvent::Write& write : event.writes)
      text += fmt::format(" {}={}", terms_.name(write.variable), write.value.to_string());
    lines.push_back(text);
  }
  std::vector<std::string> lines;

 private:
  const Terms& terms_;
};

TEST(Interpret, TheObserverSeesEveryStatementWithWhatItWrote) {
  const Program program = program_of(R"(
    procedure f(p: bv8) returns (r: bv8) { r := p + 1bv8; return; }
    procedure main() {
      var x: bv8;
      x := call f(4bv8);
      if (x == 4bv8) { } else { x := 7bv8; }
      while (x != 7bv8) { }
    }
  )");
  InputSequence inputs({});
  Script script(*program.terms);
  const RunResult result = Interpreter(program).run(inputs, 100, &script);
  EXPECT_EQ(result.outcome, Outcome::Finished);
  EXPECT_EQ(result.steps, 6u);
  EXPECT_EQ(script.lines,
            (std::vector<std::string>{"start x=0bv8", "enter p=4bv8 r=0bv8", "do r=5bv8", "do",
                                      "leave x=5bv8", "do/1", "do x=7bv8", "do/1"}));
}

TEST(Interpret, ManyStepsOnArraysAreDoneInPlace) {
  // Quadratic copying would make this take minutes.
  const Program program = program_of(R"(
    procedure main() {
      var a: bv32[bv32], i: bv32, sum: bv32;
      i, sum := 0bv32, 0bv32;
      while (i <u 60000bv32) {
        a := i{0:0} == 1bv1 ? a[i := i] : a[i := 1bv32];
        i := i + 1bv32;
      }
      i := 0bv32;
      while (i <u 60000bv32) { sum := sum + a[i]; i := i + 1bv32; }
      assert sum == 900030000bv32;
    }
  )");
  InputSequence inputs({});
  const RunResult result = interpret(program, inputs, 1'000'000);
  EXPECT_EQ(result.outcome, Outcome::Finished);
  EXPECT_EQ(result.steps, 360'005u);
}

}  // namespace
}  // namespace cairn
