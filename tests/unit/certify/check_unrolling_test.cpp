// SPDX-License-Identifier: MIT
#include "certify/check_unrolling.h"

#include <gtest/gtest.h>

#include "model/loop_nest.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

using support::CfaOracle;
using support::QuietContext;
using support::random_cfa;

CfaCheckOptions cadical_alone() {
  CfaCheckOptions options;
  options.z3_seconds = 0;
  return options;
}
CfaCheckOptions z3_alone() {
  CfaCheckOptions options;
  options.cadical_seconds = 0;
  return options;
}

Judgement judged(const Cfa& cfa, const CfaUnrolling& proof, const CfaCheckOptions& options) {
  QuietContext quiet;
  CfaInvariant invariant;
  invariant.unrolling = proof;
  return check_cfa_invariant(cfa, invariant, options, quiet.get());
}

/// Bounds as the oracle has them, and bounds that are off by one: what it says of them, the checker
/// says.
void expect_agreement_on_random_automata(const CfaCheckOptions& options, std::uint64_t count) {
  std::uint64_t good = 0, lies = 0, endless = 0, errors = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = random_cfa(seed);
    const CfaOracle oracle(cfa);
    Rng rng(seed);
    CfaUnrolling proof;
    for (const LoopNest::Element& element : loop_nest(cfa).order)
      if (element.is_head)
        proof.rounds[element.location] =
            oracle.rounds(element.location).value_or(static_cast<std::uint32_t>(rng.below(5)));
    for (int i = 0; i < 3; ++i) {
      CfaInvariant claim;
      claim.unrolling = proof;
      const std::string fault = oracle.check(claim);
      EXPECT_EQ(judged(cfa, proof, options).outcome(),
                fault.empty() ? Outcome::Holds : Outcome::Fails)
          << fault;
      good += fault.empty();
      lies += fault.find("rounds") != std::string::npos;
      endless += fault.find("does not end") != std::string::npos;
      errors += fault.find("error") != std::string::npos;
      if (proof.rounds.empty()) break;
      auto victim = std::next(proof.rounds.begin(),
                              static_cast<std::ptrdiff_t>(rng.below(proof.rounds.size())));
      if (rng.chance(30))
        ++victim->second;
      else if (victim->second > 1)
        --victim->second;
      else
        proof.rounds.erase(victim);
    }
  }
  EXPECT_GT(good, count / 20);
  EXPECT_GT(errors, count / 20);
  if (count < 1000) return;  // few have loops that end
  EXPECT_GT(lies, 2u);
  EXPECT_GT(endless, 20u);
}

TEST(CheckUnrolling, AgreesWithTheOracle) {
  expect_agreement_on_random_automata(cadical_alone(), 3000);
}

TEST(CheckUnrolling, AgreesWithTheOracleWithZ3) {
  expect_agreement_on_random_automata(z3_alone(), 60);
}

/// while (x < limit) x += step; and x is not `wrong` then. `x` is anything below 4 at first.
Cfa loop(std::uint64_t limit, std::uint64_t wrong) {
  const auto terms = std::make_shared<Terms>();
  Cfa cfa;
  cfa.terms = terms;
  const Term x = terms->variable("x", Sort::bit_vector(16));
  cfa.variables = {{x, "x", "", Show::Unsigned}};
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId head = cfa.add_location(), end = cfa.add_location();
  const Term goes_on = terms->make(Op::BvUlt, {x, terms->bv(16, limit)});
  cfa.add_edge(cfa.initial, head, assume(terms->make(Op::BvUlt, {x, terms->bv(16, 4)})));
  cfa.add_edge(
      head, head,
      sequence({assume(goes_on), assign(x, terms->make(Op::BvAdd, {x, terms->bv(16, 1)}))}));
  cfa.add_edge(head, end, assume(terms->not_(goes_on)));
  cfa.add_edge(end, cfa.error, assume(terms->equal(x, terms->bv(16, wrong))));
  return cfa;
}

TEST(CheckUnrolling, AcceptsTheRightBoundAndLargerOnes) {
  const Cfa cfa = loop(30, 31);
  for (const std::uint32_t rounds : {31u, 32u, 100u})
    EXPECT_EQ(judged(cfa, {{{{2}, rounds}}}, {}).outcome(), Outcome::Holds) << rounds;
}

TEST(CheckUnrolling, RefusesALyingBound) {
  const Cfa cfa = loop(30, 31);
  for (const CfaCheckOptions& options : {cadical_alone(), z3_alone()})
    for (const std::uint32_t rounds : {0u, 1u, 30u})
      EXPECT_EQ(judged(cfa, {{{{2}, rounds}}}, options).outcome(), Outcome::Fails) << rounds;
  EXPECT_EQ(judged(cfa, {}, {}).outcome(), Outcome::Fails);
  const Judgement judgement = judged(cfa, {{{{2}, 30}}}, z3_alone());
  EXPECT_NE(judgement.explanation.find("more often than 30 times"), std::string::npos)
      << judgement.explanation;
}

TEST(CheckUnrolling, RefusesBoundsThatHideAnError) {
  EXPECT_EQ(judged(loop(30, 30), {{{{2}, 31}}}, {}).outcome(), Outcome::Fails);
  EXPECT_EQ(judged(loop(2, 3), {{{{2}, 31}}}, {}).outcome(), Outcome::Fails);
}

TEST(CheckUnrolling, RefusesBoundsWhereNoLoopBegins) {
  const Cfa cfa = loop(30, 31);
  for (const std::uint32_t location : {0u, 1u, 3u, 99u}) {
    const Judgement judgement = judged(cfa, {{{{2}, 31}, {{location}, 1}}}, {});
    EXPECT_EQ(judgement.outcome(), Outcome::Fails);
    ASSERT_NE(judgement.first_failure(), nullptr);
    EXPECT_EQ(judgement.first_failure()->name, "Form");
  }
}

TEST(CheckUnrolling, RefusesTwoWaysAtOnce) {
  Cfa cfa = loop(30, 31);
  // From the loop's head to its end, also while it goes on.
  cfa.add_edge({2}, {3}, skip_command());
  EXPECT_EQ(judged(cfa, {{{{2}, 40}}}, {}).outcome(), Outcome::Fails);
}

TEST(CheckUnrolling, DecidesNothingThatIsTooLong) {
  CfaCheckOptions options;
  options.unrolled_places = 20;
  const Judgement judgement = judged(loop(30, 31), {{{{2}, 1000}}}, options);
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_NE(judgement.explanation.find("too long"), std::string::npos);
}

}  // namespace
}  // namespace cairn
