// SPDX-License-Identifier: MIT
#include "format/c/c_float.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace cairn {
namespace {

float as_float(const Value& value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits().low()));
}

double as_double(const Value& value) {
  return value.sort() == Sort::float32() ? as_float(value)
                                         : std::bit_cast<double>(value.bits().low());
}

bool is_known(const Value& value) {
  return value.sort() == Sort::float32() || value.sort() == Sort::float64();
}

}  // namespace

bool is_nan(const Value& value) {
  return is_known(value) && std::isnan(as_double(value));
}

bool is_zero(const Value& value) {
  return is_known(value) && as_double(value) == 0;
}

std::optional<std::string> c_float_expression(const Value& value) {
  if (!is_known(value)) return std::nullopt;
  const bool is_float = value.sort() == Sort::float32();
  const double number = as_double(value);
  const char* suffix = is_float ? "f" : "";
  if (std::isnan(number)) return fmt::format("(0.0{0} / 0.0{0})", suffix);
  if (std::isinf(number)) return fmt::format("({1}1.0{0} / 0.0{0})", suffix, number < 0 ? "-" : "");
  return fmt::format("{:a}{}", number, suffix);
}

std::string c_float_text(const Value& value) {
  if (!is_known(value)) return value.to_string();
  const bool is_float = value.sort() == Sort::float32();
  if (!std::isfinite(as_double(value))) return fmt::format("{}", as_double(value));
  std::string text =
      is_float ? fmt::format("{}", as_float(value)) : fmt::format("{}", as_double(value));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return is_float ? text + "f" : text;
}

}  // namespace cairn
