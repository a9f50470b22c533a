// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/ic3cfa/config.h"

namespace cairn {

/// --ic3cfa-...: every field of the configuration.
void add_ic3cfa_options(CLI::App& command, Ic3CfaConfig& config);

}  // namespace cairn
