// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cairn {

/// Of Cairn, its optional parts, the libraries that it asks, and the programs that it finds.
std::string version_text();

}  // namespace cairn
