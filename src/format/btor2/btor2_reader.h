// SPDX-License-Identifier: MIT
//
// BTOR2 [NPWB18], the word-level format of the hardware model checking competition.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "format/source.h"
#include "model/word_model.h"

namespace cairn {

struct Btor2Model : WordModel {
  std::vector<std::string> warnings;
};

/// Throws InputError with the line. Takes time and memory in proportion to the file, whatever
/// numbers it has. Terms go to the pool, if there is one already.
Btor2Model read_btor2(const Source& source, std::shared_ptr<Terms> terms = nullptr);

}  // namespace cairn
