// SPDX-License-Identifier: MIT
//
// A verdict for each temporal specification of a model, by way of the bad states and justice sets
// of its circuit (run/circuit/properties.h). A specification may have one of each: that the bad
// state is unreachable proves it at once, and only a fair run that never ends violates it.
#pragma once

#include <functional>
#include <vector>

#include "run/circuit/check.h"
#include "run/properties/run.h"
#include "run/temporal/task.h"

namespace cairn {

/// Rows for all specifications, by position.
std::vector<PropertyRow> rows_of(const TemporalTask& task);

/// The table has these rows. `on_decided` gets rows that the same evidence about the circuit
/// decides.
PropertiesOutcome check_specifications(const TemporalTask& task, const CheckOptions& options,
                                       PropertyTable& table,
                                       const OnDecided<CheckOutcome>& on_decided,
                                       const Context& context);

}  // namespace cairn
