// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/word_model.h"

namespace cairn {

/// The expression, over the names of the model (inputs, states, outputs, wires), as the Boolean
/// term "it is not zero". Widths and signs as IEEE 1364 section 5.4 and 5.5 say: operands get the
/// width of what they stand beside; the signals of the design count as unsigned, with bits counted
/// from 0. There is no x: literals with x or z, and division by anything but a constant other than
/// zero, are refused. Throws InputError at a place in `line` of `file`.
Term parse_verilog_expression(std::string_view text, const WordModel& model, const Position& begin);

struct NamedInvariant {
  Term term;
  std::string text;
  std::uint64_t line = 0;
};

/// One expression a line, a semicolon behind it or not; lines that are empty or begin with // or #
/// are comments. Throws InputError.
std::vector<NamedInvariant> read_verilog_invariants(std::string_view text, const std::string& name,
                                                    const WordModel& model);

}  // namespace cairn
