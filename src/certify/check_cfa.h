// SPDX-License-Identifier: MIT
//
// The judge of proofs about programs. It knows the automaton as it was built, one statement an
// edge, and neither the passes nor the engine that the proof comes from.
//
// A proof is a formula at some locations, the cut points, which must cut every cycle
// (model/cfa.h). From each cut point the paths to the next ones form a segment without cycles (the
// basic paths of the literature, all at once). A segment is encoded by strongest postconditions:
// what a location can be reached with, as a guard and the variables' values; where paths meet,
// fresh variables equal those of the path that was taken. Then a solver is asked for a state that
// satisfies the formula of the cut point and can be led out of that of another. Where there are
// floats, their intervals are split first (smt/box_search.h), which decides what no solver does in
// time. A pass may have found the proof in the same way (transform/cfa/infeasible.h); but the
// machine computed its bounds, and here the reference semantics of floats does. Else the solver is
// Z3, if the build has it, which shares nothing with what found the proof; what it does not decide
// in time, and what a build without it asks, goes to CaDiCaL as a circuit.
#pragma once

#include <cstdint>

#include "base/context.h"
#include "certify/judgement.h"
#include "model/cfa.h"

namespace cairn {

struct CfaCheckOptions {
  /// For Z3 and each segment; the rest is CaDiCaL's. 0: CaDiCaL alone.
  double z3_seconds = 10;
  /// Evaluations of terms for intervals (smt/box_search.h), which come first where there are
  /// floats; 0: none.
  std::uint64_t box_work = 50'000'000;
  /// Of proofs by complete unrolling: processor seconds for CaDiCaL, before Z3 has its turn and
  /// then CaDiCaL the rest; and the most locations, each in an iteration of its loops, to unroll.
  double cadical_seconds = 10;
  std::uint64_t unrolled_places = 5'000'000;
};

/// Judges an invariant: the checks are "Form" (over the variables of the automaton), "Cut" (no
/// cycle without a cut point) and "Segments"; those of a proof by complete unrolling are in
/// check_unrolling.h.
Judgement check_cfa_invariant(const Cfa& cfa, const CfaInvariant& invariant,
                              const CfaCheckOptions& options, const Context& context);

}  // namespace cairn
