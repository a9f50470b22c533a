// SPDX-License-Identifier: MIT
//
// Random tiny automata, the same for the same seed: any graph, with loops, dead ends, twins and
// unreachable parts; commands over few bits that set constants, copy, compute, read inputs, and
// branch on variables and inputs. They are deterministic, as model/cfa.h wants it.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "model/cfa.h"

namespace cairn::support {

struct RandomCfaOptions {
  unsigned max_locations = 10;  ///< besides the initial and the error location
  unsigned max_variables = 4;   ///< of one or two bits
  unsigned max_bits = 5;        ///< of all variables
};

Cfa random_cfa(std::uint64_t seed, const RandomCfaOptions& options = {});

/// A command over the automaton's variables and new inputs (nested, with choices), deterministic.
CommandRef random_command(Cfa& cfa, Rng& rng, unsigned depth);

/// A term of this sort over the automaton's variables and `more`.
Term random_term(const Cfa& cfa, Rng& rng, Sort sort, const std::vector<Term>& more = {});

}  // namespace cairn::support
