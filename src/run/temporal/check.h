// SPDX-License-Identifier: MIT
//
// A verdict for each temporal specification of a model, by way of the bad states and justice sets
// of its circuit (run/circuit/properties.h). A specification may have one of each: that the bad
// state is unreachable proves it at once, and only a fair run that never ends violates it. CTL that
// LTL cannot say has a search of its own (run/temporal/ctl.h).
#pragma once

#include <functional>
#include <vector>

#include "run/circuit/check.h"
#include "run/properties/run.h"
#include "run/temporal/ctl.h"
#include "run/temporal/task.h"

namespace cairn {

/// Rows for all specifications, by position.
std::vector<PropertyRow> rows_of(const TemporalTask& task);

/// Who is told what was decided; functions may be empty.
struct OnSpecification {
  /// Rows that the same evidence about the circuit decides.
  OnDecided<CheckOutcome> by_circuit;
  /// A row of CTL, whose evidence was checked and is not kept.
  std::function<void(const PropertyRow&, const CtlVerdict&)> by_bounds;
  /// Evidence about the circuit is wanted: CTL that LTL can say is searched for there first.
  bool prefers_circuit = false;
};

/// The table has these rows.
PropertiesOutcome check_specifications(const TemporalTask& task, const CheckOptions& options,
                                       PropertyTable& table, const OnSpecification& on_decided,
                                       const Context& context);

}  // namespace cairn
