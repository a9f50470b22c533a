// SPDX-License-Identifier: MIT
#include "logic/bit/cnf.h"

#include <gtest/gtest.h>

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
