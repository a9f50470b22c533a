// SPDX-License-Identifier: MIT
#include "transform/cfa/unreachable.h"

#include "transform/cfa/commands.h"
#include "transform/cfa/graph.h"

namespace cairn {

bool Unreachable::transform(Cfa& cfa, std::vector<Fate>& fates) {
  const std::vector<bool> reachable = reachable_locations(cfa),
                          useful = locations_before_error(cfa);
  for (std::uint32_t i = 0; i < fates.size(); ++i) {
    if (LocationId{i} == cfa.initial || LocationId{i} == cfa.error) continue;
    if (!reachable[i]) {
      fates[i] = {Fate::Kind::Unreachable, 0};
      ++unreachable_;
    } else if (!useful[i]) {
      fates[i] = {Fate::Kind::Idle, 0};
      ++idle_;
    }
  }
  if (unreachable_ + idle_ == 0) return false;
  std::erase_if(cfa.edges, [&fates](const CfaEdge& edge) {
    return fates[edge.source.index].kind != Fate::Kind::Kept ||
           fates[edge.target.index].kind != Fate::Kind::Kept;
  });
  inputs_ = drop_unread_inputs(cfa);
  return true;
}

void Unreachable::visit_counters(const CounterVisitor& visit) const {
  visit("unreachable.locations", unreachable_);
  visit("unreachable.idle_locations", idle_);
  visit("unreachable.inputs", inputs_);
}

}  // namespace cairn
