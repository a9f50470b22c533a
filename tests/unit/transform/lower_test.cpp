// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "engine/ic3/ic3.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"
#include "transform/lower_cfa.h"
#include "transform/lower_word.h"

namespace cairn {
namespace {

using support::CfaOracle;
using support::QuietContext;
using support::random_cfa;

/// From an automaton to a circuit, IC3 on it, and back.
struct Lowered {
  explicit Lowered(const Cfa& cfa, LowerCfaConfig config = {}) : by_location(config) {
    system = by_word.apply(by_location.apply(cfa));
    system.check_invariants();
  }

  Answer<Cfa> run() {
    QuietContext quiet;
    Answer<BitSystem> answer = ic3::Ic3(system, {}, quiet.get()).run();
    if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
      return Safe<Cfa>{
          by_location.restore_invariant(by_word.restore_invariant(std::move(safe->invariant)))};
    auto& unsafe = std::get<Unsafe<BitSystem>>(answer);
    return Unsafe<Cfa>{by_location.restore_trace(by_word.restore_trace(std::move(unsafe.trace)))};
  }

  LowerCfa by_location;
  LowerWord by_word;
  BitSystem system;
};

void expect_evidence_for_random_automata(LowerCfaConfig config, std::uint64_t count) {
  std::uint64_t safe_ones = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = random_cfa(seed);
    const CfaOracle oracle(cfa);
    Answer<Cfa> answer = Lowered(cfa, config).run();
    if (const auto* safe = std::get_if<Safe<Cfa>>(&answer)) {
      ++safe_ones;
      ASSERT_TRUE(oracle.safe());
      ASSERT_EQ(oracle.check(safe->invariant), "");
    } else {
      ASSERT_FALSE(oracle.safe());
      ASSERT_EQ(judge(cfa, std::get<Unsafe<Cfa>>(answer).trace), "");
    }
  }
  EXPECT_GT(safe_ones, count / 10);
  EXPECT_LT(safe_ones, count - count / 10);
}

TEST(Lower, EvidenceOfRandomAutomataComesBack) {
  expect_evidence_for_random_automata({}, 600);
}

TEST(Lower, EvidenceComesBackWithOneBitForEachLocation) {
  expect_evidence_for_random_automata({LowerCfaConfig::Counter::OneHot}, 300);
}

/// l0 -> l1, at l1 two edges that are both open: one leads to the error, one back.
Cfa overlapping(Term condition, const std::shared_ptr<Terms>& terms, Term x) {
  Cfa cfa;
  cfa.terms = terms;
  cfa.variables = {{x, "x", "", Show::Unsigned}};
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId loop = cfa.add_location();
  cfa.add_edge(cfa.initial, loop, assign(x, terms->bv(8, 0)));
  cfa.add_edge(loop, loop, assign(x, terms->make(Op::BvAdd, {x, terms->bv(8, 1)})));
  cfa.add_edge(loop, cfa.error, assume(condition));
  return cfa;
}

TEST(Lower, EdgesThatAreOpenTogetherAreBothTaken) {
  const auto terms = std::make_shared<Terms>();
  const Term x = terms->variable("x", Sort::bit_vector(8));
  const Cfa cfa = overlapping(terms->equal(x, terms->bv(8, 5)), terms, x);
  const Answer<Cfa> answer = Lowered(cfa).run();
  ASSERT_TRUE(std::holds_alternative<Unsafe<Cfa>>(answer));
  const CfaTrace& trace = std::get<Unsafe<Cfa>>(answer).trace;
  EXPECT_EQ(judge(cfa, trace), "");
  EXPECT_EQ(trace.steps.size(), 7u);
}

TEST(Lower, TraceEndsWhereTheErrorIsReached) {
  const auto terms = std::make_shared<Terms>();
  const Term x = terms->variable("x", Sort::bit_vector(8));
  const Cfa cfa = overlapping(terms->true_term(), terms, x);
  const Answer<Cfa> answer = Lowered(cfa).run();
  ASSERT_TRUE(std::holds_alternative<Unsafe<Cfa>>(answer));
  EXPECT_EQ(judge(cfa, std::get<Unsafe<Cfa>>(answer).trace), "");
}

TEST(Lower, IntegersHaveNoCircuit) {
  const auto terms = std::make_shared<Terms>();
  WordSystem system;
  system.terms = terms;
  const Term n = terms->variable("n", Sort::integer());
  system.states = {{n, kNoTerm, n}};
  system.bad = {terms->make(Op::Lt, {n, terms->constant(Value(mpz_class(0)))})};
  const auto reason = cannot_blast(system);
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("'n' of sort int"), std::string::npos) << *reason;
}

TEST(Lower, TooManyBitsAreRefused) {
  const auto terms = std::make_shared<Terms>();
  WordSystem system;
  system.terms = terms;
  const Term a = terms->variable("a", Sort::array_of(Sort::bit_vector(8), Sort::bit_vector(32)));
  system.states = {{a, kNoTerm, a}};
  EXPECT_FALSE(cannot_blast(system));
  const auto reason = cannot_blast(system, 8000);
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("8192 bits"), std::string::npos) << *reason;
}

/// One state of 8 bits; a clause over its latches as a term.
class Clauses : public ::testing::Test {
 protected:
  Clauses() : x_(terms_->variable("x", Sort::bit_vector(8))) {
    WordSystem system;
    system.terms = terms_;
    system.states = {{x_, kNoTerm, x_}};
    lower_.apply(system);
  }

  /// Not all of these bits have these values: 0, 1 or - for any, highest first.
  Term without(const std::string& pattern) {
    BitInvariant invariant(0, 8);
    std::vector<Lit> cube;
    for (unsigned i = 0; i < 8; ++i)
      if (pattern[7 - i] != '-') cube.push_back(invariant.latch(i) ^ (pattern[7 - i] == '0'));
    invariant.conjuncts = {~invariant.aig.and_all(cube)};
    return lower_.restore_invariant(invariant).conjuncts[0];
  }

  Term number(unsigned value) { return terms_->bv(8, value); }

  std::shared_ptr<Terms> terms_ = std::make_shared<Terms>();
  Term x_;
  LowerWord lower_;
};

TEST_F(Clauses, AreWordsWhereTheBitsSaySo) {
  EXPECT_EQ(without("00000101"), terms_->distinct(x_, number(5)));
  EXPECT_EQ(without("0000----"), terms_->not_(terms_->make(Op::BvUlt, {x_, number(16)})));
  EXPECT_EQ(without("1-------"), terms_->not_(terms_->make(Op::BvSlt, {x_, number(0)})));
}

TEST_F(Clauses, SayTheSameAsTheirBits) {
  for (const std::string pattern : {"00000101", "0000----", "1-------", "0-------", "--10----",
                                    "1--0---1", "------11", "1111----", "-------0"}) {
    const Term clause = without(pattern);
    for (unsigned value = 0; value < 256; ++value) {
      bool matches = true;
      for (unsigned i = 0; i < 8; ++i)
        matches &= pattern[7 - i] == '-' || (pattern[7 - i] == '1') == ((value >> i & 1) != 0);
      const Assignment assignment{{x_, Value(BitVector(8, value))}};
      ASSERT_EQ(evaluate(*terms_, clause, assignment).as_bool(), !matches) << pattern << value;
    }
  }
}

}  // namespace
}  // namespace cairn
