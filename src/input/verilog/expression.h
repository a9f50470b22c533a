// SPDX-License-Identifier: MIT
#pragma once

#include "input/verilog/token.h"

namespace cairn::verilog {

/// An expression without the operators ->, <-> and inside, which not every Yosys knows.
Tokens without_implications(const Tokens& tokens);

}  // namespace cairn::verilog
