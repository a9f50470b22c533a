// SPDX-License-Identifier: MIT
//
// cairn.toml: the tasks of a project, each with its files and the options of `cairn check`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn {

struct ProjectTask {
  std::string name;
  std::vector<std::string> files;  ///< as the project file has them, relative to its folder
  /// Names without dashes and values; a switch has none.
  std::vector<std::pair<std::string, std::optional<std::string>>> options;
  std::optional<std::string> expect;  ///< the verdict that is right: safe, unsafe, unknown
};

struct Project {
  std::string folder;  ///< of the project file
  std::vector<ProjectTask> tasks;
};

/// Throws InputError with the line of what is wrong, such as an option that `check` does not have:
/// `problem` says what is wrong with a name, or nothing.
Project read_project(const std::string& path,
                     const std::function<std::string(const std::string& option)>& problem);

}  // namespace cairn
