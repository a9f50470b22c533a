// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model/word_system.h"

namespace cairn::support {

struct RandomSimplifiableOptions {
  unsigned free_percent = 15;  ///< states without a next-state term
  unsigned uninitialised_percent = 20;
  unsigned init_term_percent = 15;  ///< initial values that read inputs and other states
  unsigned constraint_percent = 40;
  unsigned twin_percent = 40;  ///< a state with the functions of another, or their complements
  unsigned constant_index_percent = 60;  ///< arrays are used at constant indices, mostly
  unsigned sliced_percent = 25;          ///< all words are read in slices
};

/// Few bits in all (ExplicitWords takes it), of several sorts, arrays among them, with every
/// operator on bit-vectors and arrays. Some have what simplification looks for: states that stay or
/// are equal, constraints that fix a variable or are conjunctions.
WordSystem random_simplifiable(std::uint64_t seed, const RandomSimplifiableOptions& options = {});

}  // namespace cairn::support
