// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cairn {

/// As CaDiCaL says it, which need not be the number of its release: Debian's 1.5.3 says sc2021.
std::string cadical_version();

}  // namespace cairn
