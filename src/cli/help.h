// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

namespace cairn {

/// --help shows what most people need, and one line for each group of settings of engines and
/// passes; --help-all shows everything. For the commands that are added afterwards too.
void set_up_help(CLI::App& app);

}  // namespace cairn
