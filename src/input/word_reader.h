// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "base/log.h"
#include "format/source.h"
#include "input/program_reader.h"
#include "model/word_model.h"

namespace cairn {

/// Reads a word-level model; warnings of the reader go to the log. Throws InputError.
WordModel read_word_model(const Source& source, const Log& log);

/// Elaborates a design; -D and -I are those of the compiler's arguments. `stop` is asked now and
/// then. Throws InputError, also about an assumption that is not supported.
VerilogModel read_verilog_design(const ProgramInput& input, const Log& log,
                                 const std::function<bool()>& stop);
/// The same for whoever looks at `unsupported`, which may have assumptions; throws InputError if
/// there is nothing to check.
VerilogModel read_verilog_with_properties(const ProgramInput& input, const Log& log,
                                          const std::function<bool()>& stop);

/// A model of a file in BTOR2 or Verilog, as its language says. Throws InputError, also about
/// statements that are not supported.
WordModel read_word_model(const std::string& path, Language language, const ProgramInput& input,
                          const Log& log);

/// As a checker sees a model. Throws InputError if there is no property at all.
WordModel read_word_model_with_properties(const Source& source, const Log& log);

}  // namespace cairn
