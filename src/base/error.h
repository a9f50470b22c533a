// SPDX-License-Identifier: MIT
//
// The three kinds of trouble, and only these:
//  1. The user's input is at fault: throw InputError. cli/main.cpp alone catches it.
//  2. Cairn is at fault: CAIRN_CHECK (always on) or CAIRN_ASSERT (debug builds). Never caught.
//  3. A limit was reached: not an error but an Unknown answer (model/answer.h).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cairn {

/// A place in an input file. In text, `line` and `column` count from 1; line 0 is the whole file.
/// In the binary part of a file there are no lines: `line` is the byte's offset from its start, and
/// the message says so in words.
struct Position {
  std::string file;
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

/// The user's input is at fault. what() is the one line that is printed, control characters
/// escaped: "FILE:LINE:COLUMN: error: MESSAGE", or "cairn: error: FILE: MESSAGE" without a place.
class InputError : public std::runtime_error {
 public:
  InputError(const Position& at, std::string_view message);

  const Position& position() const { return position_; }
  const std::string& message() const { return message_; }

 private:
  Position position_;
  std::string message_;
};

/// Text fit for one line of a message: control characters and bytes that are not UTF-8 become \xNN,
/// and what is longer than `limit` bytes is cut with "...".
std::string printable(std::string_view text, std::size_t limit = 200);

/// Prints "internal error: ..." and ends the process with the exit code for internal errors
/// (3; abort() in debug builds). No answer is printed after it.
[[noreturn]] void internal_error(const char* file, int line, std::string_view what);

}  // namespace cairn

/// A promise inside Cairn that is cheap to check; stays on in release builds.
#define CAIRN_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::cairn::internal_error(__FILE__, __LINE__, #condition))

/// A promise whose check may be expensive; debug builds only.
#ifdef CAIRN_DEBUG
#define CAIRN_ASSERT(condition) CAIRN_CHECK(condition)
#else
#define CAIRN_ASSERT(condition) static_cast<void>(0)
#endif
