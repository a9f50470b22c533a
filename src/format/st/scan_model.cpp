// SPDX-License-Identifier: MIT
#include "format/st/scan_model.h"

#include <fmt/format.h>

#include "format/c/program_trace.h"

namespace cairn::st {
namespace {

/// d, h, m, s and what is left, of a number of units; `unit` is how many there are in a second.
std::string duration(std::int64_t count, std::int64_t second, const char* rest) {
  if (count == 0) return "0s";
  // The smallest number has no positive counterpart.
  auto left =
      count < 0 ? ~static_cast<std::uint64_t>(count) + 1 : static_cast<std::uint64_t>(count);
  std::string text = count < 0 ? "-" : "";
  const auto unit = static_cast<std::uint64_t>(second);
  for (const auto& [name, size] : {std::pair("d", 86400 * unit), std::pair("h", 3600 * unit),
                                   std::pair("m", 60 * unit), std::pair("s", unit)}) {
    if (left >= size) text += fmt::format("{}{}", left / size, name);
    left %= size;
  }
  if (left > 0) text += fmt::format("{}{}", left, rest);
  return text;
}

std::string characters(const BitVector& bits) {
  std::string text = "'";
  for (std::uint32_t i = 0; i + 8 <= bits.width(); i += 8) {
    unsigned code = 0;
    for (std::uint32_t b = 0; b < 8; ++b) code |= static_cast<unsigned>(bits.bit(i + b)) << b;
    if (code == 0) break;
    if (code == '\'' || code == '$')
      text += fmt::format("${}", static_cast<char>(code));
    else if (code >= 0x20 && code < 0x7F)
      text += static_cast<char>(code);
    else
      text += fmt::format("${:02X}", code);
  }
  return text + "'";
}

}  // namespace

std::string shown_milliseconds(std::int64_t milliseconds) {
  return fmt::format("T#{}", duration(milliseconds, 1000, "ms"));
}

std::string shown(const Value& value, const ShownType& type) {
  if (value.sort().is_bool()) return value.as_bool() ? "TRUE" : "FALSE";
  if (value.sort().is_float()) {
    std::string text = shown_value(value, Show::Float);
    if (text.ends_with('f') && !text.ends_with("inf")) text.pop_back();  // C's mark of a float
    return text;
  }
  if (!value.sort().is_bit_vector()) return value.to_string();
  const BitVector& bits = value.bits();
  switch (type.kind) {
    case ShownType::Kind::Signed:
      return to_signed_integer(bits).get_str();
    case ShownType::Kind::Bits:
      return fmt::format("16#{:0{}X}", bits.low(), bits.width() / 4);
    case ShownType::Kind::Time:
      return shown_milliseconds(bits.to_signed());
    case ShownType::Kind::LongTime:
      return fmt::format("LT#{}", duration(bits.to_signed(), 1'000'000'000, "ns"));
    case ShownType::Kind::Enum:
      for (const auto& [name, number] : type.names)
        if (bits.low() == number) return name;
      return to_unsigned_integer(bits).get_str();
    case ShownType::Kind::String:
      return characters(bits);
    default:
      return to_unsigned_integer(bits).get_str();
  }
}

}  // namespace cairn::st
