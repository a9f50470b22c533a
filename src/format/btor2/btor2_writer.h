// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/word_model.h"

namespace cairn {

/// The model as BTOR2, with its names. Requires sorts that BTOR2 has (Booleans are bit-vectors of
/// one bit), and init terms without inputs and cycles. They come before the states that they
/// initialise, as the format demands; states stay in order unless one is initialised with a later
/// one, and array constants outside of init become states of their own, which are not to be found
/// in the model.
std::string write_btor2(const WordModel& model);

}  // namespace cairn
