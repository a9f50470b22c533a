// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/kind/config.h"

namespace cairn {

/// --kind-...
void add_kind_options(CLI::App& command, KindConfig& config);

}  // namespace cairn
