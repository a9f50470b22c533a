// SPDX-License-Identifier: MIT
#include "logic/aig.h"

#include <utility>

#include "base/error.h"

namespace cairn {

Lit Aig::new_node(Lit left, Lit right) {
  CAIRN_CHECK(nodes_.size() < kMaxSize);
  nodes_.push_back({left, right});
  return Lit(Var{size() - 1});
}

Lit Aig::add_leaf() {
  return new_node(kNoLit, kNoLit);
}

Lit Aig::append_and(Lit left, Lit right) {
  CAIRN_ASSERT(left.var().index < size() && right.var().index < size());
  ++num_ands_;
  return new_node(left, right);
}

std::size_t Aig::slot_of(Lit left, Lit right) const {
  std::uint64_t key = (static_cast<std::uint64_t>(left.code()) << 32) | right.code();
  key *= 0x9E3779B97F4A7C15u;
  key ^= key >> 29;
  key *= 0xBF58476D1CE4E5B9u;
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = (key >> 32) & mask;
  while (table_[slot] != 0) {
    const Node& node = nodes_[table_[slot]];
    if (node.left == left && node.right == right) break;
    if (node.left == right && node.right == left) break;  // appended in the other order
    slot = (slot + 1) & mask;
  }
  return slot;
}

// Puts what append_and() added since the last and_gate() into the table, and keeps the table at
// most three quarters full. Of two equal nodes the first stays.
void Aig::index_nodes() {
  const auto insert = [this](std::uint32_t v) {
    auto [left, right] = nodes_[v];
    if (left < right) std::swap(left, right);
    const std::size_t slot = slot_of(left, right);
    if (table_[slot] != 0) return;
    table_[slot] = v;
    ++entries_;
  };
  std::size_t wanted = table_.empty() ? 1024 : table_.size();
  while (std::uint64_t{num_ands_} * 4 + 4 > wanted * 3) wanted *= 2;
  if (wanted != table_.size()) {
    table_.assign(wanted, 0);
    entries_ = 0;
    indexed_ = 1;
  }
  for (; indexed_ < size(); ++indexed_)
    if (is_and(Var{indexed_})) insert(indexed_);
}

Lit Aig::and_gate(Lit a, Lit b) {
  if (a < b) std::swap(a, b);
  if (b == kFalse || a == ~b) return kFalse;
  if (b == kTrue || a == b) return a;
  if (indexed_ != size() || table_.empty() ||
      (std::uint64_t{entries_} + 1) * 4 > std::uint64_t{table_.size()} * 3)
    index_nodes();
  const std::size_t slot = slot_of(a, b);
  if (table_[slot] != 0) return Lit(Var{table_[slot]});
  const Lit lit = append_and(a, b);
  table_[slot] = lit.var().index;
  ++entries_;
  ++indexed_;
  return lit;
}

Lit Aig::and_all(std::span<const Lit> lits) {
  if (lits.empty()) return kTrue;
  if (lits.size() == 1) return lits[0];
  const std::size_t half = lits.size() / 2;
  const Lit left = and_all(lits.first(half));
  return and_gate(left, and_all(lits.subspan(half)));
}

Lit Aig::or_all(std::span<const Lit> lits) {
  std::vector<Lit> negated(lits.size());
  for (std::size_t i = 0; i < lits.size(); ++i) negated[i] = ~lits[i];
  return ~and_all(negated);
}

}  // namespace cairn
