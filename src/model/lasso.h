// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "model/bit_system.h"

namespace cairn {

/// A lasso that closes for some latches, those that a property depends on, as one that closes for
/// all: the loop is gone through again until the state at its begin is one that it has had there
/// before. What the trace leaves open is filled in. Its `loop_start` says where the loop begins.
/// False if that takes more steps than `most`; the trace is as it was then.
bool close_loop(const BitSystem& system, BitTrace& trace, std::size_t most);

}  // namespace cairn
