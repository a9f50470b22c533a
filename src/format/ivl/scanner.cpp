// SPDX-License-Identifier: MIT
#include "format/ivl/scanner.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn {

std::string Item::text() const {
  return total == 0 ? std::string(noun) : fmt::format("{} {} of {}", noun, number, total);
}

void Scanner::fail_number(const char* start, const Item& item, std::uint32_t limit) {
  cursor_ = start;
  if (!at_digit()) fail(fmt::format("expected {}, got {}", item.text(), found()));
  const std::string_view rest(start, remaining());
  const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
  fail(fmt::format("{} = {} exceeds the limit {}", item.text(), printable(digits, 40), limit));
}

void Scanner::fail_space(const Item& after) const {
  fail(fmt::format("expected a space after {}, got {}", after.text(), found()));
}

void Scanner::fail_line_end(const Item& after) const {
  fail(fmt::format("expected end of line after {}, got {}", after.text(), found()));
}

std::string_view Scanner::rest_of_line() {
  const std::string_view rest(cursor_, remaining());
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  cursor_ += std::min(end + 1, rest.size());
  std::string_view line = rest.substr(0, end);
  if (saw_carriage_return_ && line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string Scanner::found() const {
  if (at_end()) return "end of file";
  if (at_line_end()) return "end of line";
  const std::string_view rest(cursor_, std::min(remaining(), std::size_t{100}));
  if (rest[0] == ' ') return "a space";
  if (rest[0] == '\r') return "a carriage return";
  return fmt::format("'{}'", printable(rest.substr(0, rest.find_first_of(" \r\n")), 40));
}

std::size_t Scanner::offset_of(std::uint64_t line, int field) const {
  const std::string& bytes = source_.bytes;
  std::size_t offset = 0;
  for (std::uint64_t i = 1; i < line; ++i) offset = bytes.find('\n', offset) + 1;
  for (int i = 0; i < field; ++i) offset = bytes.find(' ', offset) + 1;
  return offset;
}

std::string Scanner::place_of(std::size_t offset) const {
  if (offset >= binary_from_) return fmt::format("byte {}", offset);
  const auto begin = source_.bytes.begin();
  const auto at = begin + static_cast<std::ptrdiff_t>(offset);
  return fmt::format("line {}", 1 + std::count(begin, at, '\n'));
}

void Scanner::fail_at(std::size_t offset, std::string_view message) const {
  if (offset >= binary_from_)
    throw InputError({source_.name, offset, 1}, fmt::format("{}, at byte {}", message, offset));
  const std::string_view before = std::string_view(source_.bytes).substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0: the first line
  throw InputError({source_.name, static_cast<std::uint64_t>(lines) + 1, offset - line_start + 1},
                   message);
}

}  // namespace cairn
