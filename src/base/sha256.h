// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cairn {

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal; witnesses name their program by it.
std::string sha256(std::string_view bytes);

}  // namespace cairn
