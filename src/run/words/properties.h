// SPDX-License-Identifier: MIT
//
// A verdict for each property of a word-level model, on bits where there are any; every one is
// checked against the model as it was read before it is printed.
#pragma once

#include "run/properties/run.h"
#include "run/words/check.h"

namespace cairn {

/// The rows of the table say which properties are wanted. The engine is any but kPortfolio.
PropertiesOutcome check_properties(const WordTask& task, const WordCheckOptions& options,
                                   PropertyTable& table, const OnDecided<WordOutcome>& on_decided,
                                   const Context& context);

}  // namespace cairn
