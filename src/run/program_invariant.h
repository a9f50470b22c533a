// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "format/c_expression.h"
#include "model/cfa.h"

namespace cairn {

/// What a proof says at a loop of the source.
struct LoopInvariant {
  SiteId site = kNoSite;
  std::vector<std::string> facts;  ///< C expressions; together they are the invariant
  std::size_t left_out = 0;        ///< facts that have no C form
  bool reachable = true;
};

/// At each loop head that has a formula, by place in the source. A loop in a function that is
/// called several times has several.
std::vector<LoopInvariant> loop_invariants(const Cfa& cfa, const CfaInvariant& invariant);

/// The same for witnesses, one for each place: over variables in scope alone, the copies of a loop
/// joined by "or".
std::vector<LoopInvariant> witness_invariants(const Cfa& cfa, const CfaInvariant& invariant);

}  // namespace cairn
