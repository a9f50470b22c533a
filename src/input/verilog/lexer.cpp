// SPDX-License-Identifier: MIT
#include "input/verilog/lexer.h"

#include <array>
#include <cctype>

namespace cairn::verilog {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '$';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Longest first.
constexpr std::array<std::string_view, 50> kSymbols{
    "<<<=", ">>>=", "|->", "|=>", "#-#", "#=#", "===", "!==", "==?", "!=?", "<<=", ">>=", "<<<",
    ">>>",  "<->",  "->>", "&&&", "==",  "!=",  "<=",  ">=",  "&&",  "||",  "**",  "<<",  ">>",
    "->",   "=>",   "##",  "::",  "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=",
    "^=",   "~&",   "~|",  "~^",  "^~",  "+:",  "-:",  ".*",  "(*",  "*)",  "'{"};

/// A based number from its quote on: 'b10x0, 'sd3, '1; its length, or 0.
std::size_t based_length(std::string_view text) {
  std::size_t i = 1;
  if (i < text.size() && (text[i] == 's' || text[i] == 'S')) ++i;
  if (i < text.size() && std::string_view("bodhBODH").find(text[i]) != std::string_view::npos) {
    ++i;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    const std::size_t digits = i;
    while (i < text.size() && (std::isxdigit(static_cast<unsigned char>(text[i])) != 0 ||
                               std::string_view("xXzZ?_").find(text[i]) != std::string_view::npos))
      ++i;
    return i > digits ? i : 0;
  }
  if (text.size() > 1 && std::string_view("01xXzZ").find(text[1]) != std::string_view::npos)
    return 2;
  return 0;
}

std::size_t number_length(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    while (i < text.size() && (is_digit(text[i]) || text[i] == '_')) ++i;
  };
  digits();
  if (i + 1 < text.size() && text[i] == '.' && is_digit(text[i + 1])) {
    ++i;
    digits();
  }
  if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E') &&
      (is_digit(text[i + 1]) || text[i + 1] == '-' || text[i + 1] == '+')) {
    i += 2;
    digits();
  }
  return i;
}

}  // namespace

std::string text_of(const Tokens& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    if (!text.empty() && token.spaced) text += ' ';
    text += token.text;
    if (token.text.starts_with('\\')) text += ' ';
  }
  return text;
}

void Lexer::fail(const Token& at, std::string_view message) const {
  throw InputError({file_name_, at.line, at.column}, message);
}

void Lexer::advance(std::size_t count) {
  for (; count > 0 && at_ < text_.size(); --count) {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    ++at_;
  }
}

Token Lexer::take(Token::Kind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.file = file_;
  token.line = line_;
  token.column = column_;
  if (pinned_) {
    token.file = pinned_->file;
    token.line = pinned_->line;
    token.column = pinned_->column;
  }
  token.text = std::string(text_.substr(at_, length));
  advance(length);
  return token;
}

/// Comments and blanks; true if there were any. A comment that synthesis tools read is kept.
bool Lexer::skip_space(Token& pragma) {
  const std::size_t begin = at_;
  while (at_ < text_.size()) {
    if (is_blank(peek())) {
      advance();
    } else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      advance(2);
    } else if (peek() == '/' && (peek(1) == '/' || peek(1) == '*')) {
      const bool block = peek(1) == '*';
      const std::size_t end = text_.find(block ? "*/" : "\n", at_ + 2);
      Token comment;
      if (block && end == std::string_view::npos) {
        comment = take(Token::Kind::Pragma, 0);
        fail(comment, "a comment that starts here does not end");
      }
      const std::size_t length =
          end == std::string_view::npos ? text_.size() - at_ : end - at_ + (block ? 2 : 0);
      const std::string_view inside = text_.substr(at_ + 2, length - 2);
      const std::size_t word = inside.find_first_not_of(" \t");
      const bool kept =
          word != std::string_view::npos && (inside.substr(word).starts_with("synopsys") ||
                                             inside.substr(word).starts_with("synthesis"));
      comment = take(Token::Kind::Pragma, length);
      if (kept) {
        pragma = comment;
        return true;
      }
    } else {
      break;
    }
  }
  return at_ > begin;
}

Token Lexer::next() {
  Token pragma;
  const bool spaced = skip_space(pragma);
  if (pragma.kind == Token::Kind::Pragma) return pragma;
  const auto found = [&](Token::Kind kind, std::size_t length) {
    Token token = take(kind, length);
    token.spaced = spaced;
    return token;
  };
  if (at_ >= text_.size()) return found(Token::Kind::End, 0);
  const std::string_view rest = text_.substr(at_);
  const char c = rest[0];
  const auto word_length = [&](std::size_t from) {
    while (from < rest.size() && is_word(rest[from])) ++from;
    return from;
  };
  if (is_letter(c)) return found(Token::Kind::Identifier, word_length(0));
  if (c == '\\') {
    std::size_t length = 1;
    while (length < rest.size() && !is_blank(rest[length])) ++length;
    return found(Token::Kind::Identifier, length);
  }
  if (c == '$')
    return word_length(1) == 1 ? found(Token::Kind::Symbol, 1)
                               : found(Token::Kind::System, word_length(1));
  if (c == '`') {
    if (rest.size() > 1 && (rest[1] == '"' || rest[1] == '`' || rest[1] == '\\'))
      return found(Token::Kind::Symbol, 2);
    return found(Token::Kind::Symbol, word_length(1));
  }
  if (is_digit(c)) return found(Token::Kind::Number, number_length(rest));
  if (c == '\'')
    if (const std::size_t length = based_length(rest); length > 0)
      return found(Token::Kind::Number, length);
  if (c == '"') {
    std::size_t length = 1;
    while (length < rest.size() && rest[length] != '"' && rest[length] != '\n')
      length += rest[length] == '\\' && length + 1 < rest.size() ? 2 : 1;
    if (length >= rest.size() || rest[length] != '"')
      fail(take(Token::Kind::String, 0), "a string that starts here does not end on its line");
    return found(Token::Kind::String, length + 1);
  }
  for (const std::string_view symbol : kSymbols)
    if (rest.starts_with(symbol)) return found(Token::Kind::Symbol, symbol.size());
  return found(Token::Kind::Symbol, 1);
}

std::string Lexer::rest_of_line() {
  std::string line;
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      advance(peek(1) == '\n' ? 2 : 3);
      line += '\n';
    } else if (c == '\n') {
      break;
    } else if (c == '/' && peek(1) == '/') {
      // A comment ends with its line; a backslash at its end goes on with the macro.
      while (at_ < text_.size() && peek() != '\n' && !(peek() == '\\' && peek(1) == '\n'))
        advance();
    } else if (c == '/' && peek(1) == '*') {
      const std::size_t end = text_.find("*/", at_ + 2);
      advance(end == std::string_view::npos ? text_.size() - at_ : end + 2 - at_);
      line += ' ';
    } else if (c == '"') {
      do {
        if (peek() == '\\' && peek(1) != '\n') {
          line += peek();
          advance();
        }
        line += peek();
        advance();
      } while (at_ < text_.size() && peek() != '"' && peek() != '\n');
      if (peek() == '"') {
        line += '"';
        advance();
      }
    } else {
      if (c != '\r') line += c;
      advance();
    }
  }
  return line;
}

std::optional<std::vector<std::string>> Lexer::arguments() {
  Token pragma;
  skip_space(pragma);
  if (peek() != '(') return std::nullopt;
  const Token open = take(Token::Kind::Symbol, 1);
  std::vector<std::string> found(1);
  for (int depth = 0; at_ < text_.size();) {
    const char c = peek();
    if (c == '"') {
      const std::size_t begin = at_;
      advance();
      while (at_ < text_.size() && peek() != '"') advance(peek() == '\\' ? 2 : 1);
      advance();
      found.back() += text_.substr(begin, at_ - begin);
      continue;
    }
    if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      skip_space(pragma);
      found.back() += ' ';
      continue;
    }
    if (depth == 0 && c == ')') {
      advance();
      return found;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && c == ',')
      found.emplace_back();
    else
      found.back() += c;
    advance();
  }
  fail(open, "the arguments of a macro that start here do not end");
}

}  // namespace cairn::verilog
