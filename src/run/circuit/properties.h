// SPDX-License-Identifier: MIT
//
// A verdict for each property of a circuit; every one is checked against the model as it was read
// before it is printed.
#pragma once

#include "run/circuit/check.h"
#include "run/properties/run.h"

namespace cairn {

/// The rows of the table say which properties are wanted. The engine is any but kPortfolio.
PropertiesOutcome check_properties(const AigerModel& model, const CheckOptions& options,
                                   PropertyTable& table, const OnDecided<CheckOutcome>& on_decided,
                                   const Context& context);

}  // namespace cairn
