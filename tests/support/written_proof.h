// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sat/dimacs.h"

namespace cairn::support {

/// Refutes the formula with each writer of proofs (sat/lrat.h) listening, reads the files back and
/// judges them: LRAT by certify's checker; DRAT, unless it is long, step by step by unit
/// propagation, and its two encodings against each other. Empty if all is right, or the formula has
/// a model; else the fault. `folder` is for the files.
std::string fault_of_written_proofs(const sat::Cnf& cnf, const std::string& folder, bool& refuted);

}  // namespace cairn::support
