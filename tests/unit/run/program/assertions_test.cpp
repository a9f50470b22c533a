// SPDX-License-Identifier: MIT
#include "run/program/assertions.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "format/ivl/ivl_reader.h"
#include "run/program/findings.h"
#include "run/program/judge_certificate.h"
#include "support/quiet_context.h"
#include "support/random_program.h"

namespace cairn {
namespace {

using support::QuietContext;
using support::random_program;
using support::RandomInputs;

ProgramCheckOptions quick() {
  ProgramCheckOptions options;
  options.engine = "ic3cfa";
  return options;
}

AssertionVerdicts judged(const Program& program, const std::vector<std::size_t>& wanted,
                         const Context& context) {
  const ProgramCheckOptions options = quick();
  return check_assertions(
      program, wanted,
      [&](const Program& part, const Context& inner) {
        return run_program_check(part, options, inner);
      },
      {1.0}, context);
}

std::vector<std::size_t> all_of(const Program& program) {
  std::vector<std::size_t> result(assertions_of(program).size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = i;
  return result;
}

bool is_safe(const Answer<Cfa>& answer) {
  return std::holds_alternative<Safe<Cfa>>(answer);
}

bool is_unsafe(const Answer<Cfa>& answer) {
  return std::holds_alternative<Unsafe<Cfa>>(answer);
}

class Met : public RunObserver {
 public:
  void executed(const RunEvent& event) override { statements.insert(event.statement); }
  std::set<const Statement*> statements;
};

// No run fails what was proved, or comes to what was said to be never reached; each assertion has
// the verdict that it has by itself; and the proofs, written and read again, hold.
TEST(ProgramAssertions, VerdictsAgreeWithRuns) {
  int safe = 0, unsafe = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    QuietContext quiet;
    const Program program = random_program(seed);
    const AssertionVerdicts verdicts = judged(program, all_of(program), quiet.get());
    if (verdicts.assertions.empty()) continue;
    ProgramOutcome whole = overall(verdicts);
    const ProgramFindings findings =
        make_findings(program, &verdicts, {}, quick(), quiet.get(), whole);
    Met met;
    for (std::uint64_t i = 0; i < 50; ++i) {
      RandomInputs inputs(seed * 100 + i);
      const RunResult result = interpret(program, inputs, 300, &met);
      met.statements.insert(result.statement);
      if (result.outcome != RunResult::Outcome::Failed) continue;
      for (std::size_t j = 0; j < verdicts.assertions.size(); ++j)
        for (const Statement* statement : verdicts.assertions[j].statements)
          EXPECT_FALSE(statement == result.statement && is_safe(verdicts.verdicts[j].answer))
              << "assertion " << j;
    }
    for (std::size_t j = 0; j < verdicts.assertions.size(); ++j) {
      const Answer<Cfa>& answer = verdicts.verdicts[j].answer;
      safe += is_safe(answer) ? 1 : 0;
      unsafe += is_unsafe(answer) ? 1 : 0;
      for (const Statement* statement : verdicts.assertions[j].decided_at)
        EXPECT_FALSE(findings.rows[j].reached == false && met.statements.contains(statement))
            << "assertion " << j;
      const ProgramOutcome alone =
          run_program_check(with_assertions(program, {j}), quick(), quiet.get());
      EXPECT_FALSE(is_safe(answer) && is_unsafe(alone.answer)) << "assertion " << j;
      EXPECT_FALSE(is_unsafe(answer) && is_safe(alone.answer)) << "assertion " << j;
    }
    std::vector<ProgramProof> proofs;
    for (const auto& part : verdicts.parts)
      if (const auto* proof = std::get_if<Safe<Cfa>>(&part.outcome.answer))
        proofs.push_back({part.kept, part.outcome.cfa.get(), proof->invariant});
    if (proofs.empty()) continue;
    const Source file{"proof.txt", write_program_certificate(proofs)};
    const EvidenceVerdict again =
        judge_program_certificate(program, file, proofs[0].about, {}, quiet.get());
    EXPECT_EQ(again.kind, EvidenceVerdict::Kind::Safe) << again.reason;
  }
  EXPECT_GT(safe, 10);
  EXPECT_GT(unsafe, 5);
}

constexpr const char* kThree =
    "procedure main() { var x: bv8;\n"
    "  havoc x \"n\";\n"
    "  @ \"dir/f.c\":3:1 assert x <u 200bv8 \"first\";\n"
    "  @ \"dir/f.c\":3:9 assert x <u 220bv8 \"second\";\n"
    "  @ \"dir/f.c\":4:1 assert x != 7bv8 \"third\"; }\n";

TEST(ProgramAssertions, AreNamedByNumberAndPlace) {
  const Program program = read_ivl({"p.ivl", kThree});
  const auto assertions = assertions_of(program);
  const auto found = [&](const std::string& text) {
    return find_assertions(program, assertions, text, "p.ivl");
  };
  using Numbers = std::vector<std::size_t>;
  EXPECT_EQ(found("all"), (Numbers{0, 1, 2}));
  EXPECT_EQ(found("1"), (Numbers{1}));
  EXPECT_EQ(found("f.c:3"), (Numbers{0, 1}));
  EXPECT_EQ(found("dir/f.c:3:9"), (Numbers{1}));
  for (const char* text : {"3", "99999999999999999999", "f.c:5", "c:3", "other/f.c:3", "f.c:3:2"})
    EXPECT_THROW(found(text), InputError) << text;
  for (const char* text : {"", "unreach-call", "f.c", ":3", "f.c:", "-1", "file.prp"})
    EXPECT_FALSE(names_assertions(text)) << text;
}

TEST(ProgramAssertions, OnlyWhatIsWantedIsJudged) {
  QuietContext quiet;
  const Program program = read_ivl({"p.ivl", kThree});
  const AssertionVerdicts verdicts = judged(program, {1}, quiet.get());
  // The first assertion ends the runs that would fail the second.
  EXPECT_TRUE(is_safe(verdicts.verdicts[1].answer));
  EXPECT_TRUE(is_safe(overall(verdicts).answer));
  const AssertionVerdicts others = judged(program, {0, 2}, quiet.get());
  EXPECT_TRUE(is_unsafe(others.verdicts[0].answer));
  EXPECT_TRUE(is_unsafe(others.verdicts[2].answer));
  EXPECT_TRUE(is_unsafe(overall(others).answer));
}

// A proof about one assertion is none about another, whatever the file says.
TEST(ProgramAssertions, ACertificateIsAboutWhatItProves) {
  QuietContext quiet;
  const Program program = read_ivl({"p.ivl", kThree});
  const AssertionVerdicts verdicts = judged(program, {1}, quiet.get());
  const auto& part = verdicts.parts.at(0);
  const CfaInvariant& invariant = std::get<Safe<Cfa>>(part.outcome.answer).invariant;
  std::string text = write_program_certificate({{{{1}}, part.outcome.cfa.get(), invariant}});
  const auto verdict = [&](const JudgedAssertions& wanted) {
    return judge_program_certificate(program, {"p", text}, wanted, {}, quiet.get()).kind;
  };
  EXPECT_EQ(verdict({{1}}), EvidenceVerdict::Kind::Safe);
  EXPECT_EQ(verdict({{0}}), EvidenceVerdict::Kind::Undecided);
  EXPECT_EQ(verdict(std::nullopt), EvidenceVerdict::Kind::Undecided);
  text.replace(text.find("of 1"), 4, "of 0");
  EXPECT_NE(verdict({{0}}), EvidenceVerdict::Kind::Safe);
}

}  // namespace
}  // namespace cairn
