// SPDX-License-Identifier: MIT
//
// The front end for Verilog and SystemVerilog (docs/verilog.md): files are preprocessed, properties
// compiled to monitors, Yosys elaborates the rest, and its BTOR2 is read with the places of the
// assertions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/log.h"
#include "format/source.h"
#include "input/verilog/design_model.h"
#include "model/word_model.h"

namespace cairn {

struct VerilogReadOptions {
  std::string top;                      ///< empty: the only module that no other one mentions
  std::vector<std::string> parameters;  ///< NAME=VALUE, of the top module
  std::string reset;                    ///< NAME or NAME=VALUE: its value in the first step
  std::string clock;                    ///< for properties without one
  std::string yosys;                    ///< the program; empty: of PATH
  std::vector<std::string> defines;     ///< NAME or NAME=VALUE
  std::vector<std::string> folders;     ///< of included files
  bool covers = true;                   ///< cover statements are properties, too
  bool netlist = false;                 ///< also the elaborated design as Verilog
};

struct VerilogModel {
  WordModel model;
  std::vector<UnsupportedStatement> unsupported;  ///< what the model does not have
  Source btor2;                                   ///< the model as text, named as the first file
  std::string yosys, version;                     ///< which Yosys
  std::string top;
  std::vector<std::string> clocks;
  std::string netlist;  ///< in Verilog, without assertions
  /// Names of the model that the design does not have; one with ':' at its end: those that begin
  /// so.
  std::vector<std::string> beside;
  /// What proofs need to say something: the bad states of this text, one by one.
  std::vector<VacuityWitness> witnesses;
  Source witness_btor2;
};

/// Reading was stopped from outside: no fault of the input.
struct ReadingStopped : InputError {
  using InputError::InputError;
};

/// Throws InputError, and ReadingStopped. `stop` is asked now and then, and ends Yosys.
VerilogModel read_verilog(const std::vector<std::string>& files, const VerilogReadOptions& options,
                          const Log& log, const std::function<bool()>& stop);

}  // namespace cairn
