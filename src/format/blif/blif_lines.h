// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/source.h"

namespace cairn::blif {

struct Word {
  std::string_view text;
  std::uint64_t line = 0, column = 0;
};

/// A file of BLIF as lines of words: comments are gone, lines that end with a backslash are joined.
class Lines {
 public:
  explicit Lines(const Source& source) : source_(source) {}

  /// The words of the next line that has some; nothing at the end.
  std::optional<std::vector<Word>> next();
  [[noreturn]] void fail(const Word& at, const std::string& message) const;

 private:
  const Source& source_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
};

}  // namespace cairn::blif
