// SPDX-License-Identifier: MIT
//
// Reads a C program and runs it once, for tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "input/c/c_reader.h"
#include "model/interpret.h"

namespace cairn::support {

struct CRun {
  RunResult::Outcome outcome = RunResult::Outcome::Finished;
  std::string note;  ///< of the statement where the run stopped
  Position at;
  std::vector<std::string> havocs;  ///< notes of the values that were asked for, in order
};

/// Values for havocs; all others are zero.
using CInputs = std::function<Value(const InputRequest&)>;

CRun run_c(const std::string& text, const CReadOptions& options = {}, const CInputs& inputs = {});

/// The message of the InputError that reading throws; empty if it does not.
std::string c_error(const std::vector<Source>& files, const CReadOptions& options = {});

}  // namespace cairn::support
