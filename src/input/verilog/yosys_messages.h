// SPDX-License-Identifier: MIT
//
// Yosys's messages in the user's words: F3 is a file, cairn$7 is a statement's place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "input/verilog/rewrite.h"
#include "input/verilog/yosys.h"

namespace cairn::verilog {

/// Why Yosys failed.
struct YosysProblem {
  InputError error;
  std::optional<std::uint32_t> statement;  ///< that alone is at fault
  bool is_loop = false;                    ///< of words that depend on themselves
};

/// A name that nothing declares, which Yosys takes for a signal without a driver.
struct ImplicitName {
  std::string name;
  Position at;
  std::optional<std::uint32_t> statement;  ///< that has it
  std::uint32_t file = 0, line = 0;        ///< else where it is
};

class YosysMessages {
 public:
  YosysMessages(const TokenStream& stream, const Rewritten& design, std::string file)
      : stream_(stream), design_(design), file_(std::move(file)) {}

  /// Of a run that failed and was not stopped.
  YosysProblem problem(const YosysRun& run) const;
  std::vector<ImplicitName> implicit_names(const YosysRun& run) const;
  /// Places and names as the user wrote them.
  std::string plain(std::string_view text) const;

 private:
  struct Named {
    std::size_t length = 0;  ///< of the text that names it
    std::string shown;
    std::optional<std::uint32_t> statement, file;
  };
  std::optional<Named> named(std::string_view text) const;
  struct Place {
    Position at;
    std::optional<std::uint32_t> statement;
    std::uint32_t file = 0, line = 0;
  };
  Place place(std::string_view prefix) const;

  const TokenStream& stream_;
  const Rewritten& design_;
  const std::string file_;
};

}  // namespace cairn::verilog
