// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cairn {
struct OptionGroup;
}

namespace cairn::tree_ic3 {

struct TreeIc3Config {
  bool drop = true;       ///< do without each literal of a cube in turn, beyond the core
  bool propagate = true;  ///< try clauses of other nodes of the location on a new node
  static const OptionGroup& options();
};

struct TreeIc3Stats {
  std::uint64_t nodes = 0;
  std::uint64_t covered = 0;  ///< times that a node was covered
  std::uint64_t paths = 0;    ///< to the error that were blocked
  std::uint64_t longest = 0;  ///< edges of the longest of these
  std::uint64_t obligations = 0;
  std::uint64_t clauses = 0;     ///< that block an obligation
  std::uint64_t propagated = 0;  ///< that came from another node

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("tree-ic3.nodes", nodes);
    visitor("tree-ic3.covered", covered);
    visitor("tree-ic3.paths", paths);
    visitor("tree-ic3.longest", longest);
    visitor("tree-ic3.obligations", obligations);
    visitor("tree-ic3.clauses", clauses);
    visitor("tree-ic3.propagated", propagated);
  }
};

}  // namespace cairn::tree_ic3
