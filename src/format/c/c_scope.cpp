// SPDX-License-Identifier: MIT
#include "format/c/c_scope.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

namespace cairn {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::size_t offset_of(std::string_view source, std::uint64_t line, std::uint64_t column) {
  std::size_t at = 0;
  for (; line > 1; --line) {
    const std::size_t end = source.find('\n', at);
    if (end == std::string_view::npos) return source.size();
    at = end + 1;
  }
  return std::min<std::size_t>(source.size(), at + column - 1);
}

class Scanner {
 public:
  Scanner(std::string_view source, std::uint64_t line, std::uint64_t column)
      // The place itself is read, for it may be the beginning of a loop that declares a variable.
      : source_(source), place_(offset_of(source, line, column) + 1) {}

  CFunctions functions() {
    while (at_ < source_.size()) step();
    return std::move(functions_);
  }

  std::set<std::string, std::less<>> run() {
    while (at_ < source_.size() && (at_ < place_ || header_)) step();
    std::set<std::string, std::less<>> all;
    for (const Scope& scope : scopes_) all.insert(scope.names.begin(), scope.names.end());
    return all;
  }

 private:
  struct Scope {
    bool of_for = false;
    std::set<std::string, std::less<>> names;
  };

  void step() {
    const char c = source_[at_];
    const std::string_view rest = source_.substr(at_);
    if (rest.starts_with("//")) return skip_to("\n");
    if (rest.starts_with("/*")) return skip_to("*/");
    if (c == '#' && at_line_start()) return skip_directive();
    if (c == '"' || c == '\'') return skip_quoted(c);
    if (is_word(c)) return word();
    if (c == '.' || rest.starts_with("->")) {
      after_member_ = true;
    } else if (!std::isspace(static_cast<unsigned char>(c)) && c != '>') {
      after_member_ = false;
    }
    ++at_;
    punctuation(c);
    if (!std::isspace(static_cast<unsigned char>(c))) last_word_.clear();
  }

  void skip_to(std::string_view end) {
    const std::size_t found = source_.find(end, at_ + 2);
    at_ = found == std::string_view::npos ? source_.size() : found + end.size();
  }

  bool at_line_start() const {
    for (std::size_t i = at_; i-- > 0 && source_[i] != '\n';)
      if (!std::isspace(static_cast<unsigned char>(source_[i]))) return false;
    return true;
  }

  void skip_directive() {
    for (; at_ < source_.size() && source_[at_] != '\n'; ++at_)
      if (source_[at_] == '\\' && at_ + 1 < source_.size()) ++at_;
  }

  void skip_quoted(char quote) {
    for (++at_; at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n'; ++at_)
      if (source_[at_] == '\\') ++at_;
    ++at_;
  }

  void word() {
    std::size_t end = at_;
    while (end < source_.size() && is_word(source_[end])) ++end;
    const std::string text(source_.substr(at_, end - at_));
    at_ = end;
    const bool member = after_member_;
    after_member_ = false;
    if (member || std::isdigit(static_cast<unsigned char>(text[0]))) return;
    if (text == "for" && scopes_.size() > 1) {
      scopes_.push_back({true, {}});
      header_ = true;
      header_parens_ = parens_;
      return;
    }
    scopes_.back().names.insert(text);
    last_word_ = text;
  }

  static bool is_keyword(std::string_view word) {
    constexpr std::string_view kWords[] = {
        "if",     "while",    "switch", "return", "sizeof",     "_Alignof",       "__attribute__",
        "asm",    "__asm__",  "typeof", "else",   "__typeof__", "_Static_assert", "do",
        "void",   "char",     "short",  "int",    "long",       "float",          "double",
        "signed", "unsigned", "_Bool",  "const",  "case",       "volatile",       "goto"};
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  }

  void close_for_scopes() {
    while (scopes_.size() > 1 && scopes_.back().of_for) scopes_.pop_back();
  }

  void punctuation(char c) {
    switch (c) {
      case '(':
        if (!last_word_.empty() && !is_keyword(last_word_)) {
          if (scopes_.size() > 1) functions_.called.insert(last_word_);
          if (scopes_.size() == 1 && parens_ == 0) candidate_ = last_word_;
        }
        ++parens_;
        break;
      case ')':
        if (parens_ > 0) --parens_;
        if (header_ && parens_ == header_parens_) header_ = false;
        break;
      case '{':
        if (scopes_.size() == 1 && !candidate_.empty()) functions_.defined.insert(candidate_);
        candidate_.clear();
        scopes_.push_back({});
        break;
      case '}':
        if (scopes_.size() > 1) scopes_.pop_back();
        close_for_scopes();
        if (scopes_.size() == 1) scopes_.front().names = globals_;  // parameters are gone
        break;
      case ';':
        if (parens_ > 0) break;
        close_for_scopes();
        if (scopes_.size() == 1) globals_ = scopes_.front().names;
        candidate_.clear();
        break;
      default:
        break;
    }
  }

  const std::string_view source_;
  const std::size_t place_;
  std::size_t at_ = 0;
  std::vector<Scope> scopes_{1};
  std::set<std::string, std::less<>> globals_;  // as of the last declaration outside of functions
  std::size_t parens_ = 0;
  bool header_ = false;  // of a `for`
  std::size_t header_parens_ = 0;
  bool after_member_ = false;
  std::string last_word_;  // if nothing has come after it
  std::string candidate_;  // outside of functions, the last word before parentheses
  CFunctions functions_;
};

}  // namespace

std::set<std::string, std::less<>> identifiers_in_scope(std::string_view source, std::uint64_t line,
                                                        std::uint64_t column) {
  return Scanner(source, line, column).run();
}

CFunctions functions_in(std::string_view source) {
  return Scanner(source, 1, 1).functions();
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> end_of_call(std::string_view source,
                                                                   std::uint64_t line,
                                                                   std::uint64_t column,
                                                                   std::string_view function,
                                                                   std::size_t which) {
  std::size_t at = offset_of(source, line, column);
  for (;; at += function.size()) {
    const std::size_t found = source.find(function, at);
    if (found == std::string_view::npos) return std::nullopt;
    // A statement ends at a semicolon, and a body begins at a brace.
    if (source.substr(at, found - at).find_first_of(";{}") != std::string_view::npos)
      return std::nullopt;
    at = found;
    const std::size_t after = found + function.size();
    const bool whole = (found == 0 || !is_word(source[found - 1])) &&
                       (after == source.size() || !is_word(source[after]));
    if (whole && which-- == 0) break;
  }
  at += function.size();
  while (at < source.size() && std::isspace(static_cast<unsigned char>(source[at]))) ++at;
  if (at == source.size() || source[at] != '(') return std::nullopt;
  std::size_t depth = 0;
  for (; at < source.size(); ++at) {
    if (source[at] == '(') ++depth;
    if (source[at] == ')' && --depth == 0) break;
  }
  if (at == source.size()) return std::nullopt;
  const std::string_view before = source.substr(0, at);
  const std::size_t start = before.rfind('\n');
  return std::pair<std::uint64_t, std::uint64_t>{
      1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
      start == std::string_view::npos ? at + 1 : at - start};
}

}  // namespace cairn
