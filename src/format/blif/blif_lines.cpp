// SPDX-License-Identifier: MIT
#include "format/blif/blif_lines.h"

#include "base/error.h"

namespace cairn::blif {

std::optional<std::vector<Word>> Lines::next() {
  const std::string& bytes = source_.bytes;
  std::vector<Word> words;
  while (at_ < bytes.size()) {
    const std::size_t begin = at_;
    std::size_t end = bytes.find('\n', begin);
    if (end == std::string::npos) end = bytes.size();
    at_ = end == bytes.size() ? end : end + 1;
    std::string_view text = std::string_view(bytes).substr(begin, end - begin);
    text = text.substr(0, text.find('#'));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
      text.remove_suffix(1);
    const bool goes_on = text.ends_with('\\');
    if (goes_on) text.remove_suffix(1);
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t from = text.find_first_not_of(" \t\r\v\f", i);
      if (from == std::string_view::npos) break;
      i = std::min(text.find_first_of(" \t\r\v\f", from), text.size());
      words.push_back({text.substr(from, i - from), line_, from + 1});
    }
    ++line_;
    if (!goes_on && !words.empty()) return words;
  }
  if (words.empty()) return std::nullopt;
  return words;
}

void Lines::fail(const Word& at, const std::string& message) const {
  throw InputError({source_.name, at.line, at.column}, message);
}

}  // namespace cairn::blif
