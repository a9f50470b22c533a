// SPDX-License-Identifier: MIT
//
// A certificate about a program (format/ivl/program_certificate.h), judged against the program as
// it is read now: each proof segment by segment on the automaton of the program with the assertions
// that it is about (certify/check_cfa.h). Together the proofs must be about all assertions that are
// wanted. That each is judged by itself suffices: in a run that fails, the first assertion to do so
// fails in the automaton of a proof that is about it.
#pragma once

#include <string>

#include "base/context.h"
#include "certify/check_cfa.h"
#include "certify/evidence.h"
#include "format/ivl/program_certificate.h"
#include "model/assertions.h"

namespace cairn {

/// `wanted` are positions in assertions_of; nothing: all. Throws InputError for a file that is no
/// certificate of this program.
EvidenceVerdict judge_program_certificate(const Program& program, const Source& certificate,
                                          const JudgedAssertions& wanted,
                                          const CfaCheckOptions& options, const Context& context);

}  // namespace cairn
