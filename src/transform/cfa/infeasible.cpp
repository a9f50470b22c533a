// SPDX-License-Identifier: MIT
#include "transform/cfa/infeasible.h"

#include "smt/box_search.h"
#include "transform/cfa/commands.h"

namespace cairn {
bool Infeasible::can_be_taken(Cfa& cfa, const CfaEdge& edge) {
  if (work_ >= config_.work) return true;
  Terms& terms = *cfa.terms;
  const Term guard = effect_of(terms, *edge.command).guard;
  if (terms.is_false(guard)) return false;
  if (!have_floats(terms, std::span(&guard, 1)) ||
      terms.node_count(guard, config_.max_nodes) >= config_.max_nodes)
    return true;
  ++asked_;
  BoxSearch search(terms, std::span(&guard, 1));
  const BoxSearch::Result result = search.run(config_.work - work_, context_.budget);
  boxes_ += search.boxes();
  work_ += search.work();
  return result != BoxSearch::Result::Refuted;
}

bool Infeasible::transform(Cfa& cfa, std::vector<Fate>&) {
  std::vector<CfaEdge> kept;
  for (const CfaEdge& edge : cfa.edges)
    if (edge.target != cfa.error || can_be_taken(cfa, edge)) kept.push_back(edge);
  edges_ = cfa.edges.size() - kept.size();
  if (edges_ == 0) return false;
  cfa.edges = std::move(kept);
  drop_unread_inputs(cfa);
  return true;
}

void Infeasible::visit_counters(const CounterVisitor& visit) const {
  visit("infeasible.edges", edges_);
  visit("infeasible.asked", asked_);
  visit("infeasible.boxes", boxes_);
}

}  // namespace cairn
