// SPDX-License-Identifier: MIT
//
// What engines on automata want to know first: which edges lie between the initial and the error
// location, and what they do.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "model/cfa.h"

namespace cairn {

/// An edge that lies on a path from the initial to the error location.
struct CfaMove {
  std::uint32_t edge = 0;
  LocationId source, target;
  Effect effect;
  std::vector<Term> inputs;  ///< that the effect reads
};

struct CfaGraph {
  explicit CfaGraph(const Cfa& cfa);

  std::vector<bool> from_initial;           ///< by location: a path leads there
  std::vector<bool> to_error;               ///< by location: a path leads from there to the error
  std::vector<std::vector<CfaMove>> moves;  ///< by source
  std::map<Term, std::size_t> position;     ///< of variables in Cfa::variables

  /// What the graph says about locations that are on no path from the initial to the error
  /// location: true where paths leave, false where no path comes. Nothing about the others.
  CfaInvariant beside(const Cfa& cfa) const;
};

}  // namespace cairn
