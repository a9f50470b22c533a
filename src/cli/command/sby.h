// SPDX-License-Identifier: MIT
//
// `cairn check TASKS.sby [TASK...]`: what SymbiYosys does with a task file, with Cairn as the only
// engine; its status lines and exit codes.
#pragma once

#include <string>
#include <vector>

#include "cli/subject.h"

namespace cairn {

struct SbyArguments {
  std::string file;
  std::vector<std::string> tasks;  ///< names; empty: those that the file runs by default
  SubjectOptions subject;
  SessionOptions session;
};

inline bool is_sby_file(const std::string& path) {
  return path.ends_with(".sby");
}

/// Runs the tasks one after the other, each in a process of its own. The exit code: 0 if all had
/// the status that they expect, otherwise the codes of those that had not, as bits.
int check_sby(const SbyArguments& arguments);

}  // namespace cairn
