// SPDX-License-Identifier: MIT
#include "engine/cfa/cfa_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/cfa_oracle.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using NodeId = CfaTree::NodeId;
using Status = CfaTree::Node::Status;

/// initial -> loop, loop -> loop twice, loop -> error; all moves but the last are open.
struct Loop {
  Loop() {
    cfa.terms = std::make_shared<Terms>();
    cfa.sites = std::make_shared<const std::vector<SourceSite>>();
    x = cfa.terms->variable("x", Sort::bit_vector(2));
    cfa.variables.push_back({x, "x", "", Show::Raw});
    cfa.initial = cfa.add_location();
    head = cfa.add_location();
    cfa.error = cfa.add_location();
    Terms& terms = *cfa.terms;
    cfa.add_edge(cfa.initial, head, assign(x, terms.bv(2, 0)));
    cfa.add_edge(head, head, sequence({assume(equals(0)), assign(x, terms.bv(2, 2))}));
    cfa.add_edge(head, head, sequence({assume(equals(2)), assign(x, terms.bv(2, 0))}));
    cfa.add_edge(head, cfa.error, assume(equals(1)));
    graph.emplace(cfa);
    tree.emplace(cfa);
  }

  Term equals(std::uint64_t value) const { return cfa.terms->equal(x, cfa.terms->bv(2, value)); }
  const CfaMove& start() const { return graph->moves[cfa.initial.index][0]; }
  const CfaMove& around(std::size_t way) const { return graph->moves[head.index][way]; }

  /// A new node below, at the head of the loop.
  NodeId child(NodeId parent, std::size_t way = 0) {
    return tree->add_child(parent, tree->node(parent).at == head ? around(way) : start());
  }
  NodeId expanded_child(NodeId parent, std::size_t way = 0) {
    const NodeId id = child(parent, way);
    tree->expand(id);
    return id;
  }
  NodeId expanded_root() {
    const NodeId root = tree->add_root(cfa.initial);
    tree->expand(root);
    return root;
  }

  Cfa cfa;
  Term x;
  LocationId head;
  std::optional<CfaGraph> graph;
  std::optional<CfaTree> tree;
};

TEST(CfaTree, KnowsTheWayToEachNode) {
  Loop loop;
  const NodeId root = loop.expanded_root();
  const NodeId a = loop.expanded_child(root), b = loop.expanded_child(a), c = loop.child(a, 1);
  EXPECT_THAT(loop.tree->path_to(root), ElementsAre(root));
  EXPECT_THAT(loop.tree->path_to(c), ElementsAre(root, a, c));
  EXPECT_THAT(loop.tree->node(a).children, ElementsAre(b, c));
  EXPECT_EQ(loop.tree->node(c).depth, 2u);
  EXPECT_EQ(loop.tree->node(c).move, &loop.around(1));
  EXPECT_EQ(loop.tree->node(c).status, Status::Waiting);
  EXPECT_THAT(loop.tree->expanded(loop.head), ElementsAre(a, b));
  EXPECT_EQ(loop.tree->size(), 4u);
}

TEST(CfaTree, WhatHangsBelowACoveredNodeGoes) {
  Loop loop;
  const NodeId a = loop.expanded_child(loop.expanded_root());
  const NodeId b = loop.expanded_child(a), c = loop.expanded_child(b), d = loop.child(c);
  const CfaTree::Consequences result = loop.tree->cover(b, {a});
  EXPECT_THAT(result.gone, UnorderedElementsAre(c, d));
  EXPECT_THAT(result.waiting, IsEmpty());
  EXPECT_EQ(loop.tree->node(b).status, Status::Covered);
  EXPECT_THAT(loop.tree->node(b).coverers, ElementsAre(a));
  EXPECT_THAT(loop.tree->node(b).children, IsEmpty());
  EXPECT_TRUE(loop.tree->is_gone(d));
  EXPECT_FALSE(loop.tree->is_gone(b));
  EXPECT_THAT(loop.tree->expanded(loop.head), ElementsAre(a));
}

TEST(CfaTree, WhomTheyCoveredWaitsAgain) {
  Loop loop;
  const NodeId a = loop.expanded_child(loop.expanded_root());
  const NodeId b = loop.expanded_child(a), c = loop.expanded_child(b);
  const NodeId by_b = loop.child(a, 1), by_c = loop.child(a, 1), by_a = loop.child(a, 1);
  const NodeId below = loop.child(c);
  loop.tree->cover(by_c, {a, c});
  loop.tree->cover(by_b, {b});
  loop.tree->cover(by_a, {a});
  loop.tree->cover(below, {b});
  const CfaTree::Consequences result = loop.tree->cover(b, {a});
  EXPECT_THAT(result.gone, ElementsAre(c, below));
  EXPECT_THAT(result.waiting, ElementsAre(by_b, by_c));
  EXPECT_EQ(loop.tree->node(by_b).status, Status::Waiting);
  EXPECT_EQ(loop.tree->node(by_a).status, Status::Covered);
  EXPECT_THAT(loop.tree->node(by_c).coverers, IsEmpty());
}

TEST(CfaTree, CutsOffANodeWithAllBelowIt) {
  Loop loop;
  const NodeId root = loop.expanded_root(), a = loop.expanded_child(root);
  const NodeId b = loop.expanded_child(a), c = loop.child(b), d = loop.child(a, 1);
  loop.tree->cover(d, {b});
  const CfaTree::Consequences result = loop.tree->cut_off(b);
  EXPECT_THAT(result.gone, UnorderedElementsAre(b, c));
  EXPECT_THAT(result.waiting, ElementsAre(d));
  EXPECT_TRUE(loop.tree->is_gone(b));
  EXPECT_THAT(loop.tree->node(a).children, ElementsAre(d));
  EXPECT_THAT(loop.tree->expanded(loop.head), ElementsAre(a));
  // It can be made anew.
  EXPECT_EQ(loop.tree->node(b).parent, a);
  EXPECT_EQ(loop.tree->node(b).move, &loop.around(0));
}

TEST(CfaTree, ANodeThatIsCutOffIsCoveredNoMore) {
  Loop loop;
  const NodeId a = loop.expanded_child(loop.expanded_root()), b = loop.child(a);
  loop.tree->cover(b, {a});
  loop.tree->cut_off(b);
  EXPECT_THAT(loop.tree->release(a), IsEmpty());
}

TEST(CfaTree, ReleasesWhomANodeCoversAlsoWithOthers) {
  Loop loop;
  const NodeId a = loop.expanded_child(loop.expanded_root()), b = loop.expanded_child(a);
  const NodeId c = loop.child(a, 1), d = loop.child(a, 1), e = loop.child(a, 1);
  loop.tree->cover(e, {a, b});
  loop.tree->cover(c, {b});
  loop.tree->cover(d, {a});
  EXPECT_THAT(loop.tree->release(b), ElementsAre(c, e));
  EXPECT_THAT(loop.tree->release(b), IsEmpty());
  EXPECT_THAT(loop.tree->expanded(loop.head), ElementsAre(a, b));
}

TEST(CfaTree, ExpandedNodesAreTheInvariant) {
  Loop loop;
  const NodeId a = loop.expanded_child(loop.expanded_root());
  const NodeId b = loop.expanded_child(a, 0), c = loop.child(b, 1);
  const auto states = [&](NodeId id) { return loop.equals(id == b ? 2 : 0); };
  const support::CfaOracle oracle(loop.cfa);
  // Without one of them it does not hold.
  loop.tree->cover(c, {a});
  EXPECT_EQ(oracle.check(loop.tree->invariant(loop.cfa, *loop.graph, states)), "");
  loop.tree->cut_off(b);
  EXPECT_NE(oracle.check(loop.tree->invariant(loop.cfa, *loop.graph, states)), "");
}

}  // namespace
}  // namespace cairn
