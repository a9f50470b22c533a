// SPDX-License-Identifier: MIT
//
// And-inverter graphs. A node is the constant false (variable 0), a leaf, or the conjunction of two
// literals of smaller variables: the order of the variables is a topological order, and a loop
// from 1 to size() - 1 visits fan-ins before their node.
//
// Two ways to make a conjunction:
//  - and_gate() simplifies (constants, and rules that look one level below the operands [BB06]) and
//    hash-conses: the same conjunction is the same literal. What Cairn builds, it builds with this.
//  - append_and() adds a node as it stands. Readers use it, so that a model keeps the gates of its
//    file, literal by literal, and evidence that names them can be judged; the pass transform/bit/
//    hashing then makes the graph canonical. The hash table costs nothing until the first
//    and_gate().
//
// Memory: 8 bytes a node, and 4 to 11 more a conjunction once the hash table exists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit/lit.h"

namespace cairn {

class Aig {
 public:
  /// The largest number of nodes: literals stay below kNoLit.
  static constexpr std::uint32_t kMaxSize = 0x7FFFFFFFu;

  /// How much and_gate() simplifies: constants and equal or opposite operands only, or also what
  /// can be seen one level below the operands [BB06]. The checker keeps to the first, so that a
  /// fault in the second cannot hide in engine and checker alike.
  enum class Rules { Operands, OneLevelDown };

  explicit Aig(Rules rules = Rules::OneLevelDown) : rules_(rules), nodes_(1) {}

  /// Nodes, the constant among them.
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t num_ands() const { return num_ands_; }
  void reserve(std::uint32_t nodes) { nodes_.reserve(nodes); }

  bool is_and(Var var) const { return nodes_[var.index].left != kNoLit; }
  bool is_leaf(Var var) const { return var.index != 0 && !is_and(var); }
  /// Operands of a conjunction; require is_and(var).
  Lit left(Var var) const { return nodes_[var.index].left; }
  Lit right(Var var) const { return nodes_[var.index].right; }

  Lit add_leaf();
  Lit append_and(Lit left, Lit right);
  Lit and_gate(Lit a, Lit b);

  Lit or_gate(Lit a, Lit b) { return ~and_gate(~a, ~b); }
  Lit xor_gate(Lit a, Lit b) { return ~and_gate(~and_gate(a, ~b), ~and_gate(~a, b)); }
  Lit equal(Lit a, Lit b) { return ~xor_gate(a, b); }
  Lit implies(Lit a, Lit b) { return ~and_gate(a, ~b); }
  Lit if_then_else(Lit condition, Lit then, Lit otherwise) {
    return ~and_gate(~and_gate(condition, then), ~and_gate(~condition, otherwise));
  }
  /// Balanced trees; the empty conjunction is true, the empty disjunction false.
  Lit and_all(std::span<const Lit> lits);
  Lit or_all(std::span<const Lit> lits);

 private:
  struct Node {
    Lit left = kNoLit;
    Lit right = kNoLit;
  };

  Lit simplify(Lit& a, Lit& b) const;
  Lit simplify_pair(Lit& a, Lit& b) const;
  Lit new_node(Lit left, Lit right);
  std::size_t slot_of(Lit left, Lit right) const;
  void index_nodes();

  Rules rules_;
  std::vector<Node> nodes_;
  std::uint32_t num_ands_ = 0;
  std::vector<std::uint32_t> table_;  // open addressing, 0 = free; a power of two in size
  std::uint32_t indexed_ = 1;         // nodes below this one are in the table
  std::uint32_t entries_ = 0;         // used slots of the table
};

/// `value` negated if `flip`, for values of any kind: Lbool, bool, or a word of 64 runs.
constexpr std::uint64_t flip_value(std::uint64_t word, bool flip) {
  return word ^ (std::uint64_t{0} - (flip ? 1 : 0));
}
constexpr Lbool flip_value(Lbool value, bool flip) {
  return value ^ flip;
}

/// The value of a literal, given those of all nodes.
template <class Value>
Value value_of(const std::vector<Value>& values, Lit lit) {
  return flip_value(values[lit.var().index], lit.negated());
}

/// Computes the values of all gates, smallest variable first, given those of the leaves.
template <class Value>
void evaluate_gates(const Aig& aig, std::vector<Value>& values) {
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_and(Var{v}))
      values[v] = value_of(values, aig.left(Var{v})) & value_of(values, aig.right(Var{v}));
}

}  // namespace cairn
