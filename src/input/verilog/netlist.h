// SPDX-License-Identifier: MIT
//
// What Cairn asks about the elaborated design: its clocks, and where its assertions are.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cairn::verilog {

struct Netlist {
  /// An assertion's cell; `sampled`: its value goes through a register first, so that it is seen
  /// one step late.
  struct Check {
    std::string name;  ///< of the cell
    std::uint32_t statement = 0;
    bool sampled = false;
    /// The name that it is to have instead, of a copy in a loop of a generate block; may be empty.
    std::string wanted;
  };
  std::vector<Check> checks;
  std::vector<std::string> clocks;       ///< names, with their edges
  bool one_clock = true;                 ///< an input of the design, used as a clock alone
  std::vector<std::string> unsupported;  ///< cells without a meaning for a model checker
};

/// From Yosys's JSON. Throws InputError about `file` if it is not what is expected.
Netlist read_netlist(const std::string& json, const std::string& top, const std::string& file);

}  // namespace cairn::verilog
