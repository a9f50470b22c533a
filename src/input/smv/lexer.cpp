// SPDX-License-Identifier: MIT
//
// Tokens of SMV. Of the C preprocessor, which NuSMV runs over a file if asked to, there are names
// that stand for other tokens: "#define NAME TOKENS" on a line of its own.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <map>
#include <set>

#include "input/smv/token.h"

namespace cairn::smv {
namespace {

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class SmvLexer {
 public:
  SmvLexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    for (;;) {
      const std::size_t before = at_;
      skip_blanks();
      Token token;
      token.place = place_;
      token.after_space = at_ != before || at_ == 0;
      if (at_ == text_.size()) {
        tokens_.push_back(token);
        return std::move(tokens_);
      }
      if (peek() == '#' && place_.column == 1) {
        read_directive();
        continue;
      }
      take(token);
      add(token, token);
    }
  }

 private:
  static constexpr std::size_t kMostExpanded = 1'000'000, kMostNested = 200;

  void take(Token& token) {
    const std::size_t length = measure(token.kind);
    token.text = text_.substr(at_, length);
    advance(length);
  }

  /// What the token stands for, in the place of `use`. A name within its own expansion stands for
  /// itself.
  void add(const Token& token, const Token& use) {
    const auto found = token.kind == TokenKind::Name ? macros_.find(token.text) : macros_.end();
    if (found == macros_.end() || !open_.insert(token.text).second) {
      Token made = token;
      made.place = use.place;
      tokens_.push_back(made);
      return;
    }
    for (const Token& part : found->second) {
      if (++expanded_ > kMostExpanded || open_.size() > kMostNested)
        throw InputError({file_, use.place.line, use.place.column},
                         "defined names stand for too many tokens");
      add(part, use);
    }
    open_.erase(token.text);
  }

  void read_directive() {
    const std::size_t line = std::min(text_.find('\n', at_), text_.size());
    constexpr std::string_view kDefine = "#define";
    const std::string_view directive = text_.substr(at_, text_.find_first_of(" \t\r\n", at_) - at_);
    if (directive != kDefine)
      fail(fmt::format("'{}' is not read: run the file through the C preprocessor first",
                       printable(directive, 40)));
    advance(kDefine.size());
    const auto skip_to_token = [&] {
      skip_blanks();
      return at_ < line;
    };
    if (!skip_to_token() || !begins_name(peek())) fail("expected the name that is defined");
    Token name;
    take(name);
    if (at_ < line && peek() == '(') fail("a definition with arguments is not read");
    std::vector<Token>& tokens = macros_[name.text];
    tokens.clear();
    while (skip_to_token()) {
      Token& token = tokens.emplace_back();
      token.place = place_;
      token.after_space = true;
      take(token);
    }
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void advance(std::size_t count) {
    for (; count > 0; --count, ++at_) {
      if (text_[at_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else {
        ++place_.column;
      }
    }
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({file_, place_.line, place_.column}, message);
  }

  void skip_blanks() {
    for (;;) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        advance(1);
      if (text_.substr(at_).starts_with("/--")) {
        const std::size_t end = text_.find("--/", at_ + 3);
        if (end == std::string_view::npos) fail("the comment has no end '--/'");
        advance(end + 3 - at_);
      } else if (text_.substr(at_).starts_with("--")) {
        advance(std::min(text_.find('\n', at_), text_.size()) - at_);
      } else {
        return;
      }
    }
  }

  std::size_t measure(TokenKind& kind) const {
    const char c = peek();
    if (begins_name(c)) {
      kind = TokenKind::Name;
      return name_length();
    }
    if (is_digit(c)) return number_length(kind);
    kind = TokenKind::Symbol;
    static constexpr std::array kLong = {
        "<->", ":=", "->", "..", "::", "<=", ">=", "!=", "<<", ">>", "||", "&&", "=="};
    for (const std::string_view symbol : kLong)
      if (text_.substr(at_).starts_with(symbol)) return symbol.size();
    if (std::string_view("!&|=<>+-*/?:;,.()[]{}@").find(c) != std::string_view::npos) return 1;
    fail(fmt::format("unexpected character '{}'", printable(std::string(1, c))));
  }

  std::size_t name_length() const {
    std::size_t length = 1;
    for (;; ++length) {
      const char c = peek(length), next = peek(length + 1);
      const bool is_dash = c == '-' && next != '>' && next != '-';
      if (!begins_name(c) && !is_digit(c) && c != '$' && c != '#' && !is_dash) break;
    }
    // PSL writes "eventually!", "next!" and "until!".
    const std::string_view name = text_.substr(at_, length);
    if (peek(length) == '!' && peek(length + 1) != '=' &&
        (name == "eventually" || name == "until" || name == "next"))
      ++length;
    return length;
  }

  /// A number, or the constant of a word: 0ud8_255, 0sb4_1010, 0h8_ff.
  std::size_t number_length(TokenKind& kind) const {
    kind = TokenKind::Number;
    std::size_t length = 1;
    while (is_digit(peek(length))) ++length;
    const bool is_word = length == 1 && peek() == '0' && std::isalpha(peek(1)) != 0;
    if (!is_word) return length;
    kind = TokenKind::Word;
    while (std::isalnum(static_cast<unsigned char>(peek(length))) != 0 || peek(length) == '_')
      ++length;
    return length;
  }

  const std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  Place place_;
  std::vector<Token> tokens_;
  std::map<std::string_view, std::vector<Token>> macros_;
  std::set<std::string_view> open_;  // names that are being expanded
  std::size_t expanded_ = 0;
};

}  // namespace

std::vector<Token> lex(std::string_view text, const std::string& file) {
  return SmvLexer(text, file).run();
}

}  // namespace cairn::smv
