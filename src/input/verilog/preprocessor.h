// SPDX-License-Identifier: MIT
//
// Verilog's preprocessor (IEEE 1800, clause 22): macros, conditions and included files. Cairn does
// this before Yosys does, because properties are compiled in between, and each token keeps its
// place: that of its macro's use, if it comes from one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "format/source.h"
#include "input/verilog/token.h"

namespace cairn::verilog {

struct PreprocessorOptions {
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> folders;  ///< where included files are looked for
};

/// All files in a row: macros of one are known in the next. Throws InputError.
TokenStream preprocess(const std::vector<Source>& files, const PreprocessorOptions& options);

}  // namespace cairn::verilog
