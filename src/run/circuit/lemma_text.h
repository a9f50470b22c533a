// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "model/bit_system.h"

namespace cairn {

/// The conjuncts of an invariant for people, with the names of the circuit that it is about: a
/// clause as "!busy | grant[0]", what is no clause as a formula over &, | and !. What has no name
/// is i3 (an input), l3 (a latch) or h3 (state that the proof adds). A conjunct that would fill
/// pages ends in three dots.
std::vector<std::string> lemma_texts(const BitSystem& model, const BitInvariant& invariant);

}  // namespace cairn
