// SPDX-License-Identifier: MIT
//
// The options that say how circuits are checked: those of a command, and those that a worker's plan
// may have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "run/engines.h"
#include "run/passes.h"
#include "run/turns.h"

namespace cairn {

enum class EnginesFor { Circuits, Programs };
/// Whether "portfolio" is among them.
enum class Workers { No, Yes };

/// --engine. Every engine of circuits works on programs too.
void add_engine_option(CLI::App& command, std::string& engine, EnginesFor models, Workers workers);
/// --turn, --lanes and --lane-exchange.
void add_turn_options(CLI::App& command, EngineOptions& options);
/// What is wrong with the value of --turn, or an empty string.
std::string turn_problem(double seconds);
/// --passes; the name "none" is left in the list.
void add_passes_option(CLI::App& command, std::vector<std::string>& passes,
                       const std::string& description);
/// The settings of every engine.
void add_engine_options(CLI::App& command, EngineConfigs& configs);
/// The settings of passes.
void add_pass_options(CLI::App& command, PassOptions& options);

}  // namespace cairn
