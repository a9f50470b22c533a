// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "cli/session.h"
#include "input/program_reader.h"

namespace cairn {

struct SimulateArguments {
  std::string model;
  std::string witness;
  std::string vcd;
  std::string gtkw;  ///< of words
  std::string write_witness;
  std::uint32_t steps = 20;
  std::uint32_t rounds = 1;
  bool print = true;
  SessionOptions session;
  ProgramInput input;  ///< how Verilog is read
};

/// Of BTOR2 models. Returns the exit code.
int simulate_words(const SimulateArguments& arguments, Session& session);

}  // namespace cairn
