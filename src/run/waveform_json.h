// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "format/vcd/wave_table.h"

namespace cairn {

/// A run as docs/json.md has it under `waveform`: signals that the property reads come first, the
/// nearest ones before others. What would make the report too large to be opened is left out from
/// the end, and counted. `loop_start`: of a lasso; negative: there is none.
nlohmann::ordered_json waveform_json(const WaveTable& table, std::int64_t loop_start);

}  // namespace cairn
