// SPDX-License-Identifier: MIT
//
// A counterexample, run by somebody else: the test bench and the sources of the design go to a
// Verilog simulator, which knows nothing of the model that Cairn decided.
#pragma once

#include <string>
#include <vector>

#include "base/context.h"
#include "format/source.h"

namespace cairn {

struct VerilogReplay {
  enum class Status { Agrees, Differs, NotRun };
  Status status = Status::NotRun;
  std::string how;                       ///< "iverilog", or what else was needed
  std::string reason;                    ///< with NotRun
  std::vector<std::string> differences;  ///< with Differs, as the test bench printed them
};

/// By Icarus Verilog: the sources, with FORMAL defined as formal tools do, or, if there are none or
/// it cannot read them (their assertions, mostly), the design as Yosys wrote it.
VerilogReplay replay_in_simulator(const std::string& testbench, const std::vector<Source>& sources,
                                  const std::string& netlist, const Context& context);

}  // namespace cairn
