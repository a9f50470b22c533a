// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/context.h"
#include "transform/cfa/cfa_pass.h"

namespace cairn {

struct OptionGroup;

struct InfeasibleConfig {
  std::uint64_t work = 30'000'000;   ///< of box search, for all edges together; about a second
  std::uint32_t max_nodes = 20'000;  ///< of an edge's formula; larger ones are not tried
  static const OptionGroup& options();
};

/// Removes edges into the error location that no state can take, where floats decide it: intervals
/// are split until none is left (smt/box_search.h). A program without loops over few inputs is one
/// edge after large blocks, and done.
///
/// Way back: formulas stay as they are. The edge that went can't be taken whatever they say, and no
/// cycle goes through the error location.
class Infeasible : public CfaPass {
 public:
  Infeasible(const InfeasibleConfig& config, const Context& context)
      : config_(config), context_(context) {}

  std::string_view name() const override { return "infeasible"; }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;

 private:
  bool can_be_taken(Cfa& cfa, const CfaEdge& edge);

  const InfeasibleConfig config_;
  const Context context_;
  std::uint64_t edges_ = 0, asked_ = 0, boxes_ = 0, work_ = 0;
};

}  // namespace cairn
