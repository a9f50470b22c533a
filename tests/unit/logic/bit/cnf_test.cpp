// SPDX-License-Identifier: MIT
#include "logic/bit/cnf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/rng.h"

namespace cairn {
namespace {

using Clauses = std::vector<std::vector<int>>;

struct Recorder {
  Clauses& clauses;
  void operator()(std::span<const int> clause) {
    clauses.emplace_back(clause.begin(), clause.end());
  }
};

TEST(CnfTest, RecognizesExclusiveOrAndIfThenElse) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf(), c = aig.add_leaf();
  EXPECT_EQ(recognize_gate(aig, aig.and_gate(a, b).var()).kind, Gate::Kind::And);
  EXPECT_EQ(recognize_gate(aig, aig.xor_gate(a, b).var()).kind, Gate::Kind::Xor);
  EXPECT_EQ(recognize_gate(aig, aig.if_then_else(a, b, c).var()).kind, Gate::Kind::IfThenElse);
  EXPECT_EQ(recognize_gate(aig, aig.and_gate(~aig.and_gate(a, b), ~aig.and_gate(a, c)).var()).kind,
            Gate::Kind::And);
}

TEST(CnfTest, GivesNoClausesToTheInsideOfAnExclusiveOr) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf();
  const Lit lit = aig.xor_gate(a, b);
  Clauses clauses;
  CnfEncoder encoder(aig);
  encoder.literal(lit, Recorder{clauses});
  EXPECT_EQ(clauses.size(), 4u);
  EXPECT_EQ(encoder.num_variables(), 3);
}

TEST(CnfTest, OfAnImpliedLiteralEmitsTheHalvesThatFollow) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf(), c = aig.add_leaf();
  const Lit inner = aig.and_gate(a, b), outer = aig.and_gate(~inner, c);
  Clauses clauses;
  CnfEncoder encoder(aig, CnfEncoder::Majorities::AsConjunctions, CnfEncoder::Polarities::AsAsked);
  const int first = encoder.implied(outer, Recorder{clauses});
  EXPECT_EQ(clauses.size(), 3u);  // two of the outer gate, one of the inner
  EXPECT_EQ(encoder.implied(outer, Recorder{clauses}), first);
  EXPECT_EQ(clauses.size(), 3u);
  EXPECT_EQ(encoder.literal(outer, Recorder{clauses}), first);
  EXPECT_EQ(clauses.size(), 6u);  // now they are equal
  EXPECT_EQ(encoder.implied(~inner, Recorder{clauses}), -encoder.known_literal(inner));
  EXPECT_EQ(clauses.size(), 6u);
}

/// Whether some values satisfy the clauses, by trying all; `assigned` has those of the first ones.
bool satisfiable(const Clauses& clauses, std::vector<int> assigned, int num_variables) {
  const int last = static_cast<int>(assigned.size()) - 1;
  for (const auto& clause : clauses) {
    int largest = 0;
    bool holds = false;
    for (const int lit : clause) largest = std::max(largest, std::abs(lit));
    if (largest != last) continue;
    for (const int lit : clause)
      holds = holds || assigned[static_cast<std::size_t>(std::abs(lit))] == (lit > 0 ? 1 : 0);
    if (!holds) return false;
  }
  if (last == num_variables) return true;
  for (const int value : {0, 1}) {
    assigned.push_back(value);
    if (satisfiable(clauses, assigned, num_variables)) return true;
    assigned.pop_back();
  }
  return false;
}

// With the implied literal asserted, the clauses have a model exactly if the function has one.
TEST(CnfTest, ImpliedLiteralsAreSatisfiableTogetherIfTheirFunctionsAre) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    Aig aig;
    std::vector<Lit> nodes;
    for (int i = 0; i < 4; ++i) nodes.push_back(aig.add_leaf());
    const auto any = [&] { return nodes[rng.below(nodes.size())] ^ rng.chance(50); };
    for (int i = 0; i < 6; ++i)
      nodes.push_back(rng.chance(40)   ? aig.xor_gate(any(), any())
                      : rng.chance(30) ? aig.if_then_else(any(), any(), any())
                                       : aig.and_gate(any(), any()));
    const Lit one = any(), other = any();
    bool expected = false;
    for (std::uint32_t bits = 0; bits < 16; ++bits) {
      std::vector<std::uint64_t> values(aig.size(), 0);
      for (std::uint32_t i = 0; i < 4; ++i) values[i + 1] = (bits >> i) & 1 ? ~std::uint64_t{0} : 0;
      evaluate_gates(aig, values);
      expected = expected || (value_of(values, one) & value_of(values, other) & 1) != 0;
    }
    Clauses clauses;
    CnfEncoder encoder(aig, CnfEncoder::Majorities::AsConjunctions,
                       CnfEncoder::Polarities::AsAsked);
    for (const Lit lit : {one, other}) {
      const int implied = encoder.implied(lit, Recorder{clauses});
      clauses.push_back({implied});
    }
    EXPECT_EQ(satisfiable(clauses, {0}, encoder.num_variables()), expected) << "seed " << seed;
  }
}

TEST(CnfTest, EmitsEachGateOnce) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf();
  const Lit lit = aig.and_gate(a, b);
  Clauses clauses;
  CnfEncoder encoder(aig);
  const int first = encoder.literal(lit, Recorder{clauses});
  EXPECT_EQ(encoder.literal(~lit, Recorder{clauses}), -first);
  EXPECT_EQ(clauses.size(), 3u);
  EXPECT_EQ(encoder.known_literal(aig.and_gate(a, ~b)), 0);
}

/// Whether the clauses, with some variables fixed, have a solution; by trying everything.
bool satisfiable(const Clauses& clauses, int variables, const std::vector<int>& fixed) {
  for (unsigned long values = 0; values < (1ul << variables); ++values) {
    const auto holds = [&](int lit) {
      return ((values >> (std::abs(lit) - 1) & 1) != 0) == (lit > 0);
    };
    bool good = true;
    for (const int lit : fixed) good = good && holds(lit);
    for (std::size_t i = 0; good && i < clauses.size(); ++i) {
      bool any = false;
      for (const int lit : clauses[i]) any = any || holds(lit);
      good = any;
    }
    if (good) return true;
  }
  return false;
}

// For every assignment of the leaves the clauses leave exactly the value that the graph computes.
TEST(CnfTest, MakesOneGateOfAMajority) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf(), c = aig.add_leaf();
  const Lit carry = aig.or_gate(aig.and_gate(a, ~b), aig.and_gate(c, aig.or_gate(a, ~b)));
  Clauses clauses;
  CnfEncoder encoder(aig, CnfEncoder::Majorities::AsGates);
  const int root = encoder.literal(carry, Recorder{clauses});
  EXPECT_EQ(clauses.size(), 6u);
  ASSERT_EQ(encoder.num_variables(), 4);
  for (unsigned bits = 0; bits < 8; ++bits) {
    std::vector<int> fixed;
    int trues = 0;
    for (const Lit lit : {a, ~b, c}) {
      const bool value = (bits >> fixed.size() & 1) != 0;
      fixed.push_back(value ? encoder.known_literal(lit) : -encoder.known_literal(lit));
      trues += value ? 1 : 0;
    }
    fixed.push_back(root);
    EXPECT_EQ(satisfiable(clauses, 4, fixed), trues >= 2);
    fixed.back() = -root;
    EXPECT_EQ(satisfiable(clauses, 4, fixed), trues < 2);
  }
}

TEST(CnfTest, ClausesMeanWhatTheGraphComputes) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    Aig aig;
    std::vector<Lit> lits = {kFalse};
    for (int i = 0; i < 3; ++i) lits.push_back(aig.add_leaf());
    const auto pick = [&] { return lits[rng.below(lits.size())] ^ rng.chance(50); };
    for (int i = 0; i < 5; ++i) {
      const Lit a = pick(), b = pick(), c = pick();
      const auto kind = rng.below(3);
      lits.push_back(kind == 0   ? aig.and_gate(a, b)
                     : kind == 1 ? aig.xor_gate(a, b)
                                 : aig.if_then_else(a, b, c));
    }
    const Lit root = lits.back();
    Clauses clauses;
    CnfEncoder encoder(aig);
    const int goal = encoder.literal(root, Recorder{clauses});
    ASSERT_LE(encoder.num_variables(), 20);
    for (unsigned values = 0; values < 8; ++values) {
      std::vector<bool> node(aig.size(), false);
      std::vector<int> fixed;
      for (unsigned i = 0; i < 3; ++i) {
        const Lit leaf = lits[1 + i];
        node[leaf.var().index] = (values >> i & 1) != 0;
        if (const int lit = encoder.known_literal(leaf))
          fixed.push_back(node[leaf.var().index] ? lit : -lit);
      }
      const auto value = [&](Lit lit) { return node[lit.var().index] != lit.negated(); };
      for (std::uint32_t v = 1; v < aig.size(); ++v)
        if (aig.is_and(Var{v})) node[v] = value(aig.left(Var{v})) && value(aig.right(Var{v}));
      fixed.push_back(value(root) ? goal : -goal);
      EXPECT_TRUE(satisfiable(clauses, encoder.num_variables(), fixed)) << seed;
      fixed.back() = -fixed.back();
      EXPECT_FALSE(satisfiable(clauses, encoder.num_variables(), fixed)) << seed;
    }
  }
}

}  // namespace
}  // namespace cairn
