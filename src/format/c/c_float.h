// SPDX-License-Identifier: MIT
//
// Floats as C writes them.
#pragma once

#include <optional>
#include <string>

#include "logic/word/value.h"

namespace cairn {

bool is_nan(const Value& value);
bool is_zero(const Value& value);

/// A constant expression with exactly this value, in hexadecimal; infinities and NaN as quotients.
/// None for sorts other than float and double.
std::optional<std::string> c_float_expression(const Value& value);

/// For people: the shortest decimal literal that reads back as this value, "0.1f", "1e+30", "nan",
/// "-inf". Other sorts as Value::to_string().
std::string c_float_text(const Value& value);

}  // namespace cairn
