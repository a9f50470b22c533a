// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cairn {
struct OptionGroup;
}

namespace cairn::cegar {

struct CegarConfig {
  enum class Abstraction : std::uint8_t {
    Cartesian,  ///< a conjunction of predicates and their negations; predicates are conjuncts
    Boolean,    ///< any combination of predicates; predicates are atoms
  };
  enum class Refine : std::uint8_t {
    Interpolants,   ///< forwards along the path, by SmtSolver::interpolant
    Preconditions,  ///< backwards, by weakest existential preconditions and unsatisfiable cores
  };
  enum class Search : std::uint8_t { Breadth, Depth };

  Abstraction abstraction = Abstraction::Cartesian;
  Refine refine = Refine::Preconditions;
  Search search = Search::Depth;
  bool drop = true;  ///< preconditions: do without each conjunct in turn, beyond the core
  static const OptionGroup& options();
};

struct CegarStats {
  std::uint64_t nodes = 0;        ///< of the tree, also those that were cut off
  std::uint64_t covered = 0;      ///< times that a node was covered
  std::uint64_t refinements = 0;  ///< paths to the error that turned out to be none
  std::uint64_t longest = 0;      ///< edges of the longest of these
  std::uint64_t predicates = 0;   ///< of all locations together
  std::uint64_t fallbacks = 0;    ///< times that inputs made an interpolant necessary

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("cegar.nodes", nodes);
    visitor("cegar.covered", covered);
    visitor("cegar.refinements", refinements);
    visitor("cegar.longest", longest);
    visitor("cegar.predicates", predicates);
    visitor("cegar.fallbacks", fallbacks);
  }
};

}  // namespace cairn::cegar
