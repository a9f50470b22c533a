// SPDX-License-Identifier: MIT
#pragma once

#include "input/st/st_reader.h"

namespace CLI {
class App;
}

namespace cairn {

/// The group of the options that say how Structured Text is read.
inline constexpr const char* kStGroup = "st";

/// --cycles, --cycle-time and what else says how the cycle of a PLC goes.
void add_st_options(CLI::App& command, st::ReadOptions& options);

}  // namespace cairn
