// SPDX-License-Identifier: MIT
//
// Shorter counterexamples: rounds of a loop that the violation does not need are left out of a run,
// as long as what remains fails in the same place. Runs on random inputs have many of them.
#pragma once

#include "base/context.h"
#include "model/interpret.h"
#include "model/program.h"

namespace cairn {

/// The loop is the one of this site, which the run enters once. Takes at most about `seconds` of
/// processor time; returns the run itself if nothing can be left out.
ProgramFailure shortened(const Program& program, const ProgramFailure& failure, SiteId loop,
                         double seconds, const Context& context);

}  // namespace cairn
