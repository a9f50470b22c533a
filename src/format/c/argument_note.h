// SPDX-License-Identifier: MIT
//
// The notes of values that the arguments of a program's first function are made of: the reader of C
// writes them, and harnesses are made from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

struct ArgumentNote {
  enum class Kind : std::uint8_t {
    Scalar,   ///< the value is the argument
    Pointer,  ///< the argument, or a part of an object, points to `object`; or to nothing, if true
    Record,   ///< the argument is what `object` has
    Part,     ///< the value is in the object `inside`, at `bit`
  };
  Kind kind = Kind::Scalar;
  std::uint32_t parameter = 0;  ///< from 1
  std::string name;             ///< of the parameter; for people
  std::uint32_t inside = 0;     ///< the object that has the value, from 1; 0: none
  std::uint64_t bit = 0;        ///< where
  std::uint32_t object = 0;     ///< Pointer, Record
  std::uint64_t bytes = 0;      ///< of that object
  std::string type;             ///< Record: in C
};

/// The note of an assignment to a variable whose scope ends, and how the notes of memory end that
/// nobody may look at any more. Runs are shown without them.
inline constexpr std::string_view kScopeEnd = "the end of a scope";
inline constexpr std::string_view kAfterItsEnd = " after its end";

std::string argument_text(const ArgumentNote& note);
/// Nothing if the text is not one of argument_text().
std::optional<ArgumentNote> argument_note(std::string_view text);

}  // namespace cairn
