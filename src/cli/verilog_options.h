// SPDX-License-Identifier: MIT
//
// The options of commands that read Verilog; -D and -I are those of C.
#pragma once

#include "input/verilog/verilog_reader.h"

namespace CLI {
class App;
}

namespace cairn {

/// The group of the options that say how Verilog is read.
inline constexpr const char* kVerilogGroup = "verilog";

/// --top, --param, --reset, --clock, --yosys.
void add_verilog_options(CLI::App& command, VerilogReadOptions& options);
/// The same with -D and -I, for commands that do not read C.
void add_verilog_and_macro_options(CLI::App& command, VerilogReadOptions& options);

}  // namespace cairn
