// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/bradley/config.h"

namespace cairn {

/// --bradley-...
void add_bradley_options(CLI::App& command, BradleyConfig& config);

}  // namespace cairn
