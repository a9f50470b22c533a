// SPDX-License-Identifier: MIT
#include "sat/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn::sat {

void TextCursor::skip_line() {
  while (!at_line_end()) skip();
  if (!at_end()) skip();
}

std::uint32_t TextCursor::number(std::string_view noun, std::uint32_t limit) {
  skip_blanks();
  const std::size_t start = offset_;
  std::uint64_t value = 0;
  for (; peek() >= '0' && peek() <= '9'; skip()) {
    value = 10 * value + static_cast<std::uint64_t>(peek() - '0');
    if (value > limit) {
      offset_ = start;
      fail(fmt::format("{} {} exceeds the limit {}", noun, found(), limit));
    }
  }
  if (offset_ == start || !at_word_end()) {
    offset_ = start;
    fail(fmt::format("expected {}, got {}", noun, found()));
  }
  return static_cast<std::uint32_t>(value);
}

std::string_view TextCursor::word() {
  skip_blanks();
  const std::size_t start = offset_;
  while (!at_word_end()) skip();
  return text_.substr(start, offset_ - start);
}

std::string TextCursor::found() const {
  if (at_end()) return "end of file";
  if (at_line_end()) return "end of line";
  TextCursor ahead = *this;
  return fmt::format("'{}'", printable(ahead.word(), 40));
}

void TextCursor::fail_at(std::size_t offset, std::string_view message) const {
  const std::string_view before = text_.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  throw InputError(
      Position{std::string(name_), static_cast<std::uint64_t>(line), offset - line_start + 1},
      message);
}

}  // namespace cairn::sat
