// SPDX-License-Identifier: MIT
#pragma once

#include "model/invariant.h"

namespace cairn {

/// Both, about the same system. If each is inductive, or the right one with the left one assumed
/// before and after every step, both together are.
BitInvariant conjunction(const BitInvariant& left, const BitInvariant& right);

}  // namespace cairn
