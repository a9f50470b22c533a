// SPDX-License-Identifier: MIT
#include "engine/shared/bad_states.h"

namespace cairn {

BitTrace trace_from(const BitSystem& system, const BadState& first, std::span<const BadState> all) {
  BitTrace trace;
  const std::vector<std::uint32_t> positions = system.leaf_positions();
  trace.initial.resize(system.latches.size(), Lbool::Undef);
  for (const Lit lit : first.state)
    trace.initial[positions[lit.var().index]] = to_lbool(!lit.negated());
  const BadState* step = &first;
  trace.inputs.push_back(step->inputs);
  for (; step->successor; trace.inputs.push_back(step->inputs)) step = &all[*step->successor];
  trace.inputs.push_back(step->bad_inputs);
  return trace;
}

void require_outside(BitInvariant& invariant, const Cube& cube,
                     const std::vector<std::uint32_t>& leaf_positions) {
  std::vector<Lit> all;
  for (const Lit lit : cube)
    all.push_back(invariant.latch(leaf_positions[lit.var().index]) ^ lit.negated());
  invariant.conjuncts.push_back(~invariant.aig.and_all(all));
}

}  // namespace cairn
