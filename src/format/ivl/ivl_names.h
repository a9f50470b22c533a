// SPDX-License-Identifier: MIT
//
// What reader and printer of IVL share.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/program.h"

namespace cairn {

/// In the order of Show.
inline constexpr std::array<std::string_view, 8> kShowNames = {
    "raw", "signed", "unsigned", "bool", "char", "float", "pointer", "hidden"};

inline std::optional<Show> parse_show(std::string_view text) {
  for (std::size_t i = 0; i < kShowNames.size(); ++i)
    if (kShowNames[i] == text) return static_cast<Show>(i);
  return std::nullopt;
}

/// How a variable is shown that does not say it.
inline Show default_show(const Sort& sort) {
  if (sort.is_bool()) return Show::Bool;
  return sort.is_float() ? Show::Float : Show::Raw;
}

}  // namespace cairn
