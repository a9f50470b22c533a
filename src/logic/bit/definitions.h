// SPDX-License-Identifier: MIT
//
// A circuit as few clauses, each owned by one variable: the clauses that v owns define v as a total
// function of the other variables in them, its operands, and operands have smaller numbers. The
// order of the variables is therefore a topological order, and what a literal depends on can be
// read off the clauses.
//
// Gates come from logic/bit/cnf.h (conjunctions, exclusive or, if-then-else), or they are the cuts
// of a cover with few clauses (logic/bit/cuts.h). Then gates that nobody asks for by name are
// eliminated where that does not add clauses: v is resolved away between its own clauses and those
// of other owners that mention it. Resolvents of two owned clauses, or of two others, are not
// needed because v is a function of its operands [EB05, section 5.1]; and since a resolvent stays
// with the owner of the clause that mentioned v, the shape of a circuit remains. A chain of
// conjunctions becomes one wide gate that way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

struct DefinitionsOptions {
  /// What becomes a definition, before elimination.
  enum class Encoding {
    Gates,  ///< conjunctions, exclusive or, if-then-else (logic/bit/cnf.h)
    Cuts,   ///< functions of up to four variables (logic/bit/cuts.h)
  };
  Encoding encoding = Encoding::Gates;
  bool eliminate = true;
  /// Resolvents longer than this are not made.
  std::uint32_t max_length = 16;
  /// A gate with more clauses that mention it stays.
  std::uint32_t max_occurrences = 24;
};

class Definitions {
 public:
  /// Defines the cone of `roots`. The variables of roots and `leaves` can be asked for afterwards,
  /// and leaves get the numbers 1, 2, ... in their order; variable 0 is the constant false.
  Definitions(const Aig& aig, std::span<const Var> leaves, std::span<const Lit> roots,
              const DefinitionsOptions& options = {});

  std::uint32_t num_vars() const { return num_vars_; }
  std::size_t num_clauses() const { return clauses_.size(); }
  /// The literal for one of the graph; requires that it is a leaf or a root, negated or not.
  Lit literal(Lit lit) const;

  /// The same, or kNoLit if no clause mentions it.
  Lit known_literal(Lit lit) const {
    const Lit image = images_[lit.var().index];
    return image == kNoLit ? image : image ^ lit.negated();
  }

  /// Calls `visit(owner, clause)` for every clause, owners ascending.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Range& range : clauses_)
      visit(range.owner, std::span<const Lit>(pool_.data() + range.begin, range.length));
  }

  std::uint32_t num_eliminated() const { return num_eliminated_; }

 private:
  struct Range {
    Var owner;
    std::uint32_t begin, length;
  };

  std::vector<Lit> images_;  // by node of the graph; kNoLit: eliminated or not needed
  std::vector<Lit> pool_;
  std::vector<Range> clauses_;
  std::uint32_t num_vars_ = 1;
  std::uint32_t num_eliminated_ = 0;
};

}  // namespace cairn
