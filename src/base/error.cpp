// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/atomic_file.h"

namespace cairn {
namespace {

/// The last two bytes of characters that change the direction of text (U+200E, U+200F, U+202A to
/// U+202E, U+2066 to U+2069) or end a line (U+2028, U+2029): what is shown would not be what is
/// there.
bool is_direction_or_line(unsigned second, unsigned third) {
  return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
         (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

/// Length of the well-formed UTF-8 sequence at text[at], or 0.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  if (lead == 0xE0 && byte(at + 1) < 0xA0) return 0;  // overlong
  if (lead == 0xED && byte(at + 1) > 0x9F) return 0;  // surrogate
  if (lead == 0xF0 && byte(at + 1) < 0x90) return 0;  // overlong
  if (lead == 0xF4 && byte(at + 1) > 0x8F) return 0;  // beyond U+10FFFF
  if (lead == 0xC2 && byte(at + 1) < 0xA0) return 0;  // C1 control characters
  if (lead == 0xE2 && is_direction_or_line(byte(at + 1), byte(at + 2))) return 0;
  return length;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (result.size() >= limit) return result + "...";
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text, i);
    if (byte < 0x20 || byte == 0x7F || length == 0) {
      result += fmt::format("\\x{:02x}", byte);
      ++i;
    } else {
      result += text.substr(i, length);
      i += length;
    }
  }
  return result;
}

namespace {

std::string line_of(const Position& at, std::string_view message) {
  const std::string file = printable(at.file, 4096), words = printable(message, 2000);
  if (at.line > 0) return fmt::format("{}:{}:{}: error: {}", file, at.line, at.column, words);
  return fmt::format("cairn: error: {}{}{}", file, file.empty() ? "" : ": ", words);
}

}  // namespace

InputError::InputError(const Position& at, std::string_view message)
    : std::runtime_error(line_of(at, message)), position_(at), message_(message) {}

void internal_error(const char* file, int line, std::string_view what) {
  std::fprintf(stderr, "cairn: internal error: %s:%d: %.*s\n", file, line,
               static_cast<int>(what.size()), what.data());
  remove_unfinished_files();
#ifdef CAIRN_DEBUG
  std::abort();
#else
  std::_Exit(3);
#endif
}

}  // namespace cairn
