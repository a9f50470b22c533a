// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/project/project_file.h"

namespace cairn {

/// A hash of all that the answer to a task can depend on: the program, the options, the files and
/// what they include. Nothing if that cannot be determined, as with a file whose name a macro
/// makes: such a task is decided each time. Files are looked for from the current folder.
std::optional<std::string> task_key(const ProjectTask& task, const std::string& program);

}  // namespace cairn
