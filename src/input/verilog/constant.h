// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "input/verilog/token.h"

namespace cairn::verilog {

/// The value of an identifier; none if it is not known.
using ConstantOf = std::function<std::optional<std::int64_t>(const std::string&)>;

/// The value of a constant expression of numbers, names, + - * / % << >>, parentheses and $clog2;
/// none if it has anything else or overflows.
std::optional<std::int64_t> constant_value(const Tokens& tokens, const ConstantOf& value_of);

}  // namespace cairn::verilog
