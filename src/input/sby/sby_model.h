// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "format/source.h"
#include "input/sby/sby_file.h"
#include "model/word_model.h"

namespace cairn {

struct YosysLimits {
  std::optional<double> seconds;
  std::function<bool()> stop;  ///< may be empty
};

struct YosysResult {
  bool succeeded = false;
  bool was_stopped = false;
  std::string message;  ///< why not: what Yosys said last
};

/// Runs Yosys on a script (a text, not a path) in a directory.
YosysResult run_yosys_script(const std::string& script, const std::string& directory,
                             const YosysLimits& limits);

/// A task's design, elaborated.
struct SbyDesign {
  std::optional<Source> btor2;      ///< nothing if Yosys failed
  std::string top;                  ///< the module
  std::vector<std::string> clocks;  ///< names of inputs that registers are clocked with
  bool falling = false;             ///< all of them with falling edges
  std::string netlist;              ///< if asked for: as Yosys read it, without assertions
  std::vector<Source> sources;      ///< files in Verilog, by their names there
  YosysResult yosys;
};

/// What Cairn appends to the script of a task: one flat module, one clock, nothing undefined, and
/// the model in BTOR2.
std::vector<std::string> ending_of_script(const SbyTask& task);

/// Whether the design is wanted in Verilog, too, for a simulator: hierarchy, memories and the names
/// of registers as in the sources.
enum class Netlist { No, Yes };

/// Copies the files of the task, which are looked for from the current directory and then from that
/// of the task file, to a private directory, and runs its script with Cairn's ending. Throws
/// InputError if a file is missing.
SbyDesign elaborate(const SbyTask& task, const std::string& task_file, const YosysLimits& limits,
                    Netlist netlist = Netlist::No);

/// The model of a design that Yosys could elaborate, with the places of its properties.
WordModel read_sby_model(const SbyDesign& design, const SbyTask& task, const Log& log);

}  // namespace cairn
