// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"

namespace cairn::verilog {

/// An assertion, assumption or cover statement of the source. For Yosys each is an assertion, so
/// that all are found again by number: "cairn$7" stands for the file in the place of statement 7.
struct Statement {
  enum class Kind : std::uint8_t { Assert, Assume, Cover };
  Kind kind = Kind::Assert;
  std::string label;  ///< of the user; may be empty
  std::string path;   ///< of named blocks around it, "block."; may be empty
  Position at;
  std::optional<InputError> refusal;  ///< why it is not supported
};

/// In generated text.
inline constexpr const char* kMark = "cairn$";

}  // namespace cairn::verilog
