// SPDX-License-Identifier: MIT
#include "certify/check_cfa.h"

#include <gtest/gtest.h>

#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

using support::CfaOracle;
using support::QuietContext;
using support::random_cfa;
using support::random_term;

constexpr CfaCheckOptions kCadicalAlone{0};

Outcome judged(const Cfa& cfa, const CfaInvariant& invariant, const CfaCheckOptions& options) {
  QuietContext quiet;
  return check_cfa_invariant(cfa, invariant, options, quiet.get()).outcome();
}

/// What the oracle says of it, the checker says.
void expect_agreement(const Cfa& cfa, const CfaOracle& oracle, const CfaInvariant& invariant,
                      const CfaCheckOptions& options) {
  const std::string fault = oracle.check(invariant);
  EXPECT_EQ(judged(cfa, invariant, options), fault.empty() ? Outcome::Holds : Outcome::Fails)
      << fault;
}

void expect_agreement_on_random_automata(const CfaCheckOptions& options, std::uint64_t count) {
  std::uint64_t damaged = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    Cfa cfa = random_cfa(seed);
    const CfaOracle oracle(cfa);
    if (!oracle.safe()) continue;
    Rng rng(seed);
    expect_agreement(cfa, oracle, oracle.exact_invariant(), options);
    CfaInvariant invariant = oracle.sparser(oracle.loose_invariant(rng), rng);
    expect_agreement(cfa, oracle, invariant, options);
    // Their formulas are what they are, whatever the proof says.
    invariant.at.erase(cfa.initial);
    invariant.at.erase(cfa.error);
    if (invariant.at.empty()) continue;
    auto victim = std::next(invariant.at.begin(),
                            static_cast<std::ptrdiff_t>(rng.below(invariant.at.size())));
    if (rng.chance(30)) {
      invariant.at.erase(victim);
    } else {
      const Term fact = random_term(cfa, rng, Sort::boolean());
      victim->second = rng.chance(50) ? cfa.terms->or_(victim->second, fact)
                                      : cfa.terms->and_(victim->second, fact);
    }
    expect_agreement(cfa, oracle, invariant, options);
    damaged += oracle.check(invariant).empty() ? 0 : 1;
  }
  EXPECT_GT(damaged, count / 20);
}

TEST(CheckCfa, AgreesWithTheOracleOnRandomAutomata) {
  expect_agreement_on_random_automata({}, 40);
}

TEST(CheckCfa, AgreesWithTheOracleWithoutZ3) {
  expect_agreement_on_random_automata(kCadicalAlone, 600);
}

TEST(CheckCfa, ProofsForUnsafeAutomataFail) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = random_cfa(seed);
    if (CfaOracle(cfa).safe()) continue;
    CfaInvariant everything;
    for (std::uint32_t i = 0; i < cfa.locations.size(); ++i)
      everything.at[{i}] = cfa.terms->true_term();
    EXPECT_EQ(judged(cfa, everything, kCadicalAlone), Outcome::Fails);
  }
}

TEST(CheckCfa, FormulasSpeakOfVariablesAlone) {
  Cfa cfa = random_cfa(1);
  CfaInvariant invariant;
  const Term stranger = cfa.terms->variable("stranger", Sort::boolean());
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i) invariant.at[{i}] = stranger;
  QuietContext quiet;
  const Judgement judgement = check_cfa_invariant(cfa, invariant, kCadicalAlone, quiet.get());
  EXPECT_EQ(judgement.outcome(), Outcome::Fails);
  EXPECT_NE(judgement.explanation.find("stranger"), std::string::npos) << judgement.explanation;
}

}  // namespace
}  // namespace cairn
