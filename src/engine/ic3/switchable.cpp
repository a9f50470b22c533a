// SPDX-License-Identifier: MIT
#include "engine/ic3/switchable.h"

namespace cairn::ic3 {

void copy_logic(const BitSystem& from, const std::vector<std::uint32_t>& positions,
                GraphCopier& copier, BitSystem& to) {
  for (std::size_t i = 0; i < positions.size(); ++i)
    to.latches[i].next = copier.copy(from.latches[positions[i]].next);
  for (const Lit bad : from.bad) to.bad.push_back(copier.copy(bad));
  for (const Lit constraint : from.constraints) to.constraints.push_back(copier.copy(constraint));
}

Lit add_latch_like(const Latch& latch, BitSystem& to) {
  return latch.is_uninitialised() ? to.add_uninitialised_latch() : to.add_latch("", latch.reset);
}

BitSystem with_switchable_latches(const BitSystem& system) {
  BitSystem result;
  GraphCopier copier(system.aig, result.aig);
  for (const Var input : system.inputs) copier.set_image(input, result.add_input());
  std::vector<Lit> stand_ins, values;
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < system.latches.size(); ++i) {
    stand_ins.push_back(result.add_input());
    values.push_back(add_latch_like(system.latches[i], result));
    all.push_back(i);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Lit is_read = result.add_uninitialised_latch();
    result.set_next(is_read, is_read);
    copier.set_image(system.latches[i].var,
                     result.aig.if_then_else(is_read, values[i], stand_ins[i]));
  }
  copy_logic(system, all, copier, result);
  return result;
}

BitTrace without_switches(const BitSystem& system, BitTrace trace) {
  trace.initial.resize(system.latches.size());
  for (auto& inputs : trace.inputs) inputs.resize(system.inputs.size());
  return trace;
}

}  // namespace cairn::ic3
