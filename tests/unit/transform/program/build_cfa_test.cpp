// SPDX-License-Identifier: MIT
#include "transform/program/build_cfa.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "format/ivl/ivl_reader.h"
#include "support/random_program.h"

namespace cairn {
namespace {

using Outcome = RunResult::Outcome;
using support::random_program;
using support::RandomInputs;
using support::RandomProgramOptions;

/// A run of the automaton on inputs in the interpreter's order.
struct CfaRun {
  LocationId at;
  Assignment state;
  CfaTrace trace;
  std::size_t used = 0;
};

/// The inputs that the command reads, from `inputs` on; none if they are not those that are next.
std::optional<Assignment> inputs_for(const Cfa& cfa, const Command& command,
                                     std::span<const InputValue> inputs) {
  Assignment result;
  for (const Term value : command.values) {
    for (const Term variable : cfa.terms->variables_of(std::span(&value, 1))) {
      for (const CfaInput& input : cfa.inputs) {
        if (input.term != variable) continue;
        if (inputs.empty() || inputs[0].kind != input.kind || inputs[0].site != input.site ||
            inputs[0].note != input.note)
          return std::nullopt;
        result.emplace(variable, inputs[0].value);
        inputs = inputs.subspan(1);
      }
    }
  }
  return result;
}

CfaRun run_cfa(const Cfa& cfa, std::span<const InputValue> inputs) {
  CfaRun run;
  run.at = cfa.initial;
  const auto out = cfa.edges_out();
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::uint32_t edge : out[run.at.index]) {
      const auto given = inputs_for(cfa, *cfa.edges[edge].command, inputs.subspan(run.used));
      Assignment next = run.state;
      if (!given || !execute(*cfa.terms, *cfa.edges[edge].command, *given, next)) continue;
      EXPECT_FALSE(moved) << "two edges can be taken";
      if (moved) return run;
      moved = true;
      run.trace.steps.push_back({edge, *given});
    }
    if (!moved) break;
    const CfaTrace::Step& step = run.trace.steps.back();
    execute(*cfa.terms, *cfa.edges[step.edge].command, step.inputs, run.state);
    run.at = cfa.edges[step.edge].target;
    run.used += step.inputs.size();
  }
  return run;
}

bool same_inputs(const std::vector<InputValue>& a, const std::vector<InputValue>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const InputValue& x, const InputValue& y) {
        return x.kind == y.kind && x.site == y.site && x.note == y.note && x.value == y.value;
      });
}

void expect_agreement(const Program& program, std::uint64_t seed, std::set<Outcome>& seen) {
  RandomInputs inputs(seed);
  Interpreter interpreter(program);
  const RunResult result = interpreter.run(inputs, 300);
  if (result.outcome == Outcome::Steps) return;
  seen.insert(result.outcome);
  for (const LimitsAs limits : {LimitsAs::Errors, LimitsAs::Blocks}) {
    const Cfa cfa = build_cfa(program, {limits, 1'000'000});
    cfa.check_invariants();
    const CfaRun run = run_cfa(cfa, inputs.record);
    const bool wrong = result.outcome == Outcome::Failed ||
                       (result.outcome == Outcome::Limit && limits == LimitsAs::Errors);
    ASSERT_EQ(run.at == cfa.error, wrong) << static_cast<int>(result.outcome);
    if (result.outcome == Outcome::Finished) {
      ASSERT_TRUE(cfa.edges_out()[run.at.index].empty());
    }
    for (const ProgramVariable& global : program.globals)
      ASSERT_EQ(run.state.at(global.term), interpreter.value(global.term));
    if (!wrong) continue;
    EXPECT_EQ(judge(cfa, run.trace), "");
    const LocationId last = cfa.edges[run.trace.steps.back().edge].source;
    EXPECT_EQ(cfa.locations[last.index].note, result.statement->note);
    EXPECT_EQ(cfa.locations[last.index].site, result.statement->site);
    const std::vector<InputValue> again = inputs_of(cfa, run.trace);
    EXPECT_TRUE(same_inputs(again, inputs.record));
    InputSequence sequence(again);
    const RunResult replayed = interpret(program, sequence, 1000);
    EXPECT_EQ(replayed.outcome, result.outcome);
    EXPECT_EQ(replayed.statement, result.statement);
    EXPECT_EQ(sequence.missed(), 0u);
  }
}

void expect_agreement_on_random_programs(const RandomProgramOptions& options, std::uint64_t count) {
  std::set<Outcome> seen;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = random_program(seed, options);
    check_program(program);
    expect_agreement(program, seed, seen);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(seen.size(), 4u) << "the programs are too much alike";
}

TEST(BuildCfa, AutomatonAndInterpreterAgreeOnRandomPrograms) {
  expect_agreement_on_random_programs({}, 2000);
}

TEST(BuildCfa, AutomatonAndInterpreterAgreeOnAllSorts) {
  RandomProgramOptions options;
  options.floats = true;
  options.numbers = true;
  options.wide = true;
  options.width = 32;
  expect_agreement_on_random_programs(options, 1000);
}

TEST(BuildCfa, LoopHeadsCutEveryCycle) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = build_cfa(random_program(seed));
    // Locations whose predecessors are all gone go; with loop heads gone first nothing is left.
    const auto out = cfa.edges_out();
    std::vector<std::size_t> in(cfa.locations.size(), 0);
    for (const CfaEdge& edge : cfa.edges)
      if (!cfa.locations[edge.target.index].loop_head) ++in[edge.target.index];
    std::vector<std::uint32_t> open;
    std::size_t gone = 0;
    for (std::uint32_t i = 0; i < in.size(); ++i)
      if (in[i] == 0) open.push_back(i);
    while (!open.empty()) {
      const std::uint32_t location = open.back();
      open.pop_back();
      ++gone;
      for (const std::uint32_t edge : out[location]) {
        const std::uint32_t target = cfa.edges[edge].target.index;
        if (!cfa.locations[target].loop_head && --in[target] == 0) open.push_back(target);
      }
    }
    EXPECT_EQ(gone, cfa.locations.size());
  }
}

Program program_of(const std::string& text) {
  return read_ivl({"t.ivl", text});
}

TEST(BuildCfa, EveryCallGetsItsOwnVariables) {
  const Cfa cfa = build_cfa(program_of(R"(
    var g: bv8;
    procedure h(p: bv8) returns (r: bv8) { r := p + 1bv8; }
    procedure never() { var n: bv8; g := n; }
    procedure main() {
      var x: bv8;
      x := call h(1bv8);
      g := call h(x);
      if (false) { call never(); }
      assert g == 3bv8 "three";
    }
  )"));
  cfa.check_invariants();
  std::vector<std::string> names;
  for (const ProgramVariable& variable : cfa.variables)
    names.push_back(cfa.terms->name(variable.term));
  EXPECT_EQ(names, (std::vector<std::string>{"g", "x", "h::p", "h::r", "h#2::p", "h#2::r"}));
  EXPECT_EQ(cfa.inputs.size(), 4u);
  EXPECT_EQ(cfa.edges.size(), 2 + 2 * 4 + 2u);
  for (const CfaLocation& location : cfa.locations) EXPECT_FALSE(location.loop_head);
}

TEST(BuildCfa, LimitsAreErrorsOrBlock) {
  const Program program =
      program_of("procedure main() { limit false \"recursion\"; assert false \"never\"; }");
  const Cfa errors = build_cfa(program, {LimitsAs::Errors, 100});
  ASSERT_EQ(errors.edges.size(), 2u);
  EXPECT_EQ(errors.edges[1].target, errors.error);
  EXPECT_EQ(errors.locations[errors.edges[1].source.index].note, "recursion");
  const Cfa blocks = build_cfa(program, {LimitsAs::Blocks, 100});
  EXPECT_EQ(blocks.edges.size(), 1u);
}

TEST(BuildCfa, InliningThatNeverEndsIsALimit) {
  std::string text = "procedure main() { call f0(); assert true; } procedure f30() { }";
  for (int i = 0; i < 30; ++i) {
    const std::string next = fmt::format("call f{}(true);", i + 1);
    text += fmt::format("procedure f{}({}) {{{}{}}}", i, i == 0 ? "" : "b: bool", next, next);
  }
  const std::size_t at = text.find("f30() { }");
  text.replace(at, 9, "f30(b: bool) { }");
  const Program program = program_of(text);
  const Cfa errors = build_cfa(program, {LimitsAs::Errors, 1000});
  EXPECT_LT(errors.edges.size(), 2000u);
  EXPECT_FALSE(errors.edges_in()[errors.error.index].empty());
  EXPECT_TRUE(build_cfa(program, {LimitsAs::Blocks, 1000}).edges_in().back().empty());
}

TEST(BuildCfa, GotosAndLabelsAreNoEdges) {
  const Cfa cfa = build_cfa(program_of(R"(
    var x: bv8;
    procedure main() {
      again: x := x + 1bv8;
      if (x == 5bv8) { goto out; }
      goto again;
      circle: goto circle;
      out: goto idle;
      idle: goto idle;
    }
  )"));
  cfa.check_invariants();
  // Globals, the assignment, two assumes, and the loop that does nothing.
  EXPECT_EQ(cfa.edges.size(), 5u);
  EXPECT_EQ(cfa.locations.size(), 5u);
  std::size_t heads = 0;
  for (const CfaLocation& location : cfa.locations) heads += location.loop_head;
  EXPECT_EQ(heads, 2u);
}

}  // namespace
}  // namespace cairn
