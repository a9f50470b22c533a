// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "model/bit_system.h"
#include "transform/pass.h"

namespace cairn {

/// Removes reset functions, for engines that know constants and uninitialised latches only. One
/// more latch tells the first step from the others (reset to 1, then 0); in that step a constraint
/// demands that each latch, uninitialised now, equals its reset function. Way back: a trace loses
/// that latch; an invariant keeps it as an auxiliary one, and gains what the constraints said.
class Resets : public Pass<BitSystem> {
 public:
  explicit Resets(const Context& context) : context_(context) {}

  std::string_view name() const override { return "resets"; }
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override;
  BitTrace restore_trace(BitTrace trace) const override;
  void visit_counters(const CounterVisitor& visit) const override {
    visit("resets.functions", functions_.size());
  }

 private:
  struct Function {
    std::uint32_t latch;  // position
    Lit reset;
  };

  const Context context_;
  Aig original_;             // what the functions are literals of
  std::vector<Var> inputs_;  // leaves of that graph, by position
  std::vector<Var> latches_;
  std::vector<Function> functions_;
};

}  // namespace cairn
