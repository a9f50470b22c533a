// SPDX-License-Identifier: MIT
#include "run/program/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "format/ivl/ivl_printer.h"
#include "format/ivl/ivl_reader.h"
#include "run/program/judge.h"
#include "support/quiet_context.h"
#include "support/random_program.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

constexpr const char* kCounts =
    "var n: bv8; var a: bv8[bv8];\n"
    "procedure main() { var i: bv8;\n"
    "  i := 0bv8;\n"
    "  while (i <u 100bv8) { i := i + 2bv8; havoc n \"__VERIFIER_nondet_uchar\"; }\n"
    "  assert LIMIT == i; }\n";

Program counts(const std::string& limit) {
  std::string text = kCounts;
  text.replace(text.find("LIMIT"), 5, limit);
  return read_ivl({"counts.ivl", text});
}

/// An error that only one sequence of inputs leads to.
Program lock() {
  return read_ivl({"lock.ivl",
                   "procedure main() { var x: bv8; var b: bool; var f: float;\n"
                   "  havoc x, b, f \"__VERIFIER_nondet_uchar\";\n"
                   "  assume x == 42bv8 && b;\n"
                   "  choice { havoc x; } or { assert x != 42bv8; } }\n"});
}

ProgramOutcome found(const Program& program, const std::string& engine) {
  support::QuietContext context;
  ProgramCheckOptions options;
  options.engine = engine;
  return run_program_check(program, options, context.get());
}

std::string sent(const Program& program, const std::string& engine) {
  const ProgramOutcome outcome = found(program, engine);
  return encode_message(message_of(program, outcome), outcome.cfa.get());
}

JudgedProgram judged(const Program& program, const std::string& bytes) {
  support::QuietContext context;
  return ProgramJudge(program, {}).judge(bytes, context.get());
}

/// The same program as another process reads it.
Program elsewhere(const Program& program) {
  return read_ivl({"elsewhere.ivl", print_ivl(program)});
}

class ProgramEvidenceTest : public testing::TestWithParam<const char*> {};

TEST_P(ProgramEvidenceTest, ProofsPassTheCheckOfAnotherProcess) {
  const Program program = counts("100bv8");
  const JudgedProgram there = judged(program, sent(elsewhere(program), GetParam()));
  EXPECT_EQ(there.fault, "");
  EXPECT_TRUE(std::holds_alternative<Safe<Cfa>>(there.outcome.answer));
  EXPECT_NE(there.outcome.cfa, nullptr);
}

TEST_P(ProgramEvidenceTest, RunsAreReplayedByAnotherProcess) {
  const Program program = lock();
  const JudgedProgram there = judged(program, sent(elsewhere(program), GetParam()));
  EXPECT_EQ(there.fault, "");
  ASSERT_TRUE(std::holds_alternative<Unsafe<Cfa>>(there.outcome.answer));
  ASSERT_TRUE(there.outcome.failure.has_value());
  const ProgramFailure& failure = *there.outcome.failure;
  EXPECT_EQ(failure.assertion->kind, Statement::Kind::Assert);
  InputSequence inputs(failure.inputs);
  EXPECT_EQ(interpret(program, inputs, failure.steps).outcome, RunResult::Outcome::Failed);
}

INSTANTIATE_TEST_SUITE_P(Engines, ProgramEvidenceTest,
                         testing::Values("ic3", "kind", "unroll", "bmc-smt"));

TEST(ProgramCodecTest, BoundsOfLoopsAreJudgedAgain) {
  const Program program = counts("100bv8");
  const ProgramOutcome outcome = found(program, "unroll");
  ProgramMessage message = message_of(program, outcome);
  auto& rounds = std::get<Safe<Cfa>>(message.answer).invariant.unrolling->rounds;
  ASSERT_EQ(rounds.size(), 1u);
  EXPECT_EQ(rounds.begin()->second, 51u);
  const auto fault = [&] {
    return judged(program, encode_message(message, outcome.cfa.get())).fault;
  };
  EXPECT_EQ(fault(), "");
  --rounds.begin()->second;
  EXPECT_THAT(fault(), testing::HasSubstr("more often than 50 times"));
}

/// Proofs name locations and variables by position.
TEST(ProgramCodecTest, WhoReadsTheTextBuildsTheSameAutomaton) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Program program = support::random_program(seed);
    const Cfa here = build_cfa(program), there = build_cfa(elsewhere(program));
    ASSERT_EQ(here.locations.size(), there.locations.size()) << seed;
    ASSERT_EQ(here.edges.size(), there.edges.size()) << seed;
    ASSERT_EQ(here.variables.size(), there.variables.size()) << seed;
    for (std::size_t i = 0; i < here.edges.size(); ++i) {
      EXPECT_EQ(here.edges[i].source, there.edges[i].source) << seed;
      EXPECT_EQ(here.edges[i].target, there.edges[i].target) << seed;
    }
    for (std::size_t i = 0; i < here.variables.size(); ++i)
      EXPECT_EQ(here.terms->sort(here.variables[i].term),
                there.terms->sort(there.variables[i].term))
          << seed;
  }
}

TEST(ProgramCodecTest, WhyThereIsNoAnswerArrives) {
  ProgramMessage message;
  message.answer = Unknown{Unknown::Reason::Memory, "no more room", 17};
  message.decided_by = "nobody";
  message.statistics.count("lemmas", 3);
  const JudgedProgram there = judged(lock(), encode_message(message, nullptr));
  EXPECT_EQ(there.fault, "");
  const auto& unknown = std::get<Unknown>(there.outcome.answer);
  EXPECT_EQ(unknown.reason, Unknown::Reason::Memory);
  EXPECT_EQ(unknown.explanation, "no more room");
  EXPECT_EQ(unknown.bound, 17);
  EXPECT_EQ(there.outcome.statistics.counters, message.statistics.counters);
}

TEST(ProgramCodecTest, ValuesOfAllSortsArrive) {
  ProgramMessage message;
  message.answer = Unsafe<Cfa>{};
  const Sort array = Sort::array_of(Sort::bit_vector(70), Sort::float64());
  const Value half = Value::of_float(Sort::float64(), BitVector(64, 0x3FE0000000000000));
  for (const Value& value :
       {Value(true), Value(BitVector(8, 200)), Value(BitVector::ones(129)), half,
        Value(mpz_class("-123456789012345678901234567890")), Value(mpq_class(-3, 4)),
        Value::zero(array).store(Value(BitVector::ones(70)), half)})
    message.inputs.push_back({InputKind::Uninitialised, value});
  message.steps = 12;
  const auto received = decode_program_message(
      encode_message(message, nullptr),
      []() -> const Cfa& { throw std::logic_error("a run needs no automaton"); });
  ASSERT_TRUE(received.has_value());
  EXPECT_EQ(received->steps, 12u);
  ASSERT_EQ(received->inputs.size(), message.inputs.size());
  for (std::size_t i = 0; i < message.inputs.size(); ++i)
    EXPECT_EQ(received->inputs[i].value, message.inputs[i].value);
}

TEST(ProgramCodecTest, ProofsOfOtherProgramsDoNotCount) {
  const std::string proof = sent(counts("100bv8"), "ic3");
  EXPECT_NE(judged(counts("99bv8"), proof).fault, "");
  EXPECT_NE(judged(lock(), proof).fault, "");
}

TEST(ProgramCodecTest, RunsOfOtherProgramsDoNotCount) {
  const std::string run = sent(lock(), "bmc");
  EXPECT_NE(judged(counts("100bv8"), run).fault, "");
  EXPECT_NE(judged(counts("99bv8"), run).fault, "");
}

TEST(ProgramCodecTest, RunsNeedAllTheirInputsAndNoMore) {
  const Program program = lock();
  const ProgramOutcome outcome = found(program, "bmc");
  const ProgramMessage message = message_of(program, outcome);
  ProgramMessage changed = message;
  changed.inputs.push_back({InputKind::Nondet, Value(true)});
  EXPECT_NE(judged(program, encode_message(changed, nullptr)).fault, "");
  changed = message;
  changed.inputs.pop_back();
  EXPECT_NE(judged(program, encode_message(changed, nullptr)).fault, "");
  changed = message;
  changed.inputs.front().kind = InputKind::Choice;
  EXPECT_NE(judged(program, encode_message(changed, nullptr)).fault, "");
  changed = message;
  changed.steps = 1;
  EXPECT_NE(judged(program, encode_message(changed, nullptr)).fault, "");
  changed.steps = ~std::uint64_t{0};
  EXPECT_NE(judged(program, encode_message(changed, nullptr)).fault, "");
}

TEST(ProgramCodecTest, MessagesThatAreCutOffOrLongerAreRefused) {
  for (const std::string& message : {sent(counts("100bv8"), "ic3"), sent(lock(), "bmc")}) {
    const Program program = message == sent(lock(), "bmc") ? lock() : counts("100bv8");
    support::QuietContext context;
    ProgramJudge judge(program, {});
    for (std::size_t size = 0; size < message.size(); ++size)
      EXPECT_NE(judge.judge(message.substr(0, size), context.get()).fault, "") << size;
    EXPECT_NE(judge.judge(message + '\0', context.get()).fault, "");
  }
}

/// A wrong byte makes a message that is refused, or one whose evidence is judged like any other.
TEST(ProgramCodecTest, DamagedMessagesNeverMakeAFalseAnswer) {
  Rng rng(7);
  const Program safe = counts("100bv8"), unsafe = lock();
  for (const bool is_safe : {true, false}) {
    const Program& program = is_safe ? safe : unsafe;
    const std::string message = sent(program, is_safe ? "ic3" : "bmc");
    support::QuietContext context;
    CfaCheckOptions options;
    options.z3_seconds = 0;
    ProgramJudge judge(program, options);
    for (int round = 0; round < 300; ++round) {
      std::string damaged = message;
      for (std::uint64_t changes = 1 + rng.below(3); changes > 0; --changes)
        damaged[rng.below(damaged.size())] = static_cast<char>(rng.below(256));
      Budget moment(&context.budget);
      moment.renew(0.05);  // formulas that are wrong may be hard, too
      const Context limited{context.log, moment, context.progress, 0};
      const JudgedProgram there = judge.judge(damaged, limited);
      EXPECT_FALSE(!is_safe && std::holds_alternative<Safe<Cfa>>(there.outcome.answer));
      EXPECT_FALSE(is_safe && std::holds_alternative<Unsafe<Cfa>>(there.outcome.answer));
    }
  }
}

/// Numbers without bounds whose size doubles with each node.
std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text.push_back(static_cast<char>(value >> 8 * i));
  return text;
}

// Nine bytes each, and packed hardly any; in memory they are a hundred times as much.
TEST(ProgramCodecTest, InputsAreLimited) {
  const Program program = lock();
  const auto with_inputs = [](std::uint32_t count) {
    std::string bytes = little_endian(0x32504143, 4) + "\1" + little_endian(5, 8);
    bytes += little_endian(count, 4);
    for (std::uint32_t i = 0; i < count; ++i) bytes.append(9, '\0');  // false, and not an array
    bytes += little_endian(0, 4) + little_endian(0, 4) + little_endian(0, 4);
    return bytes + little_endian(0x50414344, 4);
  };
  const auto read = [&](std::uint32_t count) {
    return decode_program_message(with_inputs(count), [&]() -> const Cfa& { throw count; });
  };
  ASSERT_TRUE(read(1000).has_value());
  EXPECT_EQ(read(1000)->inputs.size(), 1000u);
  EXPECT_FALSE(read(2'000'000).has_value());
  EXPECT_NE(judged(program, with_inputs(2'000'000)).fault, "");
}

// A hundred bytes that would be a circuit of billions of gates.
TEST(ProgramCodecTest, WideMultiplicationsAreLimited) {
  const Program program = counts("100bv8");
  const Cfa cfa = build_cfa(program);
  Terms& terms = *cfa.terms;
  const auto faults_of_width = [&](std::uint32_t width) {
    const Term narrow = cfa.variables[0].term;
    const Term wide = terms.make(Op::SignExtend, std::span(&narrow, 1), std::span(&width, 1));
    CfaInvariant invariant;
    invariant.at[cfa.initial] = terms.equal(terms.make(Op::BvMul, {wide, wide}), wide);
    ProgramMessage message;
    message.answer = Safe<Cfa>{invariant};
    return judged(program, encode_message(message, &cfa)).fault;
  };
  EXPECT_THAT(faults_of_width(65535), testing::HasSubstr("damaged"));
  EXPECT_THAT(faults_of_width(64), testing::Not(testing::HasSubstr("damaged")));
}

TEST(ProgramCodecTest, SmallMessagesMakeNothingLarge) {
  Program program = read_ivl({"numbers.ivl", "var n: int; procedure main() { assert n == n; }\n"});
  const Cfa cfa = build_cfa(program);
  Terms& terms = *cfa.terms;
  const Term n = cfa.variables[0].term;
  Term power = n;
  for (int i = 0; i < 64; ++i) power = terms.make(Op::Mul, {power, power});
  CfaInvariant invariant;
  invariant.at[cfa.initial] = terms.equal(power, n);
  ProgramMessage message;
  message.answer = Safe<Cfa>{invariant};
  std::string bytes = encode_message(message, &cfa);
  // The variable becomes the number 3: its node is the only one that begins with these bytes.
  const std::string variable("\0\0\0\0\0", 5);
  const std::size_t at = bytes.find(variable, 17);
  ASSERT_NE(at, std::string::npos);
  std::string three("\1\0\3\0\0\0\0\0\1\0\0\0", 12);
  three += "3";
  bytes.replace(at, variable.size(), three);
  EXPECT_NE(judged(program, bytes).fault, "");
}

}  // namespace
}  // namespace cairn
