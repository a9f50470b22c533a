// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/rng.h"
#include "sat/interpolate.h"

namespace cairn::support {

/// A random formula of small clauses, in 2 to `max_parts` parts. Clauses may have repeated and
/// opposite literals and constants, and there are units.
sat::PartedFormula random_formula(Rng& rng, std::uint32_t max_variables, sat::Part max_parts);

/// A refutation in memory, and what belongs to it.
struct Refutation {
  sat::ResolutionProof proof;
  sat::ClauseId final = sat::kNoClauseId;
  std::vector<sat::Part> parts;  ///< by number; of originals
};

/// Asks Cairn's solver; nothing if the formula and the assumptions are satisfiable.
std::optional<Refutation> refute(const sat::PartedFormula& formula,
                                 std::span<const Lit> assumptions = {});

}  // namespace cairn::support
