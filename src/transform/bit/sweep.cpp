// SPDX-License-Identifier: MIT
#include "transform/bit/sweep.h"

#include <vector>

#include "base/allowance.h"
#include "sat/sweep.h"
#include "transform/bit/hashing.h"
#include "transform/bit/leaf_map.h"

namespace cairn {

BitSystem Sweep::apply(BitSystem system) {
  if (Allowance(config_.seconds, context_.budget).exhausted()) return system;
  BitSystem result;
  const std::vector<bool> everything(system.aig.size(), true);
  const LeafMap leaf_map(system, result, everything);
  std::vector<Lit> images(system.aig.size(), kFalse);
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    images[system.inputs[i].index] = Lit(result.inputs[i]);
  for (std::size_t i = 0; i < system.latches.size(); ++i)
    images[system.latches[i].var.index] = Lit(result.latches[i].var);
  sat::Sweeper sweeper(system.aig, result.aig, std::move(images),
                       {config_.seconds, config_.conflicts}, context_.budget, context_.seed);
  images = sweeper.run();

  GraphCopier copier(system.aig, result.aig);
  for (std::uint32_t v = 1; v < system.aig.size(); ++v) copier.set_image(Var{v}, images[v]);
  copy_functions(system, everything, result, copier, Rest::Keep);
  // A gate's equal may read the very latch whose reset is being defined: no cycles here.
  GraphCopier as_is(system.aig, result.aig);
  leaf_map.set_images(system, result, as_is);
  for (std::size_t i = 0; i < system.latches.size(); ++i)
    result.latches[i].reset = as_is.copy(system.latches[i].reset);
  result = Hashing().apply(std::move(result));  // leaves out what nothing reads any more
  nodes_ = sweeper.num_merged();
  queries_ = sweeper.num_queries();
  context_.log.detail("sweep: {} gates merged, {} gates left out, {} queries", nodes_,
                      system.aig.num_ands() - result.aig.num_ands(), queries_);
  return result;
}

void Sweep::visit_counters(const CounterVisitor& visit) const {
  visit("sweep.nodes", nodes_);
  visit("sweep.queries", queries_);
}

}  // namespace cairn
