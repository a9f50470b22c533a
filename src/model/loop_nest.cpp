// SPDX-License-Identifier: MIT
#include "model/loop_nest.h"

#include <algorithm>
#include <utility>

namespace cairn {
namespace {

std::vector<bool> reached(const Cfa& cfa, LocationId from,
                          const std::vector<std::vector<std::uint32_t>>& edges,
                          LocationId CfaEdge::*end) {
  std::vector<bool> seen(cfa.locations.size(), false);
  std::vector<LocationId> stack{from};
  seen[from.index] = true;
  while (!stack.empty()) {
    const LocationId at = stack.back();
    stack.pop_back();
    for (const std::uint32_t edge : edges[at.index]) {
      const LocationId next = cfa.edges[edge].*end;
      if (seen[next.index]) continue;
      seen[next.index] = true;
      stack.push_back(next);
    }
  }
  return seen;
}

constexpr std::uint32_t kNone = LoopNest::kOutside;

class Nest {
 public:
  explicit Nest(const Cfa& cfa) : cfa_(cfa), next_(cfa.locations.size()) {
    const std::vector<bool> forwards = locations_behind(cfa, cfa.initial);
    const std::vector<bool> backwards = locations_before(cfa, cfa.error);
    part_.assign(cfa.locations.size(), kNone);
    for (const CfaEdge& edge : cfa.edges)
      if (forwards[edge.source.index] && backwards[edge.target.index])
        next_[edge.source.index].push_back(edge.target.index);
    for (std::uint32_t i = 0; i < part_.size(); ++i)
      if (forwards[i] && backwards[i]) all_.push_back(i);
    // The first location of a component that is met is its head.
    const auto initial = std::find(all_.begin(), all_.end(), cfa.initial.index);
    if (initial != all_.end()) std::iter_swap(all_.begin(), initial);
  }

  LoopNest make() {
    nest_.position.assign(cfa_.locations.size(), kNone);
    work_.push_back({Task::Kind::Divide, 0, std::move(all_)});
    while (!work_.empty()) {
      Task task = std::move(work_.back());
      work_.pop_back();
      switch (task.kind) {
        case Task::Kind::Place:
          place(task.number);
          break;
        case Task::Kind::Close: {
          LoopNest::Element& head = nest_.order[nest_.position[task.number]];
          head.is_head = true;
          head.end = static_cast<std::uint32_t>(nest_.order.size());
          break;
        }
        case Task::Kind::Divide:
          divide(task.locations);
          break;
      }
    }
    return std::move(nest_);
  }

 private:
  struct Task {
    enum class Kind : std::uint8_t { Place, Close, Divide };
    Kind kind = Kind::Place;
    std::uint32_t number = 0;  // a location
    std::vector<std::uint32_t> locations;
  };

  void place(std::uint32_t location) {
    nest_.position[location] = static_cast<std::uint32_t>(nest_.order.size());
    nest_.order.push_back({{location}, false, 0});
  }

  bool has_loop(std::uint32_t location) const {
    const auto& next = next_[location];
    return std::find(next.begin(), next.end(), location) != next.end();
  }

  /// Components of the graph of these locations, in topological order, each as it is met.
  void divide(const std::vector<std::uint32_t>& locations) {
    const std::uint32_t part = parts_++;
    for (const std::uint32_t location : locations) part_[location] = part;
    index_.resize(part_.size());
    low_.resize(part_.size());
    on_stack_.resize(part_.size());
    for (const std::uint32_t location : locations) index_[location] = kNone;
    std::vector<std::vector<std::uint32_t>> components;  // the last one first
    std::uint32_t count = 0;
    for (const std::uint32_t location : locations)
      if (index_[location] == kNone) search(location, part, count, components);
    // The last task is done first, and the last component found comes first.
    for (std::vector<std::uint32_t>& component : components) {
      const std::uint32_t head = component.front();
      if (component.size() == 1 && !has_loop(head)) {
        work_.push_back({Task::Kind::Place, head, {}});
        continue;
      }
      work_.push_back({Task::Kind::Close, head, {}});
      component.erase(component.begin());
      if (!component.empty()) work_.push_back({Task::Kind::Divide, 0, std::move(component)});
      work_.push_back({Task::Kind::Place, head, {}});
    }
  }

  /// Tarjan's algorithm from here; what is met first in a component is its first location.
  void search(std::uint32_t from, std::uint32_t part, std::uint32_t& count,
              std::vector<std::vector<std::uint32_t>>& components) {
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    std::vector<std::uint32_t> open;
    const auto enter = [&](std::uint32_t location) {
      index_[location] = low_[location] = count++;
      on_stack_[location] = true;
      open.push_back(location);
      path.emplace_back(location, 0);
    };
    enter(from);
    while (!path.empty()) {
      auto& [at, edge] = path.back();
      if (edge < next_[at].size()) {
        const std::uint32_t to = next_[at][edge++];
        if (part_[to] != part) continue;
        if (index_[to] == kNone)
          enter(to);
        else if (on_stack_[to])
          low_[at] = std::min(low_[at], index_[to]);
        continue;
      }
      const std::uint32_t done = at;
      path.pop_back();
      if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[done]);
      if (low_[done] != index_[done]) continue;
      const auto begin = std::find(open.rbegin(), open.rend(), done).base() - 1;
      components.emplace_back(begin, open.end());
      for (const std::uint32_t location : components.back()) on_stack_[location] = false;
      open.erase(begin, open.end());
    }
  }

  const Cfa& cfa_;
  std::vector<std::vector<std::uint32_t>> next_;  // by location
  std::vector<std::uint32_t> all_;
  std::vector<std::uint32_t> part_;  // by location: the graph that it belongs to now
  std::uint32_t parts_ = 0;
  std::vector<std::uint32_t> index_, low_;
  std::vector<bool> on_stack_;
  std::vector<Task> work_;
  LoopNest nest_;
};

}  // namespace

std::vector<bool> locations_behind(const Cfa& cfa, LocationId from) {
  return reached(cfa, from, cfa.edges_out(), &CfaEdge::target);
}

std::vector<bool> locations_before(const Cfa& cfa, LocationId to) {
  return reached(cfa, to, cfa.edges_in(), &CfaEdge::source);
}

LoopNest loop_nest(const Cfa& cfa) {
  return Nest(cfa).make();
}

}  // namespace cairn
