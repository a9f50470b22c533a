// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "certify/judgement.h"
#include "model/bit_system.h"

namespace cairn {

/// Judges a counterexample by replaying it (model/simulate.h says by which rules). The judgement
/// has one check, "Replay"; if it holds, the details say which properties fired and when. The trace
/// must show `property`, whatever it claims; without it, all that it claims (any bad state if it
/// claims nothing).
Judgement check_trace(const BitSystem& model, const BitTrace& trace,
                      const std::optional<Property>& property);

}  // namespace cairn
