// SPDX-License-Identifier: MIT
#include "logic/bit/candidates.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace cairn {

Candidates::Candidates(std::uint32_t num_vars, std::vector<Var> nodes)
    : items_(std::move(nodes)), class_of_(num_vars, kAlone), opposite_(num_vars, false) {
  classes_.push_back({0, static_cast<std::uint32_t>(items_.size())});
  if (items_.size() > 1)
    for (const Var var : items_) class_of_[var.index] = 0;
}

bool Candidates::refine(const std::vector<std::uint64_t>& values, std::uint64_t lanes) {
  if (lanes == 0) return false;
  if (!sampled_) {
    sampled_ = true;
    const int lane = std::countr_zero(lanes);
    for (const Var var : items_) opposite_[var.index] = (values[var.index] >> lane & 1) != 0;
  }
  bool any = false;
  const auto before = static_cast<std::uint32_t>(classes_.size());
  for (std::uint32_t i = 0; i < before; ++i) any |= split(i, values, lanes);
  if (any) std::erase_if(classes_, [](const Range& range) { return range.end <= range.begin + 1; });
  if (any)
    for (std::uint32_t i = 0; i < classes_.size(); ++i)
      for (std::uint32_t j = classes_[i].begin; j < classes_[i].end; ++j)
        class_of_[items_[j].index] = i;
  return any;
}

bool Candidates::split(std::uint32_t index, const std::vector<std::uint64_t>& values,
                       std::uint64_t lanes) {
  const auto [begin, end] = classes_[index];
  if (end <= begin + 1) return false;
  const std::uint64_t first = key(items_[begin], values, lanes);
  std::uint32_t same = begin + 1;
  while (same < end && key(items_[same], values, lanes) == first) ++same;
  if (same == end) return false;

  // The head's part stays in front; what differs is grouped behind it.
  scratch_.clear();
  std::uint32_t kept = same;
  for (std::uint32_t i = same; i < end; ++i) {
    const std::uint64_t k = key(items_[i], values, lanes);
    if (k == first)
      items_[kept++] = items_[i];
    else
      scratch_.emplace_back(k, items_[i]);
  }
  classes_[index].end = kept;
  if (kept == begin + 1) class_of_[items_[begin].index] = kAlone;
  std::stable_sort(scratch_.begin(), scratch_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < scratch_.size();) {
    std::size_t j = i;
    const std::uint32_t group = kept;
    for (; j < scratch_.size() && scratch_[j].first == scratch_[i].first; ++j) {
      items_[kept++] = scratch_[j].second;
      class_of_[scratch_[j].second.index] = kAlone;
    }
    if (j > i + 1) classes_.push_back({group, kept});
    i = j;
  }
  return true;
}

void Candidates::remove(Var member) {
  const std::uint32_t index = class_of_[member.index];
  CAIRN_CHECK(index != kAlone);
  Range& range = classes_[index];
  const auto begin = items_.begin() + range.begin, end = items_.begin() + range.end;
  const auto found = std::find(begin, end, member);
  CAIRN_CHECK(found != begin && found != end);
  std::move(found + 1, end, found);
  --range.end;
  class_of_[member.index] = kAlone;
  if (range.end == range.begin + 1) class_of_[items_[range.begin].index] = kAlone;
}

std::uint64_t Candidates::broken(const std::vector<std::uint64_t>& values) const {
  std::uint64_t lanes = 0;
  for (const Range& range : classes_) {
    if (range.end <= range.begin) continue;
    const std::uint64_t first = key(items_[range.begin], values, ~std::uint64_t{0});
    for (std::uint32_t i = range.begin + 1; i < range.end; ++i)
      lanes |= key(items_[i], values, ~std::uint64_t{0}) ^ first;
  }
  return lanes;
}

std::size_t Candidates::num_members() const {
  std::size_t count = 0;
  for (const Range& range : classes_)
    if (range.end > range.begin + 1) count += range.end - range.begin - 1;
  return count;
}

}  // namespace cairn
