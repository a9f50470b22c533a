// SPDX-License-Identifier: MIT
#include "engine/cfa/unroll.h"

#include <gtest/gtest.h>

#include "support/cfa_judged.h"

namespace cairn {
namespace {

using support::CfaVerdicts;
using support::QuietContext;

constexpr std::uint32_t kPlaces = 20'000;  // some random automata never stop

support::MakeCfaEngine unroll(std::uint32_t rounds = 20, SmtConfig smt = {}) {
  return [=](const Cfa& cfa, const Context& context) {
    return std::make_unique<Unroll>(cfa, UnrollConfig{rounds, kPlaces}, smt, context);
  };
}

TEST(Unroll, IsRightAboutRandomAutomata) {
  const CfaVerdicts verdicts = support::judge_on_random_automata(0, 1000, unroll());
  EXPECT_GT(verdicts.safe, 50u);
  EXPECT_GT(verdicts.unsafe, 100u);
}

TEST(Unroll, AsksEverySolver) {
  for (const std::string& solver : known_smt_solvers()) {
    SmtConfig smt;
    smt.solver = solver;
    const CfaVerdicts verdicts =
        support::judge_on_random_automata(2000, solver == "cvc5" ? 5 : 100, unroll(8, smt));
    EXPECT_GT(verdicts.safe + verdicts.unsafe, 0u) << solver;
  }
}

/// for (i = 0; i < limit; i++) for (j = 0; j < i; j++) sum++; and sum must not be `wrong` then.
/// `limit` is a constant or, if `is_free`, an input up to it.
Cfa nested_loops(std::uint32_t limit, bool is_free, std::uint32_t wrong) {
  const auto terms = std::make_shared<Terms>();
  Cfa cfa;
  cfa.terms = terms;
  const Sort word = Sort::bit_vector(32);
  const auto number = [&](std::uint32_t value) { return terms->bv(32, value); };
  const auto variable = [&](const char* name) {
    cfa.variables.push_back({terms->variable(name, word), name, "", Show::Unsigned});
    return cfa.variables.back().term;
  };
  const auto add = [&](Term term) {
    return assign(term, terms->make(Op::BvAdd, {term, number(1)}));
  };
  const Term i = variable("i"), j = variable("j"), sum = variable("sum"), n = variable("n");
  const Term input = terms->variable("input", word);
  cfa.inputs.push_back({input, CfaInput::Kind::Nondet, kNoSite, ""});
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId outer = cfa.add_location(), inner = cfa.add_location(), end = cfa.add_location();
  std::vector<CommandRef> begin{assign(i, number(0)), assign(sum, number(0)),
                                assign(n, is_free ? input : number(limit))};
  if (is_free) begin.push_back(assume(terms->make(Op::BvUle, {n, number(limit)})));
  cfa.add_edge(cfa.initial, outer, sequence(begin));
  const Term goes_on = terms->make(Op::BvUlt, {i, n}), inside = terms->make(Op::BvUlt, {j, i});
  cfa.add_edge(outer, inner, sequence({assume(goes_on), assign(j, number(0))}));
  cfa.add_edge(inner, inner, sequence({assume(inside), add(j), add(sum)}));
  cfa.add_edge(inner, outer, sequence({assume(terms->not_(inside)), add(i)}));
  cfa.add_edge(outer, end, assume(terms->not_(goes_on)));
  cfa.add_edge(end, cfa.error, assume(terms->equal(sum, number(wrong))));
  return cfa;
}

TEST(Unroll, NeedsNoSolverForConstants) {
  const Cfa cfa = nested_loops(100, false, 4951);
  QuietContext quiet;
  Unroll engine(cfa, {}, {}, quiet.get());
  const Answer<Cfa> answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Safe<Cfa>>(answer));
  const auto& unrolling = std::get<Safe<Cfa>>(answer).invariant.unrolling;
  ASSERT_TRUE(unrolling.has_value());
  EXPECT_EQ(unrolling->rounds, (std::map<LocationId, std::uint32_t>{{{2}, 101}, {{3}, 100}}));
  EXPECT_EQ(engine.stats().asked, 0u);
  EXPECT_EQ(engine.stats().errors, 0u);
}

TEST(Unroll, FindsBoundsThatInputsDecide) {
  const Cfa cfa = nested_loops(8, true, 29);
  QuietContext quiet;
  const Answer<Cfa> answer = unroll()(cfa, quiet.get())->run();
  ASSERT_TRUE(std::holds_alternative<Safe<Cfa>>(answer));
  const auto& unrolling = std::get<Safe<Cfa>>(answer).invariant.unrolling;
  EXPECT_EQ(unrolling->rounds, (std::map<LocationId, std::uint32_t>{{{2}, 9}, {{3}, 8}}));
}

TEST(Unroll, FindsErrorsBehindLoops) {
  const Cfa cfa = nested_loops(100, false, 4950);
  QuietContext quiet;
  const Answer<Cfa> answer = unroll()(cfa, quiet.get())->run();
  ASSERT_TRUE(std::holds_alternative<Unsafe<Cfa>>(answer));
  EXPECT_EQ(judge(cfa, std::get<Unsafe<Cfa>>(answer).trace), "");
}

TEST(Unroll, GivesUpWhereInputsGoOn) {
  const Cfa cfa = nested_loops(1000, true, 1);
  QuietContext quiet;
  const Answer<Cfa> answer = unroll(10)(cfa, quiet.get())->run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
  EXPECT_NE(std::get<Unknown>(answer).explanation.find("goes on after"), std::string::npos);
}

TEST(Unroll, StopsWhenTimeIsOver) {
  const Cfa cfa = nested_loops(100, false, 4951);
  QuietContext quiet;
  quiet.budget.request_stop(StopReason::Time);
  const Answer<Cfa> answer = unroll()(cfa, quiet.get())->run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Time);
}

}  // namespace
}  // namespace cairn
