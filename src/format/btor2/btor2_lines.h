// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "format/source.h"

namespace cairn {

/// A text of lines with fields between spaces or tabs, as BTOR2 models and witnesses are. A field
/// that starts with ';' starts a comment. Views stay valid as long as the source.
class Btor2Lines {
 public:
  explicit Btor2Lines(const Source& source) : source_(source), text_(source.bytes) {}

  /// Moves to the next line that has a field.
  bool next();
  std::uint64_t number() const { return number_; }
  /// The whole line, without its end.
  std::string_view text() const { return text_.substr(start_, end_ - start_); }

  /// The next field; empty at the end of the line. Ends at a ';', too: neither numbers nor
  /// operators contain one.
  std::string_view field() { return field_until(';'); }
  /// The next field, which may contain ';' except at its start.
  std::string_view symbol() { return field_until(' '); }
  /// Whether no field is left.
  bool at_end();
  /// Where the last field starts, or the line ends if it was empty.
  std::size_t at() const { return at_; }
  /// Whether a line ended in "\r\n" so far.
  bool saw_carriage_return() const { return saw_carriage_return_; }

  /// For "expected ..., got ...": the field that was read last in quotes, or "end of line".
  std::string found() const;
  /// At the last field.
  [[noreturn]] void fail(std::string_view message) const { fail_at(at_, message); }
  /// At an offset in this line.
  [[noreturn]] void fail_at(std::size_t offset, std::string_view message) const;

 private:
  /// Besides blanks.
  std::string_view field_until(char delimiter);
  void skip_blanks();

  const Source& source_;
  std::string_view text_;
  std::uint64_t number_ = 0;
  std::size_t start_ = 0, end_ = 0;  // of the line
  std::size_t next_ = 0;             // where the line after it starts
  std::size_t cursor_ = 0, at_ = 0;
  bool saw_carriage_return_ = false;
};

}  // namespace cairn
