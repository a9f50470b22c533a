// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/bit_system.h"

namespace cairn {

/// The run of `trace` (by simulation, Undef values as 'x') as a VCD file for GTKWave: inputs,
/// latches, outputs, bad states and constraints under the design's names, made into legal and
/// distinct VCD names.
std::string write_vcd(const BitSystem& system, const BitTrace& trace);

}  // namespace cairn
