// SPDX-License-Identifier: MIT
#include "sat/interpolate.h"

#include <gtest/gtest.h>

#include "support/parted_formula.h"

namespace cairn::sat {
namespace {

using enum InterpolationSystem;

constexpr std::array kSystems{McMillan, Pudlak, InverseMcMillan};

Lit pos(std::uint32_t index) {
  return Lit(Var{index});
}
Lit neg(std::uint32_t index) {
  return ~pos(index);
}

/// A graph with one leaf for each variable, of the same number.
class Leaves {
 public:
  explicit Leaves(std::uint32_t variables = 40) {
    for (std::uint32_t i = 0; i < variables; ++i) aig.add_leaf();
  }
  Aig aig;
  static Lit of(Var var) { return Lit(var); }
};

/// Whether two literals of a graph with few leaves are equal for all values of the leaves.
bool same(const Aig& aig, Lit a, Lit b, std::uint32_t leaves) {
  for (std::uint32_t bits = 0; bits < 1u << leaves; ++bits) {
    std::vector<std::uint64_t> values(aig.size(), 0);
    for (std::uint32_t i = 0; i < leaves; ++i)
      values[i + 1] = (bits >> i & 1) != 0 ? ~std::uint64_t{0} : 0;
    evaluate_gates(aig, values);
    if (value_of(values, a) != value_of(values, b)) return false;
  }
  return true;
}

Interpolator interpolator_of(const support::Refutation& refutation,
                             std::span<const PartedAssumption> assumptions = {}) {
  return Interpolator(
      refutation.proof, refutation.final, [&](ClauseId id) { return refutation.parts[id]; },
      assumptions);
}

// [MS08, example 4]: A = (r | y) (~r | x), B = (~y | a) (~y | ~a) (~x), with r, x, y, a = 1..4.
class ExampleTest : public testing::Test {
 protected:
  ExampleTest() {
    const std::vector<std::vector<Lit>> clauses{
        {pos(1), pos(3)}, {neg(1), pos(2)}, {neg(3), pos(4)}, {neg(3), neg(4)}, {neg(2)}};
    for (ClauseId id = 1; id <= 5; ++id) proof_.add_original(id, clauses[id - 1]);
    proof_.add_derived(6, std::array{pos(3), pos(2)}, std::array<ClauseId, 2>{1, 2});
    proof_.add_derived(7, std::array{neg(3)}, std::array<ClauseId, 2>{3, 4});
    proof_.add_derived(8, {}, std::array<ClauseId, 3>{5, 7, 6});
  }
  Lit interpolant(InterpolationSystem system) {
    const Interpolator interpolator(proof_, 8, [](ClauseId id) { return id <= 2 ? 0u : 1u; });
    return interpolator.interpolant(0, system, leaves_.aig, Leaves::of);
  }

  ResolutionProof proof_;
  Leaves leaves_{4};
};

TEST_F(ExampleTest, HasTheInterpolantOfThePaper) {
  // Shared are x and y; the only resolution on r joins (y) and (x).
  EXPECT_TRUE(same(leaves_.aig, interpolant(McMillan), leaves_.aig.or_gate(pos(2), pos(3)), 4));
}

TEST_F(ExampleTest, HasOneInterpolantInAllSystemsHere) {
  for (const auto system : kSystems)
    EXPECT_TRUE(same(leaves_.aig, interpolant(system), leaves_.aig.or_gate(pos(2), pos(3)), 4));
}

// A = (a) (~a | b), B = (~b | ~a) (~b | a): A says a and b, all that B asks for is b.
// Clause 5 follows from the first side alone, so that McMillan's interpolant is what it says. By
// resolution of clauses 1 and 2 it would be stronger: 1 and 2.
TEST(InterpolateTest, AClauseDerivedFromOneSideCountsAsOneOfThatSide) {
  ResolutionProof proof;
  proof.add_original(1, std::array{pos(1)});
  proof.add_original(2, std::array{neg(1), pos(2)});
  proof.add_original(3, std::array{neg(2), neg(1)});
  proof.add_original(4, std::array{neg(2), pos(1)});
  proof.add_derived(5, std::array{pos(2)}, std::array<ClauseId, 2>{1, 2});
  proof.add_derived(6, std::array{neg(2)}, std::array<ClauseId, 2>{3, 4});
  proof.add_derived(7, {}, std::array<ClauseId, 2>{5, 6});
  const Interpolator interpolator(proof, 7, [](ClauseId id) { return id <= 2 ? 0u : 1u; });
  Leaves leaves(2);
  const auto found = [&](InterpolationSystem system) {
    return interpolator.interpolant(0, system, leaves.aig, Leaves::of);
  };
  EXPECT_TRUE(same(leaves.aig, found(McMillan), pos(2), 2));
  EXPECT_TRUE(same(leaves.aig, found(Pudlak), pos(2), 2));
  EXPECT_TRUE(same(leaves.aig, found(InverseMcMillan), pos(2), 2));
}

TEST(InterpolateTest, RefutationsOfOneSideGiveConstants) {
  for (const Part part : {0u, 1u}) {
    PartedFormula formula;
    formula.clauses = {{pos(1)}, {neg(1)}, {pos(2), pos(3)}, {neg(2), pos(3)}};
    formula.parts = {part, part, 0, 1};
    const auto refutation = support::refute(formula);
    ASSERT_TRUE(refutation);
    Leaves leaves(3);
    for (const auto system : kSystems)
      EXPECT_EQ(interpolator_of(*refutation).interpolant(0, system, leaves.aig, Leaves::of),
                part == 0 ? kFalse : kTrue);
  }
}

TEST(InterpolateTest, ADerivedClauseMayHaveMoreLiteralsThanItsChainGives) {
  ResolutionProof proof;
  proof.add_original(1, std::array{pos(1), pos(2)});
  proof.add_original(2, std::array{neg(1), pos(2)});
  proof.add_original(3, std::array{neg(2)});
  proof.add_original(4, std::array{neg(3), pos(2)});
  proof.add_derived(5, std::array{pos(2), pos(3)}, std::array<ClauseId, 2>{1, 2});
  proof.add_derived(6, {}, std::array<ClauseId, 3>{3, 4, 5});
  PartedFormula formula;
  formula.clauses = {{pos(1), pos(2)}, {neg(1), pos(2)}, {neg(2)}, {neg(3), pos(2)}};
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    formula.parts.clear();
    for (std::uint32_t i = 0; i < 4; ++i) formula.parts.push_back(bits >> i & 1);
    Leaves leaves(3);
    const Budget budget;
    for (const auto system : kSystems) {
      const Interpolator interpolator(proof, 6, [&](ClauseId id) { return formula.parts[id - 1]; });
      const Lit lit = interpolator.interpolant(0, system, leaves.aig, Leaves::of);
      EXPECT_EQ(check_interpolant(formula, 0, leaves.aig, lit, Leaves::of, budget),
                InterpolantFault::None)
          << bits;
    }
  }
}

// Clauses may be resolved on a variable that no original has.
TEST(InterpolateTest, AVariableMayOccurInDerivedClausesAlone) {
  ResolutionProof proof;
  proof.add_original(1, std::array{pos(1)});
  proof.add_original(2, std::array{neg(1)});
  proof.add_derived(3, std::array{pos(9)}, std::array<ClauseId, 2>{1, 2});
  proof.add_derived(4, std::array{neg(9)}, std::array<ClauseId, 2>{1, 2});
  proof.add_derived(5, {}, std::array<ClauseId, 2>{3, 4});
  const Interpolator interpolator(proof, 5, [](ClauseId id) { return static_cast<Part>(id - 1); });
  for (const InterpolationSystem system : kSystems) {
    Leaves leaves;
    EXPECT_TRUE(
        same(leaves.aig, interpolator.interpolant(0, system, leaves.aig, Leaves::of), pos(1), 1));
  }
}

TEST(InterpolateTest, AnAntecedentWithoutPivotIsLeftOut) {
  ResolutionProof proof;
  proof.add_original(1, std::array{pos(1)});
  proof.add_original(2, std::array{pos(2)});
  proof.add_original(3, std::array{neg(1)});
  proof.add_derived(4, {}, std::array<ClauseId, 3>{1, 2, 3});
  Leaves leaves(2);
  const Interpolator interpolator(proof, 4, [](ClauseId id) { return id == 3 ? 1u : 0u; });
  EXPECT_EQ(interpolator.num_steps(), 2u);
  EXPECT_EQ(interpolator.interpolant(0, McMillan, leaves.aig, Leaves::of), pos(1));
}

TEST(InterpolateTest, AssumptionsBelongToTheirParts) {
  PartedFormula formula;
  formula.clauses = {{neg(1), pos(2)}, {neg(2), neg(3)}};
  formula.parts = {0, 1};
  const std::array assumptions{pos(1), pos(3)};
  const auto refutation = support::refute(formula, assumptions);
  ASSERT_TRUE(refutation);
  const std::array parted{PartedAssumption{pos(1), 0}, PartedAssumption{pos(3), 1}};
  Leaves leaves(3);
  for (const auto system : kSystems)
    EXPECT_EQ(interpolator_of(*refutation, parted).interpolant(0, system, leaves.aig, Leaves::of),
              pos(2));
}

TEST(InterpolateTest, OppositeAssumptionsMeetAtTheCut) {
  const std::array assumptions{pos(1), neg(1)};
  const auto refutation = support::refute({}, assumptions);
  ASSERT_TRUE(refutation);
  const std::array parted{PartedAssumption{pos(1), 0}, PartedAssumption{neg(1), 1}};
  Leaves leaves(1);
  for (const auto system : kSystems)
    EXPECT_EQ(interpolator_of(*refutation, parted).interpolant(0, system, leaves.aig, Leaves::of),
              pos(1));
}

TEST(InterpolateTest, AFalseAssumptionIsRefutedByItsPart) {
  const std::array assumptions{kFalse};
  const auto refutation = support::refute({}, assumptions);
  ASSERT_TRUE(refutation);
  Leaves leaves(1);
  for (const Part part : {0u, 1u}) {
    const std::array parted{PartedAssumption{kFalse, part}};
    EXPECT_EQ(interpolator_of(*refutation, parted).interpolant(0, Pudlak, leaves.aig, Leaves::of),
              part == 0 ? kFalse : kTrue);
  }
}

TEST(CheckInterpolantTest, FindsEachFault) {
  PartedFormula formula;  // (a) (~a | b) / (~b | c) (~c)
  formula.clauses = {{pos(1)}, {neg(1), pos(2)}, {neg(2), pos(3)}, {neg(3)}};
  formula.parts = {0, 0, 1, 1};
  Leaves leaves(3);
  Budget budget;
  const auto check = [&](Lit lit) {
    return check_interpolant(formula, 0, leaves.aig, lit, Leaves::of, budget);
  };
  EXPECT_EQ(check(pos(2)), InterpolantFault::None);
  EXPECT_EQ(check(kFalse), InterpolantFault::NotImplied);
  EXPECT_EQ(check(neg(2)), InterpolantFault::NotImplied);
  EXPECT_EQ(check(kTrue), InterpolantFault::Consistent);
  EXPECT_EQ(check(pos(1)), InterpolantFault::NotShared);
  EXPECT_EQ(check(leaves.aig.and_gate(pos(2), pos(3))), InterpolantFault::NotShared);
}

TEST(CheckInterpolantTest, FindsAGapInASequence) {
  PartedFormula formula;  // (a) / (~a | b) / (~b)
  formula.clauses = {{pos(1)}, {neg(1), pos(2)}, {neg(2)}};
  formula.parts = {0, 1, 2};
  Leaves leaves(2);
  Budget budget;
  const auto check = [&](std::vector<Lit> sequence) {
    return check_interpolant_sequence(formula, leaves.aig, sequence, Leaves::of, budget);
  };
  EXPECT_EQ(check({pos(1), pos(2)}), InterpolantFault::None);
  EXPECT_EQ(check({kTrue, pos(2)}), InterpolantFault::NotImplied);
}

TEST(InterpolateTest, RandomRefutationsHaveInterpolantsAndSequencesInAllSystems) {
  Rng rng(7);
  Budget budget;
  int refuted = 0;
  while (refuted < 300) {
    const PartedFormula formula = support::random_formula(rng, 20, 5);
    const auto refutation = support::refute(formula);
    if (!refutation) continue;
    ++refuted;
    const Interpolator interpolator = interpolator_of(*refutation);
    for (const auto system : kSystems) {
      Leaves leaves;
      const auto sequence = interpolator.interpolant_sequence(4, system, leaves.aig, Leaves::of);
      for (Part cut = 0; cut < 4; ++cut)
        EXPECT_EQ(check_interpolant(formula, cut, leaves.aig, sequence[cut], Leaves::of, budget),
                  InterpolantFault::None);
      EXPECT_EQ(check_interpolant_sequence(formula, leaves.aig, sequence, Leaves::of, budget),
                InterpolantFault::None);
    }
  }
}

}  // namespace
}  // namespace cairn::sat
