// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "run/program_engines.h"

namespace cairn {

/// --smt-..., and the options of each engine on automata.
void add_program_engine_options(CLI::App& command, ProgramEngineConfigs& configs);

}  // namespace cairn
