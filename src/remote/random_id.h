// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cairn {

/// From the system: no two processes of a cluster get the same.
std::uint64_t random_number();

/// Ten letters and digits.
std::string random_id();

}  // namespace cairn
