// SPDX-License-Identifier: MIT
//
// The plans of workers: schedules that come with Cairn, one for each number of workers
// (run/plan.h), and files of the user's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "run/plan.h"
#include "run/workers/portfolio.h"
#include "run/workers/work.h"

namespace cairn {

inline constexpr std::uint32_t kMostWorkers = 256;

/// A plan as it was written, with where.
struct WrittenPlan {
  NamedWords plan;
  Position at;
  bool is_ours = false;   ///< of a schedule that comes with Cairn
  bool is_usual = false;  ///< likewise, and not with an engine that was chosen
};

/// For so many workers; with an engine that is not empty, each runs that with another seed.
std::vector<WrittenPlan> written_schedule(std::uint32_t workers, bool of_programs,
                                          const std::string& engine);
/// Lines "NAME = OPTIONS"; # begins a comment. Throws InputError.
std::vector<WrittenPlan> read_plan_file(const std::string& path);

/// What workers do: the configuration of the command line with the changes of each plan. Throws
/// InputError at the plan that is wrong.
std::vector<WorkerPlan> worker_plans(const std::vector<WrittenPlan>& written,
                                     const Configuration& configuration, std::uint64_t seed,
                                     bool of_programs);

/// Workers that decide a justice property: the plans that were chosen, without those whose engine
/// cannot do that; or, if none was, one for each engine of the usual schedule and, with more slots,
/// the same with other seeds.
PortfolioOptions for_justice(PortfolioOptions portfolio, const Configuration& configuration,
                             std::uint64_t seed);

}  // namespace cairn
