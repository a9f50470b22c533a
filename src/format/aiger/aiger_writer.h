// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/bit_system.h"

namespace cairn {

enum class AigerFormat { Ascii, Binary };

/// The system as an AIGER file. Inputs, latches and gates are renumbered in that order, as binary
/// files need; gates keep their order. The header is the short, old one unless the system needs the
/// new one.
std::string write_aiger(const BitSystem& system, AigerFormat format);

}  // namespace cairn
