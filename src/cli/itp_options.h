// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/itp.h"

namespace cairn {

/// --itp-...: every field of the configuration.
void add_itp_options(CLI::App& command, ItpConfig& config);

}  // namespace cairn
