// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace cairn {

/// What a person who mistyped `word` probably meant: the nearest name, if it is near; else the
/// shortest one that contains the word; else nothing. Takes time in proportion to the word.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names);

}  // namespace cairn
