// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace cairn {

/// From now on this process, and all that it starts, reads files below the first and the second
/// folders alone, and writes below the second alone; links count where they lead. By Landlock: the
/// version, or 0 if the kernel has none, and nothing is confined then.
int confine_to_folders(const std::vector<std::string>& readable,
                       const std::vector<std::string>& writable);

}  // namespace cairn
