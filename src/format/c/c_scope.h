// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace cairn {

/// Identifiers that stand in front of a place in a C source and in a block that is still open
/// there; at a `for` also those of its header. A name of a variable is in scope if it is among
/// them, for it was declared or used; names of parameters of other functions, of members, in blocks
/// that are closed and in directives are not. What the preprocessor makes is not seen: such names
/// are missing.
std::set<std::string, std::less<>> identifiers_in_scope(std::string_view source, std::uint64_t line,
                                                        std::uint64_t column);

/// The closing parenthesis (line, column) of the call of a function, the one number `which` after a
/// place, from 0, in the same statement. None if there is none, or a macro makes it.
std::optional<std::pair<std::uint64_t, std::uint64_t>> end_of_call(std::string_view source,
                                                                   std::uint64_t line,
                                                                   std::uint64_t column,
                                                                   std::string_view function,
                                                                   std::size_t which);

/// Functions (and perhaps macros and pointers to functions) that bodies of functions call, and
/// those that have a body.
struct CFunctions {
  std::set<std::string, std::less<>> called;
  std::set<std::string, std::less<>> defined;
};
CFunctions functions_in(std::string_view source);

}  // namespace cairn
