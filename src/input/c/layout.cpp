// SPDX-License-Identifier: MIT
#include "input/c/layout.h"

#include <algorithm>

namespace cairn {

void repeat_leaves(std::vector<CLeaf>& leaves, CBits count, CBits stride) {
  for (CLeaf& leaf : leaves) {
    leaf.name.insert(0, "[]");
    if (count == 1) continue;
    const bool touches =
        !leaf.dimensions.empty() && leaf.dimensions[0].count * leaf.dimensions[0].stride == stride;
    if (touches)
      leaf.dimensions[0].count *= count;
    else
      leaf.dimensions.insert(leaf.dimensions.begin(), {count, stride});
  }
  // Leaves of bytes are without gaps.
  const auto gaps = [](const CLeaf& leaf) { return leaf.bytes && leaf.dimensions.size() > 1; };
  if (std::ranges::any_of(leaves, gaps)) {
    CObject array;
    array.size = count * stride;
    array.leaves = std::move(leaves);
    for (CLeaf& leaf : array.leaves) leaf.bytes = false;
    melt_leaves(array, 0, array.size);
    leaves = std::move(array.leaves);
  }
}

std::optional<std::vector<CBits>> element_numbers(const CLeaf& leaf, CBits offset) {
  CBits rest = offset - leaf.offset;
  if (rest < 0) return std::nullopt;
  std::vector<CBits> numbers;
  for (const CLeaf::Dimension& dimension : leaf.dimensions) {
    const CBits number = rest / dimension.stride;
    if (number >= dimension.count) return std::nullopt;
    rest -= number * dimension.stride;
    numbers.push_back(number);
  }
  if (rest != 0) return std::nullopt;
  return numbers;
}

std::optional<CElement> find_element(const CObject& object, CBits offset, const Sort& sort,
                                     CBits storage) {
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    if (leaf.bytes || leaf.sort != sort || leaf.storage != storage) continue;
    if (auto numbers = element_numbers(leaf, offset)) return CElement{i, std::move(*numbers)};
  }
  return std::nullopt;
}

std::optional<std::size_t> find_bytes(const CObject& object, CBits begin, CBits end) {
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    if (leaf.bytes && leaf.offset <= begin && end <= leaf.end()) return i;
  }
  return std::nullopt;
}

bool melt_leaves(CObject& object, CBits begin, CBits end) {
  begin = std::max<CBits>(begin & ~CBits{7}, 0);
  end = std::min((end + 7) & ~CBits{7}, object.size);
  if (begin >= end || find_bytes(object, begin, end)) return false;
  std::string name;
  // Leaves of arrays of records lie in one another, so the range may grow more than once.
  for (bool grown = true; grown;) {
    grown = false;
    for (auto leaf = object.leaves.begin(); leaf != object.leaves.end();) {
      if (leaf->end() <= begin || leaf->offset >= end) {
        ++leaf;
        continue;
      }
      begin = std::min(begin, leaf->offset & ~CBits{7});
      end = std::max(end, (leaf->end() + 7) & ~CBits{7});
      if (!leaf->padding && (name.empty() || leaf->name.size() < name.size())) name = leaf->name;
      leaf = object.leaves.erase(leaf);
      grown = true;
    }
  }
  CLeaf bytes;
  bytes.offset = begin;
  bytes.storage = 8;
  bytes.sort = Sort::bit_vector(8);
  bytes.dimensions = {{(end - begin) / 8, 8}};
  bytes.name = name;
  bytes.show = Show::Raw;
  bytes.bytes = true;
  object.leaves.push_back(bytes);
  return true;
}

std::vector<CLeaf> padding_leaves(std::vector<CExtent> members, CBits size) {
  constexpr CBits kWidest = 512;
  std::ranges::sort(members, {}, &CExtent::offset);
  members.push_back({size, 0});
  std::vector<CLeaf> leaves;
  CBits end = 0;
  for (const CExtent& member : members) {
    for (; end < member.offset; end += leaves.back().storage) {
      CLeaf leaf;
      leaf.offset = end;
      leaf.storage = std::min(member.offset - end, kWidest);
      leaf.sort = Sort::bit_vector(static_cast<std::uint32_t>(leaf.storage));
      leaf.name = ".padding";
      leaf.show = Show::Hidden;
      leaf.padding = true;
      leaves.push_back(leaf);
    }
    end = std::max(end, member.offset + member.size);
  }
  return leaves;
}

namespace {

bool same(const CLeaf& a, const CLeaf& b) {
  const auto like = [](const CLeaf::Dimension& x, const CLeaf::Dimension& y) {
    return x.count == y.count && x.stride == y.stride;
  };
  return a.offset == b.offset && a.storage == b.storage && a.sort == b.sort && a.bytes == b.bytes &&
         std::ranges::equal(a.dimensions, b.dimensions, like);
}

/// Leaves of a union: what overlaps and is not the same is melted.
void overlay(CObject& all, const CLeaf& leaf) {
  CBits shared = 0;
  bool simple = leaf.dimensions.empty();
  for (const CLeaf& other : all.leaves) {
    if (other.end() <= leaf.offset || leaf.end() <= other.offset) continue;
    if (same(other, leaf)) return;
    simple = simple && (other.bytes || other.dimensions.empty());
    shared += std::min(other.end(), leaf.end()) - std::max(other.offset, leaf.offset);
  }
  if (shared == 0) {
    all.leaves.push_back(leaf);
  } else if (!leaf.padding || !simple || shared < leaf.storage) {
    melt_leaves(all, leaf.offset, leaf.end());
  }
}

}  // namespace

std::vector<CLeaf> overlay_leaves(const std::vector<std::vector<CLeaf>>& members, CBits size) {
  CObject all;
  all.size = size;
  for (const bool padding : {false, true})
    for (const std::vector<CLeaf>& member : members)
      for (const CLeaf& leaf : member)
        if (leaf.padding == padding) overlay(all, leaf);
  return all.leaves;
}

}  // namespace cairn
