// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"

namespace cairn::verilog {

/// An assertion, assumption or cover statement of the source. For Yosys each is an assertion, so
/// that all are found again by number: "cairn$7" stands for the file in the place of statement 7.
/// "cairn$7live" is its liveness; "cairn$7when" is violated where the statement says something: an
/// assertion that never gets there holds for a reason that its author did not mean.
struct Statement {
  /// Reset: none of the user; it is violated in steps in which a reset is not active.
  enum class Kind : std::uint8_t { Assert, Assume, Cover, Reset };
  Kind kind = Kind::Assert;
  std::string label;  ///< of the user; may be empty. Of a reset: the condition that it is active
  std::string path;   ///< of named blocks around it, "block."; may be empty
  Position at;
  bool is_concurrent = false;
  std::optional<InputError> refusal;  ///< why it is not supported
};

/// In generated text.
inline constexpr const char* kMark = "cairn$";

}  // namespace cairn::verilog
