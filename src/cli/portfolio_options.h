// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "cli/portfolio_plans.h"
#include "run/share_policy.h"

namespace cairn {

/// What a command line says about workers.
struct PortfolioArguments {
  std::uint32_t workers = 1;
  std::string file;  ///< with plans; empty: the list for that many workers
  SharePolicy share;
};

/// --workers, --portfolio and what says which lemmas workers share.
void add_portfolio_options(CLI::App& command, PortfolioArguments& arguments);

/// Which lemmas workers share.
void add_share_options(CLI::App& group, SharePolicy& share);

/// Makes "portfolio" the engine if there are to be several workers and the user has not chosen
/// one; if the user has, each worker runs that engine, and the name becomes "portfolio" as well.
/// `engine` is as the options left it. The plans, as they are written, or none. Throws what the
/// parser reports as a mistake on the command line, or InputError.
std::vector<WrittenPlan> choose_plans(const CLI::App& command, const PortfolioArguments& arguments,
                                      std::string& engine, EnginesFor models);

}  // namespace cairn
