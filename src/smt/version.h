// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cairn {

/// Of Z3, or an empty string if Cairn was built without.
std::string z3_version();

}  // namespace cairn
