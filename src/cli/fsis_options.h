// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/fsis/config.h"

namespace cairn {

/// --fsis-...
void add_fsis_options(CLI::App& command, FsisConfig& config);

}  // namespace cairn
