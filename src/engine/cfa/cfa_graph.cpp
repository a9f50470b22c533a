// SPDX-License-Identifier: MIT
#include "engine/cfa/cfa_graph.h"

#include "model/loop_nest.h"

namespace cairn {

CfaGraph::CfaGraph(const Cfa& cfa)
    : from_initial(locations_behind(cfa, cfa.initial)),
      to_error(locations_before(cfa, cfa.error)),
      moves(cfa.locations.size()) {
  Terms& terms = *cfa.terms;
  for (std::size_t i = 0; i < cfa.variables.size(); ++i) position[cfa.variables[i].term] = i;
  for (std::uint32_t i = 0; i < cfa.edges.size(); ++i) {
    const CfaEdge& edge = cfa.edges[i];
    if (!from_initial[edge.source.index] || !to_error[edge.target.index]) continue;
    CfaMove move{i, edge.source, edge.target, effect_of(terms, *edge.command), {}};
    if (terms.is_false(move.effect.guard)) continue;
    std::vector<Term> read{move.effect.guard};
    for (const auto& [variable, value] : move.effect.next) read.push_back(value);
    for (const Term term : terms.variables_of(read))
      if (!position.contains(term)) move.inputs.push_back(term);
    moves[edge.source.index].push_back(std::move(move));
  }
}

CfaInvariant CfaGraph::beside(const Cfa& cfa) const {
  CfaInvariant invariant;
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i) {
    if (LocationId{i} == cfa.initial || LocationId{i} == cfa.error) continue;
    if (!from_initial[i])
      invariant.at[{i}] = cfa.terms->false_term();
    else if (!to_error[i])
      invariant.at[{i}] = cfa.terms->true_term();
  }
  return invariant;
}

}  // namespace cairn
