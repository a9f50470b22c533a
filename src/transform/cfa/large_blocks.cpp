// SPDX-License-Identifier: MIT
#include "transform/cfa/large_blocks.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace cairn {
namespace {

using Rules = LargeBlocksConfig::Rules;

/// What recursion over commands must be able to bear (model/cfa.cpp).
constexpr std::uint32_t kMaxDepth = 1000;

struct Measure {
  std::uint64_t nodes = 0;
  std::uint32_t depth = 0;  // of choices
};

Measure measure(const Terms& terms, const Command& command) {
  Measure result{1, 0};
  for (const Term value : command.values) result.nodes += terms.node_count(value);
  for (const CommandRef& part : command.parts) {
    const Measure inner = measure(terms, *part);
    result.nodes += inner.nodes;
    result.depth = std::max(result.depth, inner.depth);
  }
  if (command.kind == Command::Kind::Choice) ++result.depth;
  return result;
}

/// The automaton while locations go. Edges that went stay in the list as dead ones.
class BlockGraph {
 public:
  BlockGraph(Cfa& cfa, const LargeBlocksConfig& config)
      : cfa_(cfa),
        rules_(config.rules),
        max_nodes_(config.max_nodes != 0 ? config.max_nodes
                                         : std::numeric_limits<std::uint64_t>::max()),
        in_(cfa.locations.size()),
        out_(cfa.locations.size()),
        dropped_(cfa.locations.size(), false),
        queued_(cfa.locations.size()) {
    for (CfaEdge& edge : cfa.edges) {
      if (edge.source == cfa.error) continue;  // the error sink
      const Measure size = measure(*cfa.terms, *edge.command);
      add({edge.source.index, edge.target.index, std::move(edge.command), size});
    }
    cfa.edges.clear();
  }

  void run() {
    join_chains();
    for (std::uint32_t i = 0; i < in_.size(); ++i) enqueue(i);
    while (!queue_.empty()) {
      const std::uint32_t location = queue_.begin()->second;
      queue_.erase(queue_.begin());
      queued_[location].reset();
      drop_if_small(location);
    }
    for (Edge& edge : edges_)
      if (edge.alive) cfa_.add_edge({edge.source}, {edge.target}, std::move(edge.command));
  }

  bool dropped(std::uint32_t location) const { return dropped_[location]; }
  std::uint64_t merged() const { return merged_; }

 private:
  struct Edge {
    std::uint32_t source, target;
    CommandRef command;
    Measure size;
    bool alive = true;
  };

  bool fits(const Measure& size) const {
    return size.nodes <= max_nodes_ && size.depth <= kMaxDepth;
  }
  static Measure in_sequence(const Measure& a, const Measure& b) {
    return {a.nodes + b.nodes, std::max(a.depth, b.depth)};
  }

  void add(Edge edge) {
    if (rules_ == Rules::All) {
      for (const std::uint32_t other : out_[edge.source])
        if (edges_[other].target == edge.target && merge(edges_[other], edge)) return;
    }
    const std::uint32_t index = static_cast<std::uint32_t>(edges_.size());
    out_[edge.source].push_back(index);
    in_[edge.target].push_back(index);
    edges_.push_back(std::move(edge));
  }

  // The choice rule.
  bool merge(Edge& edge, const Edge& other) {
    const auto depth = [](const Edge& part) {
      return part.size.depth + (part.command->kind == Command::Kind::Choice ? 0 : 1);
    };
    const Measure size{edge.size.nodes + other.size.nodes, std::max(depth(edge), depth(other))};
    if (!fits(size)) return false;
    edge.command = choice({edge.command, other.command});
    edge.size = size;
    ++merged_;
    return true;
  }

  void remove(std::uint32_t index) {
    Edge& edge = edges_[index];
    edge.alive = false;
    edge.command = nullptr;
    std::erase(out_[edge.source], index);
    std::erase(in_[edge.target], index);
  }

  bool may_go(std::uint32_t location) const {
    if (location == cfa_.initial.index || location == cfa_.error.index) return false;
    if (cfa_.locations[location].cut || in_[location].empty() || out_[location].empty())
      return false;
    return std::none_of(out_[location].begin(), out_[location].end(),
                        [&](std::uint32_t edge) { return edges_[edge].target == location; });
  }
  bool in_chain(std::uint32_t location) const {
    return in_[location].size() == 1 && out_[location].size() == 1 && may_go(location);
  }

  /// Joins whole chains at once: location by location, the growing command would be copied each
  /// time.
  void join_chains() {
    for (std::uint32_t i = 0; i < in_.size(); ++i) {
      if (!in_chain(i) || dropped_[i]) continue;
      std::uint32_t first = i;  // of the chain's locations, back to where it begins
      for (std::uint32_t before = source_of(first); before != i && in_chain(before);
           before = source_of(first))
        first = before;
      join_chain(first);
    }
  }
  std::uint32_t source_of(std::uint32_t location) const { return edges_[in_[location][0]].source; }

  void join_chain(std::uint32_t location) {
    for (std::uint32_t entry = in_[location][0]; !dropped_[location] && in_chain(location);) {
      Measure size = edges_[entry].size;
      std::vector<CommandRef> parts = {edges_[entry].command};
      std::vector<std::uint32_t> joined = {entry};
      const std::uint32_t source = edges_[entry].source;
      bool circle = false;
      while (!dropped_[location] && in_chain(location)) {
        const std::uint32_t exit = out_[location][0];
        const Measure longer = in_sequence(size, edges_[exit].size);
        circle = edges_[exit].target == source;
        if (!fits(longer) || circle) break;
        dropped_[location] = true;
        size = longer;
        parts.push_back(edges_[exit].command);
        joined.push_back(exit);
        location = edges_[exit].target;
      }
      if (joined.size() > 1) {
        for (const std::uint32_t edge : joined) remove(edge);
        add({source, location, sequence(std::move(parts)), size});
      }
      if (circle || dropped_[location] || !in_chain(location)) return;
      // Too large: begin anew after this location.
      kept_.insert(location);
      entry = out_[location][0];
      location = edges_[entry].target;
      if (kept_.contains(location)) return;
    }
  }

  std::uint64_t cost(std::uint32_t location) const {
    return std::uint64_t{in_[location].size()} * out_[location].size();
  }

  void enqueue(std::uint32_t location) {
    if (queued_[location]) {
      queue_.erase({*queued_[location], location});
      queued_[location].reset();
    }
    if (dropped_[location] || !may_go(location)) return;
    const std::size_t ins = in_[location].size(), outs = out_[location].size();
    const bool small = rules_ == Rules::Chains ? ins == 1 && outs == 1
                                               : ins == 1 || outs == 1 || ins * outs <= ins + outs;
    if (!small) return;
    queued_[location] = cost(location);
    queue_.insert({cost(location), location});
  }

  // The sequence rule.
  void drop_if_small(std::uint32_t location) {
    const std::vector<std::uint32_t> ins = in_[location], outs = out_[location];
    for (const std::uint32_t before : ins)
      for (const std::uint32_t after : outs)
        if (!fits(in_sequence(edges_[before].size, edges_[after].size))) return;
    std::vector<Edge> joined;
    for (const std::uint32_t before : ins) {
      for (const std::uint32_t after : outs) {
        const Edge &a = edges_[before], &b = edges_[after];
        joined.push_back(
            {a.source, b.target, sequence({a.command, b.command}), in_sequence(a.size, b.size)});
      }
    }
    for (const std::uint32_t edge : ins) remove(edge);
    for (const std::uint32_t edge : outs) remove(edge);
    dropped_[location] = true;
    for (Edge& edge : joined) {
      const std::uint32_t source = edge.source, target = edge.target;
      add(std::move(edge));
      enqueue(source);
      enqueue(target);
    }
  }

  Cfa& cfa_;
  const Rules rules_;
  const std::uint64_t max_nodes_;
  std::vector<Edge> edges_;
  std::vector<std::vector<std::uint32_t>> in_, out_;  // live edges by location
  std::vector<bool> dropped_;
  std::set<std::uint32_t> kept_;  // locations in chains that would be too large without them
  std::vector<std::optional<std::uint64_t>> queued_;         // the cost a location is queued with
  std::set<std::pair<std::uint64_t, std::uint32_t>> queue_;  // cheapest first
  std::uint64_t merged_ = 0;
};

}  // namespace

bool LargeBlocks::transform(Cfa& cfa, std::vector<Fate>& fates) {
  const std::size_t edges = cfa.edges.size();
  BlockGraph graph(cfa, config_);
  graph.run();
  merged_ = graph.merged();
  for (std::uint32_t i = 0; i < fates.size(); ++i) {
    if (!graph.dropped(i)) continue;
    fates[i] = {Fate::Kind::Inside, 0};
    ++dropped_;
  }
  return dropped_ > 0 || cfa.edges.size() != edges;
}

void LargeBlocks::visit_counters(const CounterVisitor& visit) const {
  if (config_.rules == Rules::Chains) return visit("chains.locations", dropped_);
  visit("blocks.locations", dropped_);
  visit("blocks.edges_merged", merged_);
}

}  // namespace cairn
