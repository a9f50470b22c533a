// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "format/aiger/aiger_reader.h"
#include "format/source.h"

namespace cairn {

/// Whether a text begins as BLIF does: comments (#), then a line with one of its first words.
bool is_blif(std::string_view text);

/// Reads BLIF, the Berkeley Logic Interchange Format, as a circuit; its outputs are outputs (see
/// adopt_outputs_as_bad). Subcircuits are flattened, tables become gates. A latch whose initial
/// value is 2 (don't care) or 3 (unknown, and what a latch without one has) is uninitialised.
/// Throws InputError, also for what has no exact model as a circuit with one clock: level-sensitive
/// latches, latches of several clocks, library gates.
AigerModel read_blif(const Source& source);

}  // namespace cairn
