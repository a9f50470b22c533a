// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model/bit_system.h"
#include "transform/pass.h"

namespace cairn {

/// Makes each bad state true some steps earlier: it becomes "true now, or after one constrained
/// step, or after two, ...", with new inputs for those steps [EMB11, section VI.C]. Way back: a
/// trace goes on with the values of these inputs; an invariant excludes more than it has to, and
/// loses them.
class TargetEnlargement : public Pass<BitSystem> {
 public:
  explicit TargetEnlargement(std::uint32_t steps) : steps_(steps) {}

  std::string_view name() const override { return "target-enlargement"; }
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override;
  BitTrace restore_trace(BitTrace trace) const override;
  void visit_counters(const CounterVisitor& visit) const override {
    visit("target-enlargement.inputs", num_inputs_ * steps_);
    visit("target-enlargement.gates", num_gates_);
  }

 private:
  const std::uint32_t steps_;
  BitSystem enlarged_;
  std::size_t num_inputs_ = 0;  // of the original system
  std::uint64_t num_gates_ = 0;
};

}  // namespace cairn
