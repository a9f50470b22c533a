// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "format/source.h"

namespace cairn {

/// What is being read, for messages: "input 3 of 5", or the noun alone if `total` is 0. Turned into
/// text only when something is wrong.
struct Item {
  const char* noun;
  std::uint64_t number = 0;  ///< counts from 1
  std::uint64_t total = 0;

  std::string text() const;
};

/// A cursor over the bytes of a source. It knows its offset alone; lines are counted when an error
/// needs them, so that reading is fast.
class Scanner {
 public:
  explicit Scanner(const Source& source)
      : source_(source),
        cursor_(source.bytes.data()),
        end_(source.bytes.data() + source.bytes.size()) {}

  std::size_t offset() const { return static_cast<std::size_t>(cursor_ - source_.bytes.data()); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - cursor_); }
  bool at_end() const { return cursor_ == end_; }
  /// The byte under the cursor, -1 at the end.
  int peek() const { return at_end() ? -1 : static_cast<unsigned char>(*cursor_); }
  /// Moves on by one byte; not at the end.
  void skip() { ++cursor_; }
  void go_to(std::size_t offset) { cursor_ = source_.bytes.data() + offset; }
  bool at_digit() const { return peek() >= '0' && peek() <= '9'; }
  /// At '\n', "\r\n" or the end of the file.
  bool at_line_end() const {
    return at_end() || *cursor_ == '\n' ||
           (*cursor_ == '\r' && carriage_returns_allowed_ && remaining() > 1 && cursor_[1] == '\n');
  }
  void refuse_carriage_returns() { carriage_returns_allowed_ = false; }
  /// Whether a line ended in "\r\n" so far.
  bool saw_carriage_return() const { return saw_carriage_return_; }

  /// Reads digits. Larger than `limit`: "NAME = 12 exceeds the limit 11".
  std::uint32_t number(const Item& item, std::uint32_t limit) {
    const char* const start = cursor_;
    std::uint64_t value = 0;
    for (; cursor_ != end_ && *cursor_ >= '0' && *cursor_ <= '9'; ++cursor_) {
      value = 10 * value + static_cast<std::uint64_t>(*cursor_ - '0');
      if (value > limit) fail_number(start, item, limit);
    }
    if (cursor_ == start) fail_number(start, item, limit);
    return static_cast<std::uint32_t>(value);
  }
  /// Moves over exactly one space, or over the end of a line; `after` is for the message.
  void space(const Item& after) {
    if (peek() != ' ') fail_space(after);
    skip();
  }
  void line_end(const Item& after) {
    if (!at_line_end()) fail_line_end(after);
    if (peek() == '\r') {
      saw_carriage_return_ = true;
      skip();
    }
    if (!at_end()) skip();
  }
  /// The rest of the line, and moves to the next one. A '\r' at its end belongs to the line end if
  /// an earlier line ended that way too.
  std::string_view rest_of_line();

  /// From the cursor on there are no lines: errors are placed by byte.
  void enter_binary() { binary_from_ = offset(); }

  /// What stands at the cursor, for "expected ..., got ...": a quoted word, "end of line" or "end
  /// of file".
  std::string found() const;
  /// Where field `field` (from 0, separated by single spaces) of line `line` starts.
  std::size_t offset_of(std::uint64_t line, int field) const;
  /// In words for messages: "line 7", or "byte 70" in the binary part.
  std::string place_of(std::size_t offset) const;

  [[noreturn]] void fail(std::string_view message) const { fail_at(offset(), message); }
  [[noreturn]] void fail_at(std::size_t offset, std::string_view message) const;

 private:
  [[noreturn]] void fail_number(const char* start, const Item& item, std::uint32_t limit);
  [[noreturn]] void fail_space(const Item& after) const;
  [[noreturn]] void fail_line_end(const Item& after) const;

  const Source& source_;
  const char* cursor_;
  const char* end_;
  std::size_t binary_from_ = static_cast<std::size_t>(-1);
  bool carriage_returns_allowed_ = true;
  bool saw_carriage_return_ = false;
};

}  // namespace cairn
