// SPDX-License-Identifier: MIT
#include "engine/cfa/preferred_solver.h"

#include <algorithm>

#include "logic/word/bitblast.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

bool has_bits(const Terms& terms, const Command& command) {
  const auto term_has_bits = [&](Term term) { return can_blast(terms, term); };
  return std::all_of(command.targets.begin(), command.targets.end(), term_has_bits) &&
         std::all_of(command.values.begin(), command.values.end(), term_has_bits) &&
         std::all_of(command.parts.begin(), command.parts.end(),
                     [&](const CommandRef& part) { return has_bits(terms, *part); });
}

}  // namespace

std::string_view preferred_solver(const Cfa& cfa) {
  const auto known = known_smt_solvers();
  if (std::find(known.begin(), known.end(), "z3") == known.end()) return "cairn";
  const bool all = std::all_of(cfa.edges.begin(), cfa.edges.end(), [&](const CfaEdge& edge) {
    return has_bits(*cfa.terms, *edge.command);
  });
  return all ? "cairn" : "z3";
}

}  // namespace cairn
