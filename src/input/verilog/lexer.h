// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "input/verilog/token.h"

namespace cairn::verilog {

/// Splits text into tokens. Directives come as symbols that start with a backtick; what follows
/// them on their line can be taken as text.
class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file_name, std::uint32_t file)
      : text_(text), file_name_(file_name), file_(file) {}

  /// All tokens are given this place, that of a macro's use.
  void pin(const Token& at) { pinned_ = at; }

  Token next();
  /// The rest of the line, lines that a backslash continues included, without comments.
  std::string rest_of_line();
  /// Between parentheses, split at commas; nothing if no parenthesis follows.
  std::optional<std::vector<std::string>> arguments();
  bool at_parenthesis() const { return at_ < text_.size() && text_[at_] == '('; }
  /// Characters up to the end of the line, for `skipped` conditions.
  [[noreturn]] void fail(const Token& at, std::string_view message) const;

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void advance(std::size_t count = 1);
  bool skip_space(Token& pragma);
  Token take(Token::Kind kind, std::size_t length);

  std::string_view text_;
  std::string file_name_;
  std::uint32_t file_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
  std::optional<Token> pinned_;
};

}  // namespace cairn::verilog
