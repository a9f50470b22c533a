// SPDX-License-Identifier: MIT
#include "engine/cfa/cfa_tree.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn {

using Status = CfaTree::Node::Status;

CfaTree::NodeId CfaTree::add_root(LocationId at) {
  CAIRN_CHECK(nodes_.empty());
  Node root;
  root.at = at;
  nodes_.push_back(std::move(root));
  return 0;
}

CfaTree::NodeId CfaTree::add_child(NodeId parent, const CfaMove& move) {
  CAIRN_CHECK(nodes_[parent].status == Status::Expanded && nodes_[parent].at == move.source);
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node;
  node.at = move.target;
  node.parent = parent;
  node.move = &move;
  node.depth = nodes_[parent].depth + 1;
  nodes_.push_back(std::move(node));
  nodes_[parent].children.push_back(id);
  return id;
}

std::vector<CfaTree::NodeId> CfaTree::path_to(NodeId last) const {
  std::vector<NodeId> path;
  for (NodeId id = last; id != kNobody; id = nodes_[id].parent) path.push_back(id);
  std::reverse(path.begin(), path.end());
  return path;
}

void CfaTree::expand(NodeId id) {
  CAIRN_CHECK(nodes_[id].status == Status::Waiting);
  nodes_[id].status = Status::Expanded;
  expanded_[nodes_[id].at.index].push_back(id);
}

void CfaTree::remove_below(NodeId id, std::vector<NodeId>& gone, std::vector<NodeId>& lost) {
  std::vector<NodeId> below = std::exchange(nodes_[id].children, {});
  while (!below.empty()) {
    const NodeId last = below.back();
    below.pop_back();
    Node& node = nodes_[last];
    if (node.status == Status::Expanded) lost.push_back(last);
    covered_.erase(last);
    below.insert(below.end(), node.children.begin(), node.children.end());
    node.children = {};
    node.coverers = {};
    node.status = Status::Gone;
    gone.push_back(last);
  }
}

/// Nodes that were expanded and are not any more; returns whom they covered.
std::vector<CfaTree::NodeId> CfaTree::forget(const std::vector<NodeId>& lost) {
  std::vector<NodeId> waiting;
  for (const NodeId id : lost) {
    std::erase(expanded_[nodes_[id].at.index], id);
    const std::vector<NodeId> released = release(id);
    waiting.insert(waiting.end(), released.begin(), released.end());
  }
  return waiting;
}

CfaTree::Consequences CfaTree::cover(NodeId id, std::vector<NodeId> coverers) {
  CAIRN_CHECK(!coverers.empty());
  for (const NodeId coverer : coverers)
    CAIRN_CHECK(nodes_[coverer].status == Status::Expanded && nodes_[coverer].at == nodes_[id].at);
  Consequences result;
  std::vector<NodeId> lost;
  if (nodes_[id].status == Status::Expanded) lost.push_back(id);
  remove_below(id, result.gone, lost);
  nodes_[id].status = Status::Covered;
  nodes_[id].coverers = std::move(coverers);
  covered_.insert(id);
  result.waiting = forget(lost);
  return result;
}

CfaTree::Consequences CfaTree::cut_off(NodeId id) {
  CAIRN_CHECK(nodes_[id].parent != kNobody && !is_gone(id));
  Consequences result;
  std::vector<NodeId> lost;
  if (nodes_[id].status == Status::Expanded) lost.push_back(id);
  std::erase(nodes_[nodes_[id].parent].children, id);
  result.gone.push_back(id);
  remove_below(id, result.gone, lost);
  covered_.erase(id);
  nodes_[id].coverers = {};
  nodes_[id].status = Status::Gone;
  result.waiting = forget(lost);
  return result;
}

std::vector<CfaTree::NodeId> CfaTree::release(NodeId coverer) {
  std::vector<NodeId> released;
  for (auto covered = covered_.begin(); covered != covered_.end();) {
    Node& node = nodes_[*covered];
    if (std::find(node.coverers.begin(), node.coverers.end(), coverer) == node.coverers.end()) {
      ++covered;
      continue;
    }
    node.status = Status::Waiting;
    node.coverers.clear();
    released.push_back(*covered);
    covered = covered_.erase(covered);
  }
  return released;
}

CfaInvariant CfaTree::invariant(const Cfa& cfa, const CfaGraph& graph,
                                const std::function<Term(NodeId)>& states) const {
  CfaInvariant result = graph.beside(cfa);
  for (std::uint32_t l = 0; l < cfa.locations.size(); ++l) {
    if (LocationId{l} == cfa.initial || LocationId{l} == cfa.error) continue;
    if (!graph.from_initial[l] || !graph.to_error[l]) continue;
    std::vector<Term> parts;
    for (const NodeId id : expanded_[l]) parts.push_back(states(id));
    result.at[{l}] = cfa.terms->or_all(parts);
  }
  return result;
}

}  // namespace cairn
