// SPDX-License-Identifier: MIT
#include "transform/cfa/bisimulation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "transform/cfa/commands.h"

namespace cairn {
namespace {

class Partition {
 public:
  explicit Partition(const Cfa& cfa)
      : cfa_(cfa), out_(cfa.edges_out()), in_(cfa.edges_in()), block_(cfa.locations.size(), 0) {
    CommandNumbers numbers;
    for (const CfaEdge& edge : cfa.edges) commands_.push_back(numbers.of(edge.command));
    members_.resize(3);
    for (std::uint32_t i = 0; i < block_.size(); ++i) {
      block_[i] = LocationId{i} == cfa.initial ? 1 : LocationId{i} == cfa.error ? 2 : 0;
      members_[block_[i]].push_back(i);
    }
  }

  /// Splits blocks until all members of each have the same signature.
  void refine() {
    std::set<std::uint32_t> open = {0};
    while (!open.empty()) {
      const std::uint32_t block = *open.begin();
      open.erase(open.begin());
      for (const std::uint32_t moved : split(block))
        for (const std::uint32_t edge : in_[moved])
          open.insert(block_[cfa_.edges[edge].source.index]);
    }
  }

  const std::vector<std::vector<std::uint32_t>>& blocks() const { return members_; }

 private:
  using Signature = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  Signature signature(std::uint32_t location) const {
    Signature result;
    for (const std::uint32_t edge : out_[location])
      result.emplace_back(commands_[edge], block_[cfa_.edges[edge].target.index]);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  /// Returns the locations that are in another block now. The largest part keeps the block, so that
  /// a location moves a logarithmic number of times.
  std::vector<std::uint32_t> split(std::uint32_t block) {
    std::map<Signature, std::vector<std::uint32_t>> parts;
    for (const std::uint32_t member : members_[block]) parts[signature(member)].push_back(member);
    if (parts.size() <= 1) return {};
    const auto largest = std::max_element(
        parts.begin(), parts.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    std::vector<std::uint32_t> moved;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (part == largest) continue;
      for (const std::uint32_t member : part->second) {
        block_[member] = static_cast<std::uint32_t>(members_.size());
        moved.push_back(member);
      }
      members_.push_back(std::move(part->second));
    }
    members_[block] = std::move(largest->second);
    return moved;
  }

  const Cfa& cfa_;
  const std::vector<std::vector<std::uint32_t>> out_, in_;
  std::vector<std::uint32_t> commands_;  // their numbers, by edge
  std::vector<std::uint32_t> block_;     // by location
  std::vector<std::vector<std::uint32_t>> members_;
};

}  // namespace

bool Bisimulation::transform(Cfa& cfa, std::vector<Fate>& fates) {
  Partition partition(cfa);
  partition.refine();
  for (const std::vector<std::uint32_t>& block : partition.blocks()) {
    if (block.size() <= 1) continue;
    const std::uint32_t head = *std::min_element(block.begin(), block.end());
    for (const std::uint32_t member : block) {
      fates[member].place = head;
      cfa.locations[head].cut |= cfa.locations[member].cut;
      cfa.locations[head].loop_head |= cfa.locations[member].loop_head;
    }
    merged_ += block.size() - 1;
  }
  if (merged_ == 0) return false;
  std::erase_if(cfa.edges, [&fates](const CfaEdge& edge) {
    return fates[edge.source.index].place != edge.source.index;
  });
  for (CfaEdge& edge : cfa.edges) edge.target.index = fates[edge.target.index].place;
  return true;
}

void Bisimulation::visit_counters(const CounterVisitor& visit) const {
  visit("bisimulation.locations", merged_);
}

}  // namespace cairn
