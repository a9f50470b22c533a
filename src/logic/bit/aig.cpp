// SPDX-License-Identifier: MIT
#include "logic/bit/aig.h"

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

// The rules of [BB06] that look one level below an operand and never make the graph larger. Returns
// kNoLit if none applies; `a` and `b` may change to operands with the same conjunction.
Lit Aig::simplify(Lit& a, Lit& b) const {
  if (b == kFalse || a == ~b) return kFalse;
  if (b == kTrue || a == b) return a;
  if (rules_ == Rules::Operands) return kNoLit;
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (!is_and(a.var())) continue;
    const Lit p = left(a.var()), q = right(a.var());
    if (!a.negated()) {
      if (b == ~p || b == ~q) return kFalse;  // p & q & ~p
      if (b == p || b == q) return a;         // p & q & p
    } else {
      if (b == ~p || b == ~q) return b;  // ~(p & q) & ~p
      if (b == p || b == q) {            // ~(p & q) & p = p & ~q
        a = b == p ? ~q : ~p;
        return kNoLit;
      }
    }
  }
  return is_and(a.var()) && is_and(b.var()) ? simplify_pair(a, b) : kNoLit;
}

// Both operands are gates.
Lit Aig::simplify_pair(Lit& a, Lit& b) const {
  if (a.negated() && !b.negated()) std::swap(a, b);
  const Lit p = left(a.var()), q = right(a.var());
  const Lit r = left(b.var()), s = right(b.var());
  const bool opposed = p == ~r || p == ~s || q == ~r || q == ~s;
  if (!a.negated()) {
    if (opposed) return b.negated() ? a : kFalse;  // p & q & ~(~p & s), p & q & ~p & s
    if (r == p || r == q || s == p || s == q) {
      // (p & q) & (p & s) = (p & q) & s, and the same with the second negated
      b = (r == p || r == q ? s : r) ^ b.negated();
    }
    return kNoLit;
  }
  // ~(p & q) & ~(p & ~q) = ~p
  if ((p == r && q == ~s) || (p == s && q == ~r)) return ~p;
  if ((q == r && p == ~s) || (q == s && p == ~r)) return ~q;
  return kNoLit;
}

Lit Aig::and_gate(Lit a, Lit b) {
  // An operand that changes may allow further rules; each change moves to a smaller variable.
  for (Lit old_a = kNoLit, old_b = kNoLit; old_a != a || old_b != b;) {
    if (a < b) std::swap(a, b);
    old_a = a;
    old_b = b;
    if (const Lit simple = simplify(a, b); simple != kNoLit) return simple;
    if (a < b) std::swap(a, b);
  }
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
