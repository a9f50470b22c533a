// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/context.h"
#include "transform/bit/induction.h"
#include "transform/bit/leaf_map.h"
#include "transform/pass.h"

namespace cairn {

/// Signal correspondence: latches and gates that are equal or opposite in all reachable steps
/// become one (induction.h says how they are found). With Constrained::Now the pass is meant to
/// come after the one with Constrained::Before, to which it leaves systems without constraints. Way
/// back: an invariant gains the equalities, which are inductive together; a trace gets the first
/// values of merged latches from their heads.
class Correspondence : public Pass<BitSystem> {
 public:
  Correspondence(const CorrespondenceConfig& config, const Context& context)
      : config_(config), context_(context) {}

  std::string_view name() const override;
  BitSystem apply(BitSystem system) override;
  BitInvariant restore_invariant(BitInvariant invariant) const override;
  BitTrace restore_trace(BitTrace trace) const override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_latches() const { return latches_; }
  std::size_t num_gates() const { return gates_; }

 private:
  std::vector<bool> kept_leaves() const;
  BitSystem rebuild();
  void set_resets(BitSystem& result, const std::vector<bool>& keep, GraphCopier& leaves) const;
  void choose_conjuncts();

  const CorrespondenceConfig config_;
  const Context context_;
  CorrespondenceStats stats_;
  BitSystem original_;
  std::vector<Merge> merges_;            // by member, ascending
  std::vector<Lit> heads_;               // by variable of the original; kNoLit if it is no member
  std::size_t latches_ = 0, gates_ = 0;  // members that are
  std::optional<LeafMap> leaves_;
  std::vector<Merge> conjuncts_;  // the other merges follow from these by the structure alone
};

}  // namespace cairn
