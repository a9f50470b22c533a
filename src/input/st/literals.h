// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "input/st/ast.h"

namespace cairn::st {

/// What stands after T#: "1h2m3.5s", "-500ms", with underscores. None if it has no such form or
/// more than 2^63 nanoseconds; `fault`, if given, then says why.
std::optional<Literal> read_duration(std::string_view text, std::string* fault = nullptr);
/// "2026-11-18"; "23:59:59.5"; "2026-11-18-23:59:59".
std::optional<Literal> read_date(std::string_view text);
std::optional<Literal> read_time_of_day(std::string_view text);
std::optional<Literal> read_date_time(std::string_view text);

/// Digits of a base, with underscores; none if there are others, or more than 64 bits.
std::optional<std::uint64_t> read_digits(std::string_view text, unsigned base);

}  // namespace cairn::st
