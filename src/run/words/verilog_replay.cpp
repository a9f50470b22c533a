// SPDX-License-Identifier: MIT
#include "run/words/verilog_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/run_program.h"
#include "format/verilog/testbench.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

bool is_header(const std::string& name) {
  return name.ends_with(".vh") || name.ends_with(".svh") || name.ends_with(".h");
}

class Simulation {
 public:
  Simulation(const std::string& testbench, const std::vector<Source>& sources,
             const Context& context)
      : context_(context) {
    write("cairn_testbench.v", testbench);
    for (const Source& source : sources) {
      write(source.name, source.bytes);
      if (!is_header(source.name)) files_.push_back(source.name);
    }
  }

  VerilogReplay run(const std::string& netlist) {
    VerilogReplay replay;
    replay.how = "iverilog";
    bool is_compiled = !files_.empty() && compile(files_, replay.reason);
    if (!is_compiled && !netlist.empty()) {
      replay.how = "iverilog, on the design as Yosys read it";
      write("cairn_netlist.v", netlist);
      is_compiled = compile({"cairn_netlist.v"}, replay.reason);
    }
    if (is_compiled) simulate(replay);
    return replay;
  }

 private:
  void write(const std::string& name, const std::string& text) {
    const fs::path path = fs::path(directory_.path()) / name;
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    std::ofstream(path, std::ios::binary) << text;
  }

  ProgramResult call(const std::vector<std::string>& command) const {
    ProgramLimits limits;
    limits.seconds = 120;
    limits.stop = [this] { return context_.budget.exhausted(); };
    return run_program(command, directory_.path(), "", limits);
  }

  bool compile(const std::vector<std::string>& files, std::string& problem) const {
    std::vector<std::string> command{"iverilog", "-g2012",  "-DFORMAL",
                                     "-I.",      "-s",      "cairn_testbench",
                                     "-o",       "run.vvp", "cairn_testbench.v"};
    command.insert(command.end(), files.begin(), files.end());
    const ProgramResult result = call(command);
    if (result.succeeded()) return true;
    problem = fmt::format("iverilog: {}", result.output.substr(0, result.output.find('\n')));
    return false;
  }

  void simulate(VerilogReplay& replay) const {
    const ProgramResult result = call({"vvp", "-n", "run.vvp"});
    std::optional<std::string> end;
    for (std::string_view rest = result.output; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.starts_with(kTestbenchDiffers))
        replay.differences.emplace_back(line.substr(std::string_view(kTestbenchDiffers).size()));
      if (line.starts_with(kTestbenchEnd))
        end = line.substr(std::string_view(kTestbenchEnd).size());
    }
    replay.reason.clear();
    if (!result.succeeded() || !end) {
      replay.reason = "the simulation did not reach its end";
      return;
    }
    replay.status =
        replay.differences.empty() ? VerilogReplay::Status::Agrees : VerilogReplay::Status::Differs;
  }

  const Context& context_;
  const PrivateDirectory directory_;
  std::vector<std::string> files_;
};

/// What may be a file in the directory, and is no option.
bool is_plain(const std::string& text) {
  return !text.empty() && text.find_first_of(" \t\r\n;#!\"'") == std::string::npos &&
         text.front() != '-' && text.front() != '/' && text.find("..") == std::string::npos;
}

}  // namespace

VerilogReplay replay_in_simulator(const std::string& testbench, const std::vector<Source>& sources,
                                  const std::string& netlist, const Context& context) {
  const auto not_run = [](std::string reason) {
    VerilogReplay replay;
    replay.reason = std::move(reason);
    return replay;
  };
  if (!has_program("iverilog") || !has_program("vvp"))
    return not_run("there is no simulator: expected iverilog and vvp in PATH");
  for (const Source& source : sources)
    if (!is_plain(source.name))
      return not_run(fmt::format("a source with an unusual name: {}", printable(source.name, 80)));
  return Simulation(testbench, sources, context).run(netlist);
}

}  // namespace cairn
