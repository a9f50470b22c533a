// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/word_model.h"

namespace cairn {

/// Which names of states are written; without one, all are.
using KeepName = std::function<bool(std::string_view)>;

/// The model as BTOR2, with its names. Requires sorts that BTOR2 has (Booleans are bit-vectors of
/// one bit), and init terms without inputs and cycles. They come before the states that they
/// initialise, as the format demands; states stay in order unless one is initialised with a later
/// one, and array constants outside of init become states of their own, which are not to be found
/// in the model.
std::string write_btor2(const WordModel& model, const KeepName& keep = {});

}  // namespace cairn
