// SPDX-License-Identifier: MIT
#include "engine/cfa/cfa_graph.h"

namespace cairn {
namespace {

enum class Direction : std::uint8_t { Forwards, Backwards };

std::vector<bool> reached(const Cfa& cfa, LocationId from, Direction direction) {
  const bool forwards = direction == Direction::Forwards;
  const auto edges = forwards ? cfa.edges_out() : cfa.edges_in();
  std::vector<bool> seen(cfa.locations.size(), false);
  std::vector<LocationId> stack{from};
  seen[from.index] = true;
  while (!stack.empty()) {
    const LocationId at = stack.back();
    stack.pop_back();
    for (const std::uint32_t edge : edges[at.index]) {
      const LocationId next = forwards ? cfa.edges[edge].target : cfa.edges[edge].source;
      if (seen[next.index]) continue;
      seen[next.index] = true;
      stack.push_back(next);
    }
  }
  return seen;
}

}  // namespace

CfaGraph::CfaGraph(const Cfa& cfa)
    : from_initial(reached(cfa, cfa.initial, Direction::Forwards)),
      to_error(reached(cfa, cfa.error, Direction::Backwards)),
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
