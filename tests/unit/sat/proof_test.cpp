// SPDX-License-Identifier: MIT
#include "sat/proof.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <set>

#include "base/rng.h"
#include "sat/resolution_proof.h"
#include "sat/solver.h"
#include "support/proof_check.h"

namespace cairn::sat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

std::span<const Lit> clause(std::initializer_list<Lit> lits) {
  return {lits.begin(), lits.size()};
}

/// Keeps the proof, and judges every step.
class StrictProof : public ResolutionProof {
 public:
  void add_derived(ClauseId id, std::span<const Lit> lits,
                   std::span<const ClauseId> antecedents) override {
    ResolutionProof::add_derived(id, lits, antecedents);
    ++derived_;
    EXPECT_EQ(support::fault_of_step(*this, id), "");
    for (const ClauseId antecedent : antecedents)
      EXPECT_FALSE(deleted_.contains(antecedent)) << "step " << id << " uses a deleted clause";
  }
  void delete_clause(ClauseId id) override {
    EXPECT_TRUE(deleted_.insert(id).second) << "clause " << id << " is deleted twice";
  }

  std::size_t derived() const { return derived_; }
  std::size_t deleted() const { return deleted_.size(); }

 private:
  std::set<ClauseId> deleted_;
  std::size_t derived_ = 0;
};

struct TracedSolver {
  TracedSolver() { solver.set_tracer(&proof); }
  Lit lit() { return Lit(solver.new_var()); }
  void add(std::initializer_list<Lit> lits) { solver.add_clause(clause(lits)); }
  Result solve(std::initializer_list<Lit> assumptions = {}) {
    return solver.solve(clause(assumptions));
  }
  /// The clause that the last answer comes down to.
  std::vector<Lit> final_clause() const {
    const auto lits = proof.clause(solver.proof_clause());
    return {lits.begin(), lits.end()};
  }

  StrictProof proof;
  Solver solver;
};

Var random_var(Rng& rng, std::uint32_t variables) {
  return Var{1 + static_cast<std::uint32_t>(rng.below(variables))};
}

/// Random clauses with three literals.
void add_random_clauses(Solver& solver, Rng& rng, std::uint32_t variables, std::uint32_t clauses) {
  while (solver.num_vars() <= variables) solver.new_var();
  for (std::uint32_t i = 0; i < clauses; ++i) {
    std::array<Lit, 3> lits;
    for (Lit& lit : lits) lit = Lit(random_var(rng, variables), rng.chance(50));
    solver.add_clause(lits);
  }
}

TEST(Proof, OppositeUnitsRefuteEachOther) {
  TracedSolver s;
  const Lit a = s.lit();
  s.add({a});
  s.add({~a});
  EXPECT_EQ(s.solve(), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), IsEmpty());
  EXPECT_THAT(s.proof.antecedents(s.solver.proof_clause()), ElementsAre(1, 2));
}

TEST(Proof, TheEmptyClauseIsItsOwnRefutation) {
  TracedSolver s;
  s.add({});
  EXPECT_EQ(s.solve(), Result::Unsatisfiable);
  EXPECT_EQ(s.solver.proof_clause(), 1u);
}

TEST(Proof, TheConstantFalseIsLeftOut) {
  TracedSolver s;
  s.add({kFalse, kFalse});
  EXPECT_EQ(s.solve(), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), IsEmpty());
  EXPECT_THAT(s.proof.antecedents(s.solver.proof_clause()), ElementsAre(1));
}

TEST(Proof, TautologiesAreNoAntecedents) {
  TracedSolver s;
  const Lit a = s.lit(), b = s.lit();
  s.add({a, ~a});
  s.add({kTrue});
  s.add({b});
  s.add({a, ~b});
  s.add({~a, ~b});
  EXPECT_EQ(s.solve(), Result::Unsatisfiable);
  EXPECT_THAT(s.proof.core(s.solver.proof_clause()),
              ElementsAre(3, 4, 6));  // 5 is what is left of 4
}

TEST(Proof, AShortenedClauseRestsOnWhatShortenedIt) {
  TracedSolver s;
  const Lit a = s.lit(), b = s.lit(), c = s.lit();
  s.add({a});
  s.add({b, ~a, c, b, ~a});
  ASSERT_EQ(s.proof.last(), 3u);
  EXPECT_THAT(s.proof.clause(3), UnorderedElementsAre(b, c));
  EXPECT_THAT(s.proof.antecedents(3), ElementsAre(1, 2));
}

TEST(Proof, WhatFollowsFromUnitsIsAUnitOfItsOwn) {
  TracedSolver s;
  const Lit a = s.lit(), b = s.lit(), c = s.lit(), d = s.lit();
  s.add({~a, b});
  s.add({~a, ~b, c});
  s.add({~c, d});
  s.add({a});
  EXPECT_EQ(s.solve(), Result::Satisfiable);
  std::vector<Lit> units;
  for (ClauseId id = 5; id <= s.proof.last(); ++id) units.push_back(s.proof.clause(id)[0]);
  EXPECT_THAT(units, ElementsAre(b, c, d));
  EXPECT_EQ(s.solver.proof_clause(), kNoClauseId);
}

TEST(Proof, AFailedAssumptionIsNegatedInTheFinalClause) {
  TracedSolver s;
  const Lit a = s.lit(), b = s.lit(), c = s.lit(), d = s.lit();
  s.add({~a, b});
  s.add({~b, ~c});
  s.add({a, d});
  EXPECT_EQ(s.solve({d, a, c}), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), UnorderedElementsAre(~a, ~c));
  EXPECT_THAT(s.proof.core(s.solver.proof_clause()), ElementsAre(1, 2));
}

TEST(Proof, AnAssumptionThatIsKnownToBeFalseFailsByItsUnit) {
  TracedSolver s;
  const Lit a = s.lit(), b = s.lit();
  s.add({~a, b});
  s.add({~a, ~b});
  EXPECT_EQ(s.solve({b, a}), Result::Unsatisfiable);
  s.add({~a});
  EXPECT_EQ(s.solve({b, a}), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), ElementsAre(~a));
  EXPECT_TRUE(s.proof.is_original(s.solver.proof_clause()));
}

TEST(Proof, OppositeAssumptionsEndWithATautology) {
  TracedSolver s;
  const Lit a = s.lit();
  EXPECT_EQ(s.solve({a, ~a}), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), UnorderedElementsAre(a, ~a));
  EXPECT_EQ(s.solve({a, kFalse}), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), ElementsAre(kTrue));
}

TEST(Proof, CopiesDoNotTrace) {
  TracedSolver s;
  const Lit a = s.lit();
  s.add({a});
  Solver copy = s.solver;
  copy.add_clause(clause({~a}));
  EXPECT_EQ(copy.solve({}), Result::Unsatisfiable);
  EXPECT_EQ(s.proof.last(), 1u);
  EXPECT_EQ(s.solve(), Result::Satisfiable);
}

TEST(Proof, ASolverThatWasMovedGoesOnTracing) {
  TracedSolver s;
  const Lit a = s.lit();
  s.add({a});
  Solver moved = std::move(s.solver);
  moved.add_clause(clause({~a}));
  EXPECT_EQ(moved.solve({}), Result::Unsatisfiable);
  EXPECT_THAT(s.proof.clause(moved.proof_clause()), IsEmpty());
}

TEST(Proof, DefinitionsAreOriginals) {
  TracedSolver s;
  const Lit a = s.lit(), b = s.lit(), gate = s.lit();
  s.solver.add_definition(gate.var(), clause({~gate, a}));
  s.solver.add_definition(gate.var(), clause({~gate, b}));
  s.solver.add_definition(gate.var(), clause({gate, ~a, ~b}));
  EXPECT_EQ(s.solve({gate, ~b}), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), UnorderedElementsAre(~gate, b));
  EXPECT_THAT(s.proof.core(s.solver.proof_clause()), ElementsAre(2));
}

TEST(ProofDeathTest, LemmasAndTemporaryClausesAreExcluded) {
  TracedSolver s;
  const Lit a = s.lit();
  EXPECT_DEATH(s.solver.add_temporary(clause({a})), "trace");
  EXPECT_DEATH(s.solver.add_lemma(clause({a}), 0), "trace");
}

TEST(ProofDeathTest, TracingStartsBeforeTheFirstClause) {
  Solver solver;
  StrictProof proof;
  const Lit a(solver.new_var());
  solver.add_clause(clause({a}));
  EXPECT_DEATH(solver.set_tracer(&proof), "");
  Solver other;
  const Lit b(other.new_var()), c(other.new_var());
  other.add_definition(c.var(), clause({~c, b}));
  EXPECT_DEATH(other.set_tracer(&proof), "");
}

TEST(Proof, EveryStepOfRandomRefutationsIsAChain) {
  Rng rng(1);
  std::size_t refuted = 0, derived = 0;
  for (int round = 0; round < 200; ++round) {
    TracedSolver s;
    const auto variables = static_cast<std::uint32_t>(5 + rng.below(40));
    add_random_clauses(s.solver, rng, variables, 4 * variables);
    for (int query = 0; query < 4; ++query) {
      std::vector<Lit> assumptions;
      for (std::uint64_t i = rng.below(4); i > 0; --i)
        assumptions.push_back(Lit(random_var(rng, variables), rng.chance(50)));
      add_random_clauses(s.solver, rng, variables,
                         static_cast<std::uint32_t>(rng.below(variables / 4 + 1)));
      if (s.solver.solve(assumptions) != Result::Unsatisfiable) continue;
      ++refuted;
      std::vector<Lit> negated_core;
      for (const Lit lit : s.solver.core()) negated_core.push_back(~lit);
      EXPECT_THAT(negated_core, IsSupersetOf(s.final_clause()));
    }
    derived += s.proof.derived();
  }
  EXPECT_GT(refuted, 200u);
  EXPECT_GT(derived, 2000u);
}

TEST(Proof, ForgottenClausesAreDeletedAndUsedNoMore) {
  Rng rng(7);
  TracedSolver s;
  add_random_clauses(s.solver, rng, 200, 960);
  EXPECT_EQ(s.solve(), Result::Unsatisfiable);
  EXPECT_THAT(s.final_clause(), IsEmpty());
  EXPECT_GT(s.solver.stats().reductions, 0u);
  EXPECT_GT(s.solver.stats().collections, 0u);
  EXPECT_GT(s.solver.stats().binary_minimized_literals, 0u);
  EXPECT_GT(s.proof.deleted(), 0u);
}

TEST(ResolutionProof, TrimmingKeepsWhatTheFinalClauseRestsOn) {
  ResolutionProof proof;
  const Lit a(Var{1}), b(Var{2});
  proof.add_original(1, clause({a, b}));
  proof.add_original(2, clause({~b}));
  proof.add_original(3, clause({~a, b}));
  proof.add_original(4, clause({~a}));
  proof.add_derived(5, clause({a}), std::array<ClauseId, 2>{2, 1});
  proof.add_derived(6, clause({b}), std::array<ClauseId, 2>{4, 1});
  proof.add_derived(7, {}, std::array<ClauseId, 2>{5, 4});
  EXPECT_THAT(proof.needed(7), ElementsAre(1, 2, 4, 5, 7));
  EXPECT_THAT(proof.core(7), ElementsAre(1, 2, 4));
  EXPECT_THAT(proof.needed(3), ElementsAre(3));
  EXPECT_THAT(proof.clause(3), ElementsAre(~a, b));
  EXPECT_THAT(proof.antecedents(3), IsEmpty());
  EXPECT_FALSE(proof.is_original(5));
}

}  // namespace
}  // namespace cairn::sat
