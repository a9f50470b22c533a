// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/ic3/config.h"

namespace cairn {

/// --ic3-...: every field of the configuration.
void add_ic3_options(CLI::App& command, Ic3Config& config);

}  // namespace cairn
