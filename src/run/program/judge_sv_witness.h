// SPDX-License-Identifier: MIT
//
// Witnesses of other verifiers (format/c/sv_witness_reader.h), judged by checking the program with
// what they say (format/c/c_witness_code.h).
//
// Correctness: the invariants are assertions beside the program's own. They help as lemmas do; if
// all of them are proved, the program is safe and the witness true. An invariant that a run fails
// refutes the witness. (Those of GraphML, whose places are not exact, are candidates: what fails is
// left out.)
//
// Violation: an assertion fails only in a run that has passed the waypoints in their order. Such a
// run is one of the program: what was added changes none of its variables.
#pragma once

#include <vector>

#include "certify/evidence.h"
#include "format/c/sv_witness_reader.h"
#include "input/c/c_reader.h"
#include "run/program/check.h"

namespace cairn {

/// Of a program in several files. Throws InputError for one that can't be read.
EvidenceVerdict judge_sv_witness(const std::vector<Source>& program, const CReadOptions& options,
                                 const SvWitness& witness, const ProgramCheckOptions& check,
                                 const Context& context);

}  // namespace cairn
