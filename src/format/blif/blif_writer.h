// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "model/bit_system.h"

namespace cairn {

/// Why a system cannot be written as BLIF, which has outputs only and constants as initial values;
/// nothing if it can be.
std::optional<std::string> cannot_write_blif(const BitSystem& system);

/// The system as one model: bad states come first among its outputs, each gate is a table. Names
/// are kept where BLIF can have them and they are the only one of their kind; others are made.
/// Requires !cannot_write_blif(system).
std::string write_blif(const BitSystem& system);

}  // namespace cairn
