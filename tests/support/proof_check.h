// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sat/resolution_proof.h"

namespace cairn::support {

/// Judges a derived clause of a proof by the letter of proof.h, both readings of its antecedents:
/// unit propagation from the first to the last, and a chain of resolutions from the last to the
/// first. Answers what is wrong, or nothing.
std::string fault_of_step(const sat::ResolutionProof& proof, sat::ClauseId id);

}  // namespace cairn::support
