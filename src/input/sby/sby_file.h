// SPDX-License-Identifier: MIT
//
// Task files of SymbiYosys. A file describes several tasks at once: lines that begin with a tag (or
// with ~ and a tag) are for those that have it (or not), and blocks of Python compute further
// lines. So a file is read twice: for the names of its tasks, and for each of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/source.h"

namespace cairn {

struct SbyTask {
  enum class Mode { Bmc, Prove, Cover, Live };

  std::string name;  ///< empty if the file has no tasks
  Mode mode = Mode::Bmc;
  std::uint32_t depth = 20;              ///< steps that bmc and cover look at
  std::vector<std::string> expect;       ///< PASS, FAIL, UNKNOWN, ERROR, TIMEOUT
  std::optional<std::uint32_t> timeout;  ///< seconds
  bool multiclock = false;
  bool assume_early = true;
  std::vector<std::vector<std::string>> engines;  ///< words of each
  std::vector<std::string> script;
  std::vector<std::pair<std::string, std::string>> files;  ///< where it goes, where it is
  std::vector<std::pair<std::string, std::string>> texts;  ///< where it goes, what it has
  std::vector<std::string> notes;                          ///< what has no effect here
};

/// Runs Python for `--pycode-begin--`: the code, the task (nothing while tasks are listed), its
/// tags. Returns the lines that it put out. Throws std::string with what is wrong.
using PythonBlocks = std::function<std::vector<std::string>(const std::string& code,
                                                            const std::optional<std::string>& task,
                                                            const std::vector<std::string>& tags)>;

/// In a process of its own, with limits, by python3.
PythonBlocks python_process();

struct SbyTasks {
  std::vector<std::string> all;       ///< empty if the file has one task without a name
  std::vector<std::string> defaults;  ///< those that run if nothing is asked for
};

/// Throws InputError.
SbyTasks list_sby_tasks(const Source& source, const PythonBlocks& python);
/// `name`: of a task, or empty if there are none. Throws InputError.
SbyTask read_sby_task(const Source& source, const std::string& name, const PythonBlocks& python);

}  // namespace cairn
