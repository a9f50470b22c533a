// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/obligations.h"

#include <utility>

namespace cairn::ic3cfa {

CfaObligation CfaObligations::pop() {
  CfaObligation first = std::move(queue_.extract(queue_.begin()).value());
  waiting_.erase({first.level, first.region->at.index, first.region->cube});
  return first;
}

void CfaObligations::push(FrameLevel level, std::shared_ptr<BadRegion> region, bool explored,
                          bool returned) {
  if (!waiting_.insert({level, region->at.index, region->cube}).second) return;
  CfaObligation obligation;
  obligation.level = level;
  obligation.number = ++count_;
  obligation.explored = explored;
  obligation.returned = returned;
  const std::uint64_t size = region->cube.size();
  obligation.rank = order_ == Ic3CfaConfig::Order::Smallest  ? size
                    : order_ == Ic3CfaConfig::Order::Largest ? ~size
                                                             : rng_.next();
  obligation.region = std::move(region);
  queue_.insert(std::move(obligation));
}

void CfaObligations::clear() {
  queue_.clear();
  waiting_.clear();
}

std::vector<CfaObligation> CfaObligations::unmask() {
  std::vector<CfaObligation> result = std::exchange(masked_, {});
  for (CfaObligation& obligation : result) {
    ++obligation.level;
    obligation.explored = false;
  }
  return result;
}

}  // namespace cairn::ic3cfa
