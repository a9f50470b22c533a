// SPDX-License-Identifier: MIT
#include "logic/bit/aig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/rng.h"

namespace cairn {
namespace {

/// The value of `lit` if leaf i has the value of bit i of `leaves`.
bool evaluate(const Aig& aig, Lit lit, unsigned leaves) {
  std::vector<Lbool> values(aig.size(), Lbool::False);
  unsigned leaf = 0;
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_leaf(Var{v})) values[v] = to_lbool((leaves >> leaf++) & 1);
  evaluate_gates(aig, values);
  return value_of(values, lit) == Lbool::True;
}

TEST(AigTest, StartsWithTheConstantAlone) {
  const Aig aig;
  EXPECT_EQ(aig.size(), 1u);
  EXPECT_EQ(aig.num_ands(), 0u);
  EXPECT_FALSE(aig.is_leaf(Var{0}));
  EXPECT_FALSE(aig.is_and(Var{0}));
}

TEST(AigTest, NumbersNodesInTheOrderOfTheirMaking) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit b = aig.add_leaf();
  const Lit gate = aig.and_gate(a, ~b);
  EXPECT_EQ(a.var(), Var{1});
  EXPECT_EQ(b.var(), Var{2});
  EXPECT_EQ(gate.var(), Var{3});
  EXPECT_TRUE(aig.is_leaf(a.var()));
  EXPECT_TRUE(aig.is_and(gate.var()));
  EXPECT_EQ(aig.num_ands(), 1u);
}

TEST(AigTest, SimplifiesConstantsEqualAndOppositeOperands) {
  Aig aig;
  const Lit a = aig.add_leaf();
  for (const Lit lit : {a, ~a, kTrue, kFalse}) {
    EXPECT_EQ(aig.and_gate(lit, kFalse), kFalse);
    EXPECT_EQ(aig.and_gate(kFalse, lit), kFalse);
    EXPECT_EQ(aig.and_gate(lit, kTrue), lit);
    EXPECT_EQ(aig.and_gate(kTrue, lit), lit);
    EXPECT_EQ(aig.and_gate(lit, lit), lit);
    EXPECT_EQ(aig.and_gate(lit, ~lit), kFalse);
  }
  EXPECT_EQ(aig.num_ands(), 0u);
}

TEST(AigTest, TheSameConjunctionIsTheSameLiteral) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit b = aig.add_leaf();
  const Lit gate = aig.and_gate(a, b);
  EXPECT_EQ(aig.and_gate(b, a), gate);
  EXPECT_NE(aig.and_gate(a, ~b), gate);
  EXPECT_NE(aig.and_gate(~a, ~b), gate);
  EXPECT_EQ(aig.num_ands(), 3u);
}

TEST(AigTest, AppendsGatesAsTheyStand) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit redundant = aig.append_and(a, a);
  const Lit again = aig.append_and(a, a);
  const Lit constant = aig.append_and(kTrue, kFalse);
  EXPECT_NE(redundant, again);
  EXPECT_EQ(aig.left(redundant.var()), a);
  EXPECT_EQ(aig.right(redundant.var()), a);
  EXPECT_EQ(aig.left(constant.var()), kTrue);
  EXPECT_EQ(aig.right(constant.var()), kFalse);
  EXPECT_EQ(aig.num_ands(), 3u);
}

TEST(AigTest, FindsAppendedGatesInEitherOrder) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit b = aig.add_leaf();
  const Lit c = aig.add_leaf();
  const Lit rising = aig.append_and(a, b);
  const Lit falling = aig.append_and(c, b);
  EXPECT_EQ(aig.and_gate(a, b), rising);
  EXPECT_EQ(aig.and_gate(b, c), falling);
  const Lit late = aig.append_and(a, c);  // after the table exists
  EXPECT_EQ(aig.and_gate(c, a), late);
  EXPECT_EQ(aig.num_ands(), 3u);
}

TEST(AigTest, FindsTheFirstOfEqualAppendedGates) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit b = aig.add_leaf();
  const Lit first = aig.append_and(a, b);
  aig.append_and(b, a);
  aig.append_and(a, b);
  EXPECT_EQ(aig.and_gate(b, a), first);
}

TEST(AigTest, FindsEveryGateAfterTheTableHasGrown) {
  Aig aig;
  std::vector<Lit> leaves;
  for (int i = 0; i < 200; ++i) leaves.push_back(aig.add_leaf());
  std::vector<Lit> gates;
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      gates.push_back((i + j) % 3 == 0 ? aig.append_and(leaves[j], leaves[i])
                                       : aig.and_gate(leaves[i], leaves[j]));
  const std::uint32_t ands = aig.num_ands();
  EXPECT_EQ(ands, 200u * 199u / 2u);
  std::size_t next = 0;
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      ASSERT_EQ(aig.and_gate(leaves[j], leaves[i]), gates[next++]);
  EXPECT_EQ(aig.num_ands(), ands);
}

TEST(AigTest, LeavesMayComeAfterGates) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit b = aig.add_leaf();
  const Lit gate = aig.and_gate(a, b);
  const Lit late = aig.add_leaf();
  EXPECT_TRUE(aig.is_leaf(late.var()));
  EXPECT_EQ(aig.and_gate(b, a), gate);
  EXPECT_TRUE(evaluate(aig, aig.and_gate(gate, late), 0b111));
}

TEST(AigTest, DerivedGatesComputeWhatTheirNamesSay) {
  Aig aig;
  const Lit a = aig.add_leaf();
  const Lit b = aig.add_leaf();
  const Lit c = aig.add_leaf();
  const Lit disjunction = aig.or_gate(a, b);
  const Lit exclusive = aig.xor_gate(a, b);
  const Lit equal = aig.equal(a, b);
  const Lit implication = aig.implies(a, b);
  const Lit choice = aig.if_then_else(a, b, c);
  for (unsigned leaves = 0; leaves < 8; ++leaves) {
    const bool x = leaves & 1;
    const bool y = leaves & 2;
    const bool z = leaves & 4;
    EXPECT_EQ(evaluate(aig, disjunction, leaves), x || y);
    EXPECT_EQ(evaluate(aig, exclusive, leaves), x != y);
    EXPECT_EQ(evaluate(aig, equal, leaves), x == y);
    EXPECT_EQ(evaluate(aig, implication, leaves), !x || y);
    EXPECT_EQ(evaluate(aig, choice, leaves), x ? y : z);
  }
}

TEST(AigTest, ConjunctionsAndDisjunctionsOfAnyNumber) {
  Aig aig;
  std::vector<Lit> leaves;
  EXPECT_EQ(aig.and_all(leaves), kTrue);
  EXPECT_EQ(aig.or_all(leaves), kFalse);
  for (unsigned count = 1; count <= 7; ++count) {
    leaves.push_back(aig.add_leaf());
    const Lit all = aig.and_all(leaves);
    const Lit some = aig.or_all(leaves);
    const unsigned ones = (1u << count) - 1;
    for (unsigned values = 0; values <= ones; ++values) {
      EXPECT_EQ(evaluate(aig, all, values), values == ones);
      EXPECT_EQ(evaluate(aig, some, values), values != 0);
    }
  }
}

TEST(AigTest, LongConjunctionsAreBalanced) {
  Aig aig;
  std::vector<Lit> leaves;
  for (int i = 0; i < 1024; ++i) leaves.push_back(aig.add_leaf());
  aig.and_all(leaves);
  std::vector<unsigned> depth(aig.size(), 0);
  unsigned deepest = 0;
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_and(Var{v})) {
      depth[v] =
          1 + std::max(depth[aig.left(Var{v}).var().index], depth[aig.right(Var{v}).var().index]);
      deepest = std::max(deepest, depth[v]);
    }
  EXPECT_EQ(deepest, 10u);
}

TEST(AigTest, HashedAndVerbatimGatesComputeTheSame) {
  Rng rng(11);
  Aig hashed;
  Aig verbatim;
  std::vector<Lit> of_hashed = {kFalse};
  std::vector<Lit> of_verbatim = {kFalse};
  for (int i = 0; i < 5; ++i) {
    of_hashed.push_back(hashed.add_leaf());
    of_verbatim.push_back(verbatim.add_leaf());
  }
  for (int i = 0; i < 300; ++i) {
    const std::size_t left = rng.below(of_hashed.size());
    const std::size_t right = rng.below(of_hashed.size());
    const bool flip_left = rng.chance(50);
    const bool flip_right = rng.chance(50);
    of_hashed.push_back(
        hashed.and_gate(of_hashed[left] ^ flip_left, of_hashed[right] ^ flip_right));
    of_verbatim.push_back(
        verbatim.append_and(of_verbatim[left] ^ flip_left, of_verbatim[right] ^ flip_right));
  }
  EXPECT_LT(hashed.num_ands(), verbatim.num_ands());
  for (std::size_t i = 0; i < of_hashed.size(); ++i)
    for (unsigned leaves = 0; leaves < 32; ++leaves)
      ASSERT_EQ(evaluate(hashed, of_hashed[i], leaves), evaluate(verbatim, of_verbatim[i], leaves));
}

TEST(AigTest, SimplifiesWithRulesThatLookOneLevelDown) {
  Aig aig;
  const Lit p = aig.add_leaf(), q = aig.add_leaf(), r = aig.add_leaf();
  const Lit both = aig.and_gate(p, q);
  EXPECT_EQ(aig.and_gate(both, ~p), kFalse);
  EXPECT_EQ(aig.and_gate(both, q), both);
  EXPECT_EQ(aig.and_gate(~both, ~p), ~p);
  EXPECT_EQ(aig.and_gate(~both, p), aig.and_gate(p, ~q));
  EXPECT_EQ(aig.and_gate(both, aig.and_gate(~p, r)), kFalse);
  EXPECT_EQ(aig.and_gate(both, ~aig.and_gate(~p, r)), both);
  const Lit three = aig.and_gate(both, aig.and_gate(p, r));  // one operand of three is enough
  EXPECT_TRUE(aig.is_leaf(aig.left(three.var()).var()) ||
              aig.is_leaf(aig.right(three.var()).var()));
  EXPECT_EQ(aig.and_gate(both, ~aig.and_gate(p, r)), aig.and_gate(both, ~r));
  EXPECT_EQ(aig.and_gate(~both, ~aig.and_gate(p, ~q)), ~p);
}

// Whatever the rules do, the function stays.
TEST(AigTest, KeepsTheFunctionWhenItSimplifies) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Rng rng(seed);
    Aig aig;
    std::vector<Lit> lits = {kFalse};
    std::vector<unsigned> tables = {0};  // truth tables over four leaves, 16 bits
    for (const unsigned table : {0xAAAAu, 0xCCCCu, 0xF0F0u, 0xFF00u}) {
      lits.push_back(aig.add_leaf());
      tables.push_back(table);
    }
    for (int i = 0; i < 30; ++i) {
      const std::size_t a = rng.below(lits.size()), b = rng.below(lits.size());
      const bool flip_a = rng.chance(50), flip_b = rng.chance(50);
      lits.push_back(aig.and_gate(lits[a] ^ flip_a, lits[b] ^ flip_b));
      tables.push_back((tables[a] ^ (flip_a ? 0xFFFFu : 0)) & (tables[b] ^ (flip_b ? 0xFFFFu : 0)));
    }
    std::vector<std::uint64_t> values(aig.size(), 0);
    for (int i = 1; i <= 4; ++i) values[lits[i].var().index] = tables[i];
    evaluate_gates(aig, values);
    for (std::size_t i = 0; i < lits.size(); ++i)
      ASSERT_EQ(value_of(values, lits[i]) & 0xFFFFu, tables[i]) << "seed " << seed;
  }
}

}  // namespace
}  // namespace cairn
