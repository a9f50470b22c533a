// SPDX-License-Identifier: MIT
#include "sat/solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

#include "base/budget.h"

namespace cairn::sat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::span<const Lit> clause(std::initializer_list<Lit> lits) {
  return {lits.begin(), lits.size()};
}

Result solve(Solver& solver, std::initializer_list<Lit> assumptions, Layer layer = kPermanent) {
  return solver.solve(clause(assumptions), layer);
}

Lit new_lit(Solver& solver) {
  return Lit(solver.new_var());
}

Lit new_and(Solver& solver, Lit a, Lit b) {
  const Lit gate = new_lit(solver);
  solver.add_definition(gate.var(), clause({~gate, a}));
  solver.add_definition(gate.var(), clause({~gate, b}));
  solver.add_definition(gate.var(), clause({gate, ~a, ~b}));
  return gate;
}

Lit new_xor(Solver& solver, Lit a, Lit b) {
  const Lit gate = new_lit(solver);
  solver.add_definition(gate.var(), clause({~gate, a, b}));
  solver.add_definition(gate.var(), clause({~gate, ~a, ~b}));
  solver.add_definition(gate.var(), clause({gate, ~a, b}));
  solver.add_definition(gate.var(), clause({gate, a, ~b}));
  return gate;
}

/// More pigeons than holes; each sits in one, no two in the same.
void add_pigeons(Solver& solver, int pigeons, int holes) {
  std::vector<std::vector<Lit>> sits(static_cast<std::size_t>(pigeons));
  for (auto& row : sits) {
    for (int hole = 0; hole < holes; ++hole) row.push_back(new_lit(solver));
    solver.add_clause(row);
  }
  for (std::size_t hole = 0; hole < static_cast<std::size_t>(holes); ++hole)
    for (std::size_t i = 0; i < sits.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        solver.add_clause(clause({~sits[i][hole], ~sits[k][hole]}));
}

// ---- Clauses.

TEST(SatSolverTest, AFreshSolverIsSatisfiable) {
  Solver solver;
  EXPECT_EQ(solver.num_vars(), 1u);
  EXPECT_EQ(solve(solver, {}), Result::Satisfiable);
  EXPECT_EQ(solver.value(kTrue), Lbool::True);
  EXPECT_EQ(solver.value(kFalse), Lbool::False);
}

TEST(SatSolverTest, AModelSatisfiesTheClauses) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  solver.add_clause(clause({a, b}));
  solver.add_clause(clause({~a, c}));
  solver.add_clause(clause({~b, c}));
  ASSERT_EQ(solve(solver, {~a}), Result::Satisfiable);
  EXPECT_EQ(solver.value(a), Lbool::False);
  EXPECT_EQ(solver.value(~a), Lbool::True);
  EXPECT_EQ(solver.value(b), Lbool::True);
  EXPECT_EQ(solver.value(c), Lbool::True);
}

TEST(SatSolverTest, PigeonsNeedAsManyHoles) {
  for (int holes = 1; holes <= 7; ++holes) {
    Solver solver;
    add_pigeons(solver, holes + 1, holes);
    EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
    EXPECT_THAT(solver.core(), IsEmpty());
    EXPECT_EQ(solver.proof_layer(), kPermanent);
    Solver roomy;
    add_pigeons(roomy, holes, holes);
    EXPECT_EQ(solve(roomy, {}), Result::Satisfiable);
  }
}

TEST(SatSolverTest, LongProofsForgetClauses) {
  Solver solver;
  add_pigeons(solver, 9, 8);
  EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
  EXPECT_GT(solver.stats().restarts, 0u);
  EXPECT_GT(solver.stats().reductions, 0u);
  EXPECT_GT(solver.stats().collections, 0u);
}

TEST(SatSolverTest, HardQueriesAloneImproveGluesAndMinimizeByBinaries) {
  Solver easy;
  add_pigeons(easy, 5, 4);
  EXPECT_EQ(solve(easy, {}), Result::Unsatisfiable);
  EXPECT_EQ(easy.stats().improved_glues, 0u);
  EXPECT_EQ(easy.stats().binary_minimized_literals, 0u);
  Solver hard;
  add_pigeons(hard, 9, 8);
  EXPECT_EQ(solve(hard, {}), Result::Unsatisfiable);
  EXPECT_GT(hard.stats().improved_glues, 0u);
  EXPECT_GT(hard.stats().binary_minimized_literals, 0u);
}

TEST(SatSolverTest, AHardProofHoldsUpToTheLowestLayerThatItNeeds) {
  constexpr std::size_t kHoles = 8;
  Solver solver;
  std::array<std::array<Lit, kHoles>, kHoles + 1> sits;
  for (auto& row : sits)
    for (Lit& lit : row) lit = new_lit(solver);
  for (std::size_t hole = 0; hole < kHoles; ++hole)
    for (std::size_t i = 0; i < sits.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        solver.add_clause(clause({~sits[i][hole], ~sits[k][hole]}));
  for (std::size_t i = 0; i < sits.size(); ++i)  // all of them are needed
    solver.add_lemma(sits[i], static_cast<Layer>(3 + i));
  EXPECT_EQ(solve(solver, {}, 1), Result::Unsatisfiable);
  EXPECT_GT(solver.stats().reductions, 0u);
  EXPECT_EQ(solver.proof_layer(), 3);
  EXPECT_EQ(solve(solver, {}, 4), Result::Satisfiable);
  EXPECT_EQ(solve(solver, {}, 3), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 3);
}

TEST(SatSolverTest, ContradictoryPermanentClausesMakeItInconsistent) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  solver.add_clause(clause({a}));
  solver.add_clause(clause({~a, b}));
  EXPECT_EQ(solve(solver, {}), Result::Satisfiable);
  EXPECT_FALSE(solver.inconsistent());
  EXPECT_EQ(solver.fixed_value(b), Lbool::True);
  solver.add_clause(clause({~b}));
  EXPECT_EQ(solve(solver, {a}), Result::Unsatisfiable);
  EXPECT_TRUE(solver.inconsistent());
  EXPECT_THAT(solver.core(), IsEmpty());
}

TEST(SatSolverTest, TautologiesAndDuplicatesDoNoHarm) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  solver.add_clause(clause({a, ~a}));
  solver.add_clause(clause({kTrue, b}));
  solver.add_clause(clause({b, b, kFalse}));
  ASSERT_EQ(solve(solver, {~a}), Result::Satisfiable);
  EXPECT_EQ(solver.value(b), Lbool::True);
}

// ---- Cores.

TEST(SatSolverTest, ACoreIsAPartOfTheAssumptionsInTheirOrder) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver), d = new_lit(solver);
  solver.add_clause(clause({~b, ~d}));
  EXPECT_EQ(solve(solver, {d, a, c, b}), Result::Unsatisfiable);
  EXPECT_THAT(solver.core(), ElementsAre(d, b));
  EXPECT_TRUE(solver.in_core(b));
  EXPECT_FALSE(solver.in_core(a));
  EXPECT_FALSE(solver.in_core(~b));
}

TEST(SatSolverTest, ACorePrefersTheFirstAssumptions) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  solver.add_clause(clause({~a, ~b}));
  solver.add_clause(clause({~b, ~c}));
  EXPECT_EQ(solve(solver, {a, b, c}), Result::Unsatisfiable);
  EXPECT_THAT(solver.core(), ElementsAre(a, b));
  EXPECT_EQ(solve(solver, {c, b, a}), Result::Unsatisfiable);
  EXPECT_THAT(solver.core(), ElementsAre(c, b));
}

TEST(SatSolverTest, OppositeAssumptionsAndConstantsAreTheirOwnCore) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  EXPECT_EQ(solve(solver, {b, a, a, ~a}), Result::Unsatisfiable);
  EXPECT_THAT(solver.core(), ElementsAre(a, ~a));
  EXPECT_EQ(solve(solver, {b, kFalse}), Result::Unsatisfiable);
  EXPECT_THAT(solver.core(), ElementsAre(kFalse));
  EXPECT_EQ(solve(solver, {b, kTrue}), Result::Satisfiable);
}

// ---- Layers.

TEST(SatSolverTest, AQueryUsesTheLemmasOfItsLayerAndAbove) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  solver.add_lemma(clause({~a, ~b}), 3);
  EXPECT_EQ(solve(solver, {a, b}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solve(solver, {a, b}, 3), Result::Unsatisfiable);
  EXPECT_EQ(solve(solver, {a, b}, 4), Result::Satisfiable);
  EXPECT_EQ(solve(solver, {a, b}), Result::Satisfiable);
}

TEST(SatSolverTest, AProofTellsUpToWhichLayerItHolds) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  solver.add_lemma(clause({~a, b}), 5);
  solver.add_lemma(clause({~b, c}), 3);
  solver.add_lemma(clause({~a}), 1);
  EXPECT_EQ(solve(solver, {a, ~c}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 3);
  EXPECT_EQ(solve(solver, {a, ~b}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 5);
  EXPECT_EQ(solve(solver, {a, ~a}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), kPermanent);
}

TEST(SatSolverTest, ARaisedLemmaHoldsInMoreQueries) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const LemmaId both = solver.add_lemma(clause({~a, ~b}), 1);
  EXPECT_EQ(solve(solver, {a, b}, 2), Result::Satisfiable);
  solver.raise_lemma(both, 2);
  EXPECT_EQ(solve(solver, {a, b}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 2);
  solver.raise_lemma(both, kPermanent);
  EXPECT_EQ(solve(solver, {a, b}), Result::Unsatisfiable);
}

TEST(SatSolverTest, ARemovedLemmaIsReplacedByAStrongerOne) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const LemmaId weak = solver.add_lemma(clause({~a, ~b}), 1);
  solver.add_lemma(clause({~b}), 1);
  solver.remove_lemma(weak);
  EXPECT_EQ(solve(solver, {b}, 1), Result::Unsatisfiable);
  EXPECT_EQ(solve(solver, {a}, 1), Result::Satisfiable);
  EXPECT_EQ(solver.value(b), Lbool::False);
}

TEST(SatSolverTest, OppositeLemmasOfOneLiteralContradictEachOtherInTheLowerLayer) {
  Solver solver;
  const Lit a = new_lit(solver);
  solver.add_lemma(clause({a}), 1);
  solver.add_lemma(clause({~a}), 3);
  EXPECT_EQ(solve(solver, {}, 2), Result::Satisfiable);
  EXPECT_EQ(solve(solver, {}, 1), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 1);
}

TEST(SatSolverTest, AnEmptyLemmaCanBeRaised) {
  Solver solver;
  const LemmaId nothing = solver.add_lemma({}, 1);
  EXPECT_EQ(solve(solver, {}, 2), Result::Satisfiable);
  solver.raise_lemma(nothing, 3);
  EXPECT_EQ(solve(solver, {}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 3);
  EXPECT_EQ(solve(solver, {}, 4), Result::Satisfiable);
}

TEST(SatSolverTest, ALemmaCanBecomeEmptyDuringTheSearch) {
  // Only a conflict shows that ~b and ~a hold for good, and then nothing of the lemma is left.
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  solver.add_definition(b.var(), clause({b, c}));
  solver.add_definition(b.var(), clause({~b, ~c}));
  solver.add_definition(a.var(), clause({~a, c}));
  solver.add_definition(a.var(), clause({~a, b}));
  solver.add_definition(a.var(), clause({a, ~c, ~b}));
  solver.add_lemma(clause({a, b}), 0);
  solver.add_clause(clause({~b, c}));
  EXPECT_EQ(solve(solver, {}, 0), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 0);
  EXPECT_EQ(solve(solver, {}, 1), Result::Satisfiable);
}

// ---- Temporary clauses.

TEST(SatSolverTest, ATemporaryClauseHoldsOnceAndLeavesNoTrace) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const std::uint32_t variables = solver.num_vars();
  solver.add_temporary(clause({a, b}));
  EXPECT_EQ(solve(solver, {~a, ~b}), Result::Unsatisfiable);
  EXPECT_TRUE(solver.used_temporary());
  EXPECT_EQ(solve(solver, {~a, ~b}), Result::Satisfiable);
  EXPECT_EQ(solver.num_vars(), variables);
}

TEST(SatSolverTest, WhatWasLearntFromATemporaryClauseGoesWithIt) {
  // All but one of the clauses of pigeons in holes; the last one comes and goes.
  Solver solver;
  std::array<std::array<Lit, 4>, 5> sits;
  for (auto& row : sits)
    for (Lit& lit : row) lit = new_lit(solver);
  for (std::size_t i = 1; i < sits.size(); ++i) solver.add_clause(sits[i]);
  for (std::size_t hole = 0; hole < 4; ++hole)
    for (std::size_t i = 0; i < sits.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        solver.add_clause(clause({~sits[i][hole], ~sits[k][hole]}));
  for (int round = 0; round < 3; ++round) {
    solver.add_temporary(sits[0]);
    EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
    EXPECT_TRUE(solver.used_temporary());
    EXPECT_EQ(solve(solver, {}), Result::Satisfiable);
    EXPECT_FALSE(solver.inconsistent());
  }
}

TEST(SatSolverTest, AProofThatNeedsNoTemporaryClauseSaysSo) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  solver.add_clause(clause({~a, ~b}));
  solver.add_temporary(clause({a, b}));
  EXPECT_EQ(solve(solver, {a, b}), Result::Unsatisfiable);
  EXPECT_FALSE(solver.used_temporary());
}

TEST(SatSolverTest, AnEmptyTemporaryClauseIsAContradictionOnce) {
  Solver solver;
  solver.add_temporary({});
  EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
  EXPECT_TRUE(solver.used_temporary());
  EXPECT_EQ(solve(solver, {}), Result::Satisfiable);
}

// ---- Domains.

TEST(SatSolverTest, WhatAQueryDoesNotDependOnStaysOpen) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  const Lit ab = new_and(solver, a, b);
  const Lit bc = new_and(solver, b, c);
  ASSERT_EQ(solve(solver, {ab}), Result::Satisfiable);
  EXPECT_EQ(solver.value(a), Lbool::True);
  EXPECT_EQ(solver.value(b), Lbool::True);
  EXPECT_EQ(solver.value(c), Lbool::Undef);
  EXPECT_EQ(solver.value(bc), Lbool::Undef);
}

TEST(SatSolverTest, ClausesBringTheirVariablesIntoTheDomain) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver), d = new_lit(solver);
  const Lit ab = new_and(solver, a, b);
  solver.add_clause(clause({ab, c}));
  solver.add_lemma(clause({c, d}), 2);
  ASSERT_EQ(solve(solver, {}, 3), Result::Satisfiable);
  EXPECT_NE(solver.value(ab), Lbool::Undef);
  EXPECT_NE(solver.value(a), Lbool::Undef);
  EXPECT_EQ(solver.value(d), Lbool::Undef);
  ASSERT_EQ(solve(solver, {}, 2), Result::Satisfiable);
  EXPECT_NE(solver.value(d), Lbool::Undef);
  solver.add_temporary(clause({Lit(solver.new_var()), d}));
  EXPECT_EQ(solve(solver, {}, 3), Result::Satisfiable);
  EXPECT_NE(solver.value(d), Lbool::Undef);
}

TEST(SatSolverTest, AGateThatIsFixedStillConstrainsItsOperands) {
  // Both exclusive ors compare the same two literals, but nobody told the solver.
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const Lit x = new_xor(solver, a, b), y = new_xor(solver, a, b);
  solver.add_clause(clause({x}));
  EXPECT_EQ(solve(solver, {}), Result::Satisfiable);
  EXPECT_NE(solver.value(a), solver.value(b));
  solver.add_clause(clause({~y}));
  EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
}

TEST(SatSolverTest, AHeldDomainIsThatOfItsVariables) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  const Lit ab = new_and(solver, a, b);
  const std::array variables = {ab.var()};
  solver.hold_domain(variables, kPermanent);
  ASSERT_EQ(solve(solver, {}), Result::Satisfiable);
  EXPECT_NE(solver.value(a), Lbool::Undef);
  EXPECT_EQ(solver.value(c), Lbool::Undef);
  ASSERT_EQ(solve(solver, {ab}), Result::Satisfiable);
  EXPECT_EQ(solver.value(b), Lbool::True);
  solver.release_domain();
  ASSERT_EQ(solve(solver, {c}), Result::Satisfiable);
  EXPECT_EQ(solver.value(ab), Lbool::Undef);
  EXPECT_EQ(solver.value(c), Lbool::True);
}

TEST(SatSolverTest, AHeldDomainOutlivesNewPermanentClauses) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  solver.add_lemma(clause({a, b}), 0);
  const std::array variables = {c.var()};
  solver.hold_domain(variables, 0);
  solver.add_clause(clause({~c}));
  ASSERT_EQ(solve(solver, {}, 0), Result::Satisfiable);
  EXPECT_TRUE(solver.value(a) == Lbool::True || solver.value(b) == Lbool::True);
}

TEST(SatSolverTest, AHeldDomainKeepsOperandsOfAGateThatBecomesFixed) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  const Lit bc = new_xor(solver, b, c);
  const Lit gate = new_and(solver, a, bc);
  const std::array variables = {a.var(), gate.var()};
  solver.hold_domain(variables, kPermanent);
  solver.add_clause(clause({~a}));
  ASSERT_EQ(solve(solver, {bc}), Result::Satisfiable);
  EXPECT_NE(solver.value(b), solver.value(c));
}

// ---- Dropping.

TEST(SatSolverTest, AnOperandThatDoesNotMatterCanBeDropped) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const Lit ab = new_and(solver, a, b);
  ASSERT_EQ(solve(solver, {~a, b, ~ab}), Result::Satisfiable);
  EXPECT_FALSE(solver.drop_from_model(a.var()));
  EXPECT_TRUE(solver.drop_from_model(b.var()));
  EXPECT_EQ(solver.value(b), Lbool::Undef);
  EXPECT_EQ(solver.value(a), Lbool::False);
  EXPECT_FALSE(solver.drop_from_model(b.var()));
}

TEST(SatSolverTest, OneOfTwoReasonsMustStay) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const Lit ab = new_and(solver, a, b);
  ASSERT_EQ(solve(solver, {~a, ~b, ~ab}), Result::Satisfiable);
  EXPECT_TRUE(solver.drop_from_model(b.var()));
  EXPECT_FALSE(solver.drop_from_model(a.var()));
  EXPECT_EQ(solver.value(a), Lbool::False);
}

TEST(SatSolverTest, OperandsOfAnExclusiveOrStay) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const Lit x = new_xor(solver, a, b);
  ASSERT_EQ(solve(solver, {x}), Result::Satisfiable);
  EXPECT_FALSE(solver.drop_from_model(a.var()));
  EXPECT_FALSE(solver.drop_from_model(b.var()));
}

// ---- Limits.

TEST(SatSolverTest, TheConflictLimitIsForOneQuery) {
  Solver solver;
  add_pigeons(solver, 8, 7);
  solver.set_conflict_limit(5);
  EXPECT_EQ(solve(solver, {}), Result::Unknown);
  EXPECT_LE(solver.stats().conflicts, 5u);
  EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
}

TEST(SatSolverTest, AnExhaustedBudgetEndsTheSearch) {
  Budget budget;
  Solver solver;
  add_pigeons(solver, 8, 7);
  solver.set_budget(&budget);
  budget.request_stop(StopReason::Time);
  EXPECT_EQ(solve(solver, {}), Result::Unknown);
  solver.set_budget(nullptr);
  EXPECT_EQ(solve(solver, {}), Result::Unsatisfiable);
}

// ---- Copies, phases, statistics.

TEST(SatSolverTest, ACopyGoesItsOwnWay) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  const LemmaId lemma = solver.add_lemma(clause({a, b}), 1);
  ASSERT_EQ(solve(solver, {~a}, 1), Result::Satisfiable);
  Solver copy = solver;
  copy.raise_lemma(lemma, 2);
  copy.add_clause(clause({~b}));
  EXPECT_EQ(solve(copy, {~a}, 2), Result::Unsatisfiable);
  EXPECT_EQ(solve(solver, {~a, ~b}, 2), Result::Satisfiable);
  EXPECT_EQ(solve(solver, {~a}, 1), Result::Satisfiable);
}

TEST(SatSolverTest, DecisionsTryThePhaseFirst) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver);
  solver.add_clause(clause({a, b}));
  solver.set_phase(a);
  solver.set_phase(b);
  ASSERT_EQ(solve(solver, {}), Result::Satisfiable);
  EXPECT_EQ(solver.value(a), Lbool::True);
  EXPECT_EQ(solver.value(b), Lbool::True);
}

TEST(SatSolverTest, StatisticsCountTheQueries) {
  Solver solver;
  const Lit a = new_lit(solver);
  solve(solver, {a});
  solve(solver, {a, ~a});
  EXPECT_EQ(solver.stats().solves, 2u);
  EXPECT_EQ(solver.stats().satisfiable, 1u);
  EXPECT_EQ(solver.stats().unsatisfiable, 1u);
}

// ---- Constraints: literals that were added for good.

struct Constrained {
  Solver solver;
  Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver), d = new_lit(solver),
      e = new_lit(solver), free = new_lit(solver);
  Lit small = new_and(solver, a, b);
  Lit large = new_and(solver, new_and(solver, c, d), e);
  enum class Cones { Partial, Whole };
  explicit Constrained(Cones cones = Cones::Partial) {  // small or large
    if (cones == Cones::Whole) solver.use_whole_constraints();
    const Lit neither = new_and(solver, ~small, ~large);
    solver.add_clause(clause({~neither}));
  }
};

TEST(SatSolverTest, OfAConstraintTheSmallestConeIsEnough) {
  Constrained t;
  t.solver.set_phase(t.a);
  t.solver.set_phase(t.b);
  EXPECT_EQ(solve(t.solver, {t.free}), Result::Satisfiable);
  EXPECT_EQ(t.solver.value(t.small), Lbool::True);
  EXPECT_EQ(t.solver.value(t.a), Lbool::True);
  EXPECT_EQ(t.solver.value(t.large), Lbool::Undef);
  EXPECT_EQ(t.solver.value(t.c), Lbool::Undef);
}

TEST(SatSolverTest, OfAConstraintTheWholeConeIsThereIfOneSaysSo) {
  Constrained t(Constrained::Cones::Whole);
  EXPECT_EQ(solve(t.solver, {t.free}), Result::Satisfiable);
  for (const Lit lit : {t.small, t.large, t.a, t.b, t.c, t.d, t.e})
    EXPECT_NE(t.solver.value(lit), Lbool::Undef);
  EXPECT_EQ(solve(t.solver, {~t.a}), Result::Satisfiable);
  EXPECT_EQ(t.solver.value(t.large), Lbool::True);
  EXPECT_EQ(t.solver.stats().domain_growths, 0u);
}

TEST(SatSolverTest, AnotherConeJoinsWhereThatOneCannotBeTrue) {
  Constrained t;
  EXPECT_EQ(solve(t.solver, {~t.a}), Result::Satisfiable);
  EXPECT_EQ(t.solver.value(t.large), Lbool::True);
  EXPECT_EQ(t.solver.value(t.c), Lbool::True);
  EXPECT_EQ(solve(t.solver, {~t.a, ~t.e}), Result::Unsatisfiable);
  std::vector<Lit> met;
  EXPECT_EQ(solve(t.solver, {~t.b, t.free}), Result::Satisfiable);
  t.solver.for_each_obligation([&](std::span<const Lit> lits) {
    if (lits.size() == 1) met.push_back(lits[0]);
  });
  EXPECT_NE(std::find(met.begin(), met.end(), t.large), met.end());
}

// Phases make the computed value of `other` wrong every time, so luck fails every time.
TEST(SatSolverTest, ConstraintsThatOftenNeedASearchAreNoLongerLeftToLuck) {
  Solver solver;
  const Lit condition = new_lit(solver), known = new_lit(solver), other = new_lit(solver);
  const Lit differ = new_xor(solver, known, other);
  solver.add_clause(clause({~new_and(solver, condition, differ)}));
  for (int query = 0; query < 200; ++query) {
    const Lit now = known ^ (query % 2 == 0);
    ASSERT_EQ(solve(solver, {condition, now}), Result::Satisfiable);
    EXPECT_EQ(solver.value(other ^ now.negated()), Lbool::True);
  }
  EXPECT_GT(solver.stats().domain_growths, 0u);
  EXPECT_LE(solver.stats().domain_growths, 20u);
}

// A leaf that joins the domain late takes what a lemma of the query's layer says.
TEST(SatSolverTest, FactsHoldForLeavesThatAreComputed) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  const Lit both = new_and(solver, b, c);
  const Lit neither = new_and(solver, ~a, ~both);
  solver.add_clause(clause({~neither}));  // a, or b and c
  solver.add_lemma(clause({b}), 3);
  solver.add_lemma(clause({c}), 2);
  EXPECT_EQ(solve(solver, {~a}, 1), Result::Satisfiable);
  EXPECT_EQ(solver.value(b), Lbool::True);
  EXPECT_EQ(solver.value(c), Lbool::True);
  solver.add_lemma(clause({~c}), 4);
  EXPECT_EQ(solve(solver, {~a}, 3), Result::Unsatisfiable);
  EXPECT_EQ(solver.proof_layer(), 4);
}

TEST(SatSolverTest, WhatMeetsAConstraintIsNotDroppedFromTheModel) {
  Solver solver;
  const Lit a = new_lit(solver), b = new_lit(solver), c = new_lit(solver);
  const Lit either = new_and(solver, ~a, ~new_and(solver, b, c));
  solver.add_clause(clause({~either}));
  ASSERT_EQ(solve(solver, {a}), Result::Satisfiable);
  EXPECT_EQ(solver.value(b), Lbool::Undef);
  EXPECT_FALSE(solver.drop_from_model(a.var()));
}

TEST(SatSolverTest, AHeldDomainGrowsForAConstraint) {
  Constrained t;
  const std::array held{t.free.var(), t.a.var()};
  t.solver.hold_domain(held, kPermanent);
  EXPECT_EQ(solve(t.solver, {t.free}), Result::Satisfiable);
  EXPECT_EQ(solve(t.solver, {~t.a}), Result::Satisfiable);
  EXPECT_EQ(t.solver.value(t.large), Lbool::True);
  EXPECT_EQ(solve(t.solver, {t.free}), Result::Satisfiable);
  EXPECT_TRUE(t.solver.value(t.small) == Lbool::True || t.solver.value(t.large) == Lbool::True);
  t.solver.release_domain();
}

}  // namespace
}  // namespace cairn::sat
