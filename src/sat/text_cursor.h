// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::sat {

/// A cursor over text made of words and lines, for the readers of this folder. It knows its offset
/// alone; lines are counted when an error needs them.
class TextCursor {
 public:
  TextCursor(std::string_view name, std::string_view text) : name_(name), text_(text) {}

  bool at_end() const { return offset_ == text_.size(); }
  std::size_t offset() const { return offset_; }
  /// The byte under the cursor, -1 at the end.
  int peek() const { return at_end() ? -1 : static_cast<unsigned char>(text_[offset_]); }
  /// Moves on by one byte; not at the end.
  void skip() { ++offset_; }
  /// Moves over spaces, tabs and carriage returns.
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r') skip();
  }
  void skip_line();
  bool at_line_end() const { return at_end() || text_[offset_] == '\n'; }
  /// Between words: at a blank, or at the end of the line.
  bool at_word_end() const {
    return at_line_end() || peek() == ' ' || peek() == '\t' || peek() == '\r';
  }

  /// Moves over blanks and the digits of a number that ends with its word; `noun` says what it is,
  /// for messages.
  std::uint32_t number(std::string_view noun, std::uint32_t limit);
  /// Moves over blanks and a word, which may be empty.
  std::string_view word();

  /// What stands at the cursor, for "expected ..., got ...".
  std::string found() const;
  [[noreturn]] void fail(std::string_view message) const { fail_at(offset_, message); }
  [[noreturn]] void fail_at(std::size_t offset, std::string_view message) const;

 private:
  std::string_view name_;
  std::string_view text_;
  std::size_t offset_ = 0;
};

}  // namespace cairn::sat
