// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/context.h"
#include "model/bit_system.h"
#include "transform/pass.h"

namespace cairn {

struct OptionGroup;

struct SweepConfig {
  double seconds = 3;             ///< of processor time
  std::uint64_t conflicts = 100;  ///< for each query
  static const OptionGroup& options();
};

/// SAT sweeping: gates that are equal or opposite for all values of inputs and latches become one.
/// Inputs and latches keep their places, so the way back is the identity.
class Sweep : public Pass<BitSystem> {
 public:
  Sweep(const SweepConfig& config, const Context& context) : config_(config), context_(context) {}

  std::string_view name() const override { return "sweep"; }
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override { return invariant; }
  BitTrace restore_trace(BitTrace trace) const override { return trace; }
  void visit_counters(const CounterVisitor& visit) const override;

 private:
  const SweepConfig config_;
  const Context context_;
  std::uint64_t nodes_ = 0;  // merged with another one
  std::uint64_t queries_ = 0;
};

}  // namespace cairn
