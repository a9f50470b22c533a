// SPDX-License-Identifier: MIT
#pragma once

#include "sat/solver.h"

namespace cairn::sat {

/// Visits the literals of a clause. `first` is the literal of a binary clause that its tag does not
/// tell: the implied one of a reason.
template <class Visit>
void Solver::for_each_literal(Reason clause, Lit first, Visit&& visit) const {
  switch (clause.tag()) {
    case Reason::None:
      break;
    case Reason::Binary:
      visit(first);
      visit(Lit::from_code(clause.payload()));
      break;
    case Reason::Static: {
      const std::uint32_t* lits = static_.literals(clause.payload());
      for (std::uint32_t i = 0, size = lits[-1]; i < size; ++i) visit(Lit::from_code(lits[i]));
      break;
    }
    case Reason::Layered: {
      const std::uint32_t* lits = layered_.literals(clause.payload());
      for (std::uint32_t i = 0, size = layered_.size(clause.payload()); i < size; ++i)
        visit(Lit::from_code(lits[i]));
      break;
    }
  }
}

}  // namespace cairn::sat
