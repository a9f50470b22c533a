// SPDX-License-Identifier: MIT
#pragma once

#include "model/bit_system.h"
#include "model/word_model.h"

namespace cairn {

/// A circuit as a word-level model whose words have one bit. Names stay; inputs and latches without
/// one are called as AIGER's symbols would, "i3" and "l0".
WordModel raise_bits(const BitSystem& system);

/// A word-level model as a circuit with its names, outputs, justice and fairness included
/// (LowerWord knows safety alone). Requires that cannot_blast() has no objection.
BitSystem lower_model(const WordModel& model);

}  // namespace cairn
