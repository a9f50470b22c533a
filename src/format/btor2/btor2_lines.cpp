// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn {

bool Btor2Lines::next() {
  while (next_ < text_.size()) {
    start_ = next_;
    ++number_;
    end_ = std::min(text_.find('\n', start_), text_.size());
    next_ = end_ + 1;
    if (end_ < text_.size() && end_ > start_ && text_[end_ - 1] == '\r') {
      saw_carriage_return_ = true;
      --end_;
    }
    cursor_ = at_ = start_;
    skip_blanks();
    if (cursor_ < end_ && text_[cursor_] != ';') return true;
  }
  return false;
}

void Btor2Lines::skip_blanks() {
  while (cursor_ < end_ && (text_[cursor_] == ' ' || text_[cursor_] == '\t')) ++cursor_;
}

std::string_view Btor2Lines::field_until(char delimiter) {
  if (at_end()) return {};
  // Read for every field of a file: no library call for each character.
  const auto ends = [&](char c) { return c == ' ' || c == '\t' || c == delimiter; };
  while (cursor_ < end_ && !ends(text_[cursor_])) ++cursor_;
  return text_.substr(at_, cursor_ - at_);
}

bool Btor2Lines::at_end() {
  skip_blanks();
  at_ = cursor_;
  return cursor_ == end_ || text_[cursor_] == ';';
}

std::string Btor2Lines::found() const {
  const std::string_view rest = text_.substr(at_, end_ - at_);
  if (rest.empty() || rest.front() == ';') return "end of line";
  return fmt::format("'{}'", printable(rest.substr(0, rest.find_first_of(" \t;")), 40));
}

void Btor2Lines::fail_at(std::size_t offset, std::string_view message) const {
  throw InputError({source_.name, std::max<std::uint64_t>(number_, 1), offset - start_ + 1},
                   message);
}

}  // namespace cairn
