// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/log.h"
#include "format/source.h"
#include "model/word_model.h"

namespace cairn {

/// Reads a word-level model; warnings of the reader go to the log. Throws InputError.
WordModel read_word_model(const Source& source, const Log& log);

/// As a checker sees a model. Throws InputError if there is no property at all.
WordModel read_word_model_with_properties(const Source& source, const Log& log);

}  // namespace cairn
