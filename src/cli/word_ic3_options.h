// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/word/config.h"

namespace cairn {

/// --word-..., --ic3ia-..., --ctigar-...: what the engines over terms can do.
void add_word_ic3_options(CLI::App& command, WordEngineConfigs& configs);

}  // namespace cairn
