// SPDX-License-Identifier: MIT
//
// Plans on their way to workers elsewhere, and there: from a configuration to settings with types,
// which is what travels, and from these to a configuration.
#pragma once

#include "remote/job.h"
#include "run/workers/work.h"

namespace cairn {

/// The whole plan. Throws InputError for what cannot be asked of workers elsewhere: what names a
/// file or runs a program.
JobPlan job_plan(const WorkerPlan& plan);

/// Begins with what Cairn does by itself, and changes what the plan says. Throws InputError for
/// engines, passes, strategies, settings and values that this version does not know, or that nobody
/// elsewhere may choose.
WorkerPlan worker_plan(const JobPlan& plan, bool of_program);

}  // namespace cairn
