// SPDX-License-Identifier: MIT
//
// Counterexamples of BTOR2 models, by the strict rules of 2025: what btorsim replays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/source.h"
#include "model/word_model.h"

namespace cairn {

struct Btor2Witness {
  std::vector<std::uint32_t> bad;  ///< positions of bad states that are claimed to be reached
  std::vector<std::uint32_t> justice;
  WordTrace trace;
};

/// Every input of every step and every state of the first one that has no init has a value in it;
/// where the trace has none, zero.
std::string write_btor2_witness(const WordModel& model, const Btor2Witness& witness);

/// Throws InputError with the line.
Btor2Witness read_btor2_witness(const Source& source, const WordModel& model);

}  // namespace cairn
