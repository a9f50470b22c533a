// SPDX-License-Identifier: MIT
#include "transform/cfa/graph.h"

#include <algorithm>

namespace cairn {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

/// Calls `enter` and `leave` for each location in a depth-first search from `root`, and `again` for
/// each edge to one that was entered before. No recursion.
template <class Enter, class Again, class Leave>
void search(const Cfa& cfa, const std::vector<std::vector<std::uint32_t>>& out, std::uint32_t root,
            std::vector<bool>& entered, Enter enter, Again again, Leave leave) {
  struct Frame {
    std::uint32_t location;
    std::uint32_t next = 0;
  };
  std::vector<Frame> stack;
  const auto push = [&](std::uint32_t location) {
    entered[location] = true;
    enter(location);
    stack.push_back({location});
  };
  push(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < out[frame.location].size()) {
      const std::uint32_t target = cfa.edges[out[frame.location][frame.next++]].target.index;
      if (entered[target])
        again(frame.location, target);
      else
        push(target);
      continue;
    }
    const std::uint32_t left = frame.location;
    stack.pop_back();
    leave(left, stack.empty() ? kNone : stack.back().location);
  }
}

std::vector<bool> flood(const Cfa& cfa, LocationId from,
                        const std::vector<std::vector<std::uint32_t>>& edges_at,
                        LocationId CfaEdge::*far_end) {
  std::vector<bool> seen(cfa.locations.size(), false);
  std::vector<std::uint32_t> queue = {from.index};
  seen[from.index] = true;
  while (!queue.empty()) {
    const std::uint32_t location = queue.back();
    queue.pop_back();
    for (const std::uint32_t edge : edges_at[location]) {
      const std::uint32_t next = (cfa.edges[edge].*far_end).index;
      if (seen[next]) continue;
      seen[next] = true;
      queue.push_back(next);
    }
  }
  return seen;
}

}  // namespace

std::vector<bool> reachable_locations(const Cfa& cfa) {
  return flood(cfa, cfa.initial, cfa.edges_out(), &CfaEdge::target);
}

std::vector<bool> locations_before_error(const Cfa& cfa) {
  return flood(cfa, cfa.error, cfa.edges_in(), &CfaEdge::source);
}

std::vector<std::uint32_t> components(const Cfa& cfa) {
  const std::size_t count = cfa.locations.size();
  const auto out = cfa.edges_out();
  std::vector<bool> entered(count, false);
  std::vector<std::uint32_t> component(count, kNone), number(count), lowest(count), open;
  std::uint32_t numbers = 0, components = 0;
  const auto leave = [&](std::uint32_t location, std::uint32_t parent) {
    if (lowest[location] == number[location]) {
      std::uint32_t member;
      do {
        member = open.back();
        open.pop_back();
        component[member] = components;
      } while (member != location);
      ++components;
    }
    if (parent != kNone) lowest[parent] = std::min(lowest[parent], lowest[location]);
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (entered[root]) continue;
    search(
        cfa, out, root, entered,
        [&](std::uint32_t location) {
          number[location] = lowest[location] = numbers++;
          open.push_back(location);
        },
        [&](std::uint32_t from, std::uint32_t to) {
          if (component[to] == kNone) lowest[from] = std::min(lowest[from], number[to]);
        },
        leave);
  }
  return component;
}

std::vector<std::uint32_t> reverse_postorder(const Cfa& cfa) {
  const std::size_t count = cfa.locations.size();
  std::vector<bool> entered(count, false);
  std::vector<std::uint32_t> left;
  search(
      cfa, cfa.edges_out(), cfa.initial.index, entered, [](std::uint32_t) {},
      [](std::uint32_t, std::uint32_t) {},
      [&](std::uint32_t location, std::uint32_t) { left.push_back(location); });
  std::reverse(left.begin(), left.end());
  for (std::uint32_t i = 0; i < count; ++i)
    if (!entered[i]) left.push_back(i);
  std::vector<std::uint32_t> place(count);
  for (std::uint32_t i = 0; i < count; ++i) place[left[i]] = i;
  return place;
}

}  // namespace cairn
