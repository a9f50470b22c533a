// SPDX-License-Identifier: MIT
#include "logic/bit/fanouts.h"

namespace cairn {

Fanouts::Fanouts(const Aig& aig) : begin_(aig.size() + 1, 0) {
  const auto for_each_edge = [&](auto&& visit) {
    for (std::uint32_t v = 1; v < aig.size(); ++v) {
      if (!aig.is_and(Var{v})) continue;
      visit(aig.left(Var{v}).var().index, v);
      visit(aig.right(Var{v}).var().index, v);
    }
  };
  for_each_edge([&](std::uint32_t from, std::uint32_t) { ++begin_[from + 1]; });
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  gates_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for_each_edge([&](std::uint32_t from, std::uint32_t to) { gates_[next[from]++] = to; });
}

}  // namespace cairn
