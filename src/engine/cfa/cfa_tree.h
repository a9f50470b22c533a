// SPDX-License-Identifier: MIT
//
// The abstract reachability tree of lazy abstraction [HJMS02] and Tree-IC3 [CG12]: an automaton,
// unrolled from its initial location. What is known of the states at a node is the engine's; the
// tree has the shape, who covers whom, and what follows when a part of it goes.
//
// A node waits until it is looked at; then it is expanded (its edges are followed) or covered by
// expanded nodes of its location, which together have all its states. When nothing waits and every
// edge was followed, the expanded nodes of a location have all states that are reached there.
//
// Nodes are numbered in the order in which they came. A node that is gone keeps its number, its
// place and its edge, and is in no list any more.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "engine/cfa/cfa_graph.h"
#include "model/cfa.h"

namespace cairn {

class CfaTree {
 public:
  using NodeId = std::uint32_t;
  static constexpr NodeId kNobody = 0xFFFFFFFFu;

  struct Node {
    enum class Status : std::uint8_t { Waiting, Expanded, Covered, Gone };
    LocationId at;
    NodeId parent = kNobody;
    const CfaMove* move = nullptr;  ///< from the parent; null for the root
    std::uint32_t depth = 0;
    Status status = Status::Waiting;
    std::vector<NodeId> children;
    std::vector<NodeId> coverers;  ///< if it is covered
  };
  /// An edge that leaves a node and was not followed yet; no edge: the node is to be looked at.
  struct Item {
    NodeId node = 0;
    const CfaMove* move = nullptr;
  };
  /// What a change of the tree leads to.
  struct Consequences {
    std::vector<NodeId> gone;
    /// Were covered by what is gone, and are not. First those of the topmost node.
    std::vector<NodeId> waiting;
  };

  explicit CfaTree(const Cfa& cfa) : expanded_(cfa.locations.size()) {}

  NodeId add_root(LocationId at);
  NodeId add_child(NodeId parent, const CfaMove& move);

  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  bool is_gone(NodeId id) const { return nodes_[id].status == Node::Status::Gone; }
  /// In the order in which they were expanded.
  const std::vector<NodeId>& expanded(LocationId at) const { return expanded_[at.index]; }
  /// From the root to this node.
  std::vector<NodeId> path_to(NodeId last) const;

  /// Requires a node that waits.
  void expand(NodeId id);
  /// Requires coverers that are expanded, at the same location and not below the node. What hangs
  /// below it goes.
  Consequences cover(NodeId id, std::vector<NodeId> coverers);
  /// The node and all below it go. Not the root.
  Consequences cut_off(NodeId id);
  /// The node has lost states: whom it covers has to be looked at again.
  std::vector<NodeId> release(NodeId coverer);

  /// A disjunction for each location of what holds at its expanded nodes. Proves the automaton safe
  /// if nothing waits, no edge is left to follow, and none of them led into the error.
  CfaInvariant invariant(const Cfa& cfa, const CfaGraph& graph,
                         const std::function<Term(NodeId)>& states) const;

 private:
  /// All below it; not the node itself.
  void remove_below(NodeId id, std::vector<NodeId>& gone, std::vector<NodeId>& lost);
  std::vector<NodeId> forget(const std::vector<NodeId>& lost);

  std::vector<Node> nodes_;
  std::vector<std::vector<NodeId>> expanded_;  // by location
  std::set<NodeId> covered_;
};

}  // namespace cairn
