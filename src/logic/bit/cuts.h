// SPDX-License-Identifier: MIT
//
// A graph covered by cuts, so that its functions take few clauses: technology mapping with the
// number of clauses as the area [EMS07]. A cut of a node is a set of at most four nodes that
// determine it. What it costs is the clauses of an irredundant sum of products of the node's
// function over the cut, and of one of the complement [Min92]. A cover has a cut for every root and
// for every conjunction that a chosen cut reads.
//
// Each node keeps its eight best cuts, made from those of its operands [MCCB07], and three rounds
// look for a cheap cover. The first two take what is cheapest by area flow, where the cost of a cut
// is shared among those that refer to its nodes: all gates of the graph in the first round, and in
// the second also those of the cover that the first one found. The third round replaces a cut of
// the cover if another one takes fewer clauses with everything that comes and goes with it (exact
// local area). Where that concerns more than some hundred nodes, the cut stays as it is, because
// long chains would take quadratic time.
//
// A cut that contains a node on which the function does not depend is made smaller, so functions
// depend on all nodes of their cuts; those of constant nodes are empty.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

/// A function of four variables: bit r is its value where variable i has the value of bit i of r.
using Truth = std::uint16_t;

/// A conjunction of literals; bit i stands for variable i.
struct Product {
  std::uint8_t positive = 0, negative = 0;
};

/// Prime implicants whose disjunction is the function, none of which can be left out.
std::vector<Product> irredundant_sum(Truth function);

struct Cut {
  static constexpr std::uint32_t kMaxSize = 4;

  std::array<Var, kMaxSize> nodes{};  ///< ascending
  std::uint8_t size = 0;
  Truth function = 0;  ///< variable i is the value of nodes[i]

  std::span<const Var> used() const { return std::span(nodes).first(size); }
};

class CutCover {
 public:
  CutCover(const Aig& aig, std::span<const Lit> roots);

  /// Whether the node is a conjunction of the cover.
  bool has(Var var) const { return chosen_[var.index]; }
  /// Requires has(var).
  const Cut& cut(Var var) const { return cuts_[var.index]; }

 private:
  std::vector<Cut> cuts_;  // by node
  std::vector<bool> chosen_;
};

}  // namespace cairn
