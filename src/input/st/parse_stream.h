// SPDX-License-Identifier: MIT
//
// What the parsers of declarations, statements and expressions share: tokens, and what is expected
// of them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "input/st/lexer.h"
#include "input/st/parser.h"

namespace cairn::st {

/// Levels of blocks and parentheses.
inline constexpr std::uint32_t kDeepest = 400;
/// Levels of the tree of an expression: "a + b + c" has three.
inline constexpr std::uint32_t kDeepestTree = 1000;

class ParseStream {
 public:
  ParseStream(const Source& source, std::uint32_t file)
      : lexer_(source, file, spelling_of(source.bytes)) {}

  const Token& token() const { return lexer_.token(); }
  const Token& next() const { return lexer_.next(); }
  const Lexer& lexer() const { return lexer_; }
  void advance() {
    last_end_ = token().end;
    lexer_.advance();
  }
  std::size_t last_end() const { return last_end_; }  ///< of the token before this one

  bool at_end() const { return token().kind == Token::Kind::End; }
  bool is_word(std::string_view word) const {
    return token().kind == Token::Kind::Name && token().upper == word;
  }
  bool is_any_word(std::initializer_list<std::string_view> words) const;
  bool is_symbol(std::string_view symbol) const {
    return token().kind == Token::Kind::Symbol && token().text == symbol;
  }
  bool next_is_symbol(std::string_view symbol) const {
    return next().kind == Token::Kind::Symbol && next().text == symbol;
  }
  bool is_name() const;  ///< an identifier that is no keyword
  bool take_word(std::string_view word);
  bool take_symbol(std::string_view symbol);
  void expect_word(std::string_view word);
  void expect_symbol(std::string_view symbol);
  std::string expect_name(std::string_view what);
  /// "expected WHAT, got 'x'", with the keyword that the token is nearly.
  [[noreturn]] void fail_expected(std::string_view what) const;
  [[noreturn]] void fail(const Spot& at, std::string_view message) const {
    lexer_.fail(at, message);
  }
  [[noreturn]] void refuse(const Spot& at, std::string_view what) const;

  /// For as long as a level of the tree is read.
  class Level {
   public:
    explicit Level(ParseStream& stream);
    ~Level() { --stream_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    ParseStream& stream_;
  };

 private:
  Lexer lexer_;
  std::size_t last_end_ = 0;
  std::uint32_t depth_ = 0;
};

ExprPtr parse_expression(ParseStream& stream);
/// An expression, or an initial value in brackets or parentheses.
ExprPtr parse_initial_value(ParseStream& stream);
/// The arguments of a call, after "(" and with ")".
std::vector<Argument> parse_arguments(ParseStream& stream);
/// A name with members, indices and calls behind it.
ExprPtr parse_operand(ParseStream& stream);

TypePtr parse_type(ParseStream& stream);
/// The sections that begin here, "VAR ... END_VAR".
bool begins_section(const ParseStream& stream);
Section parse_section(ParseStream& stream);
/// "a, b : INT := 5;"
void parse_declaration(ParseStream& stream, std::vector<Declaration>& into);

/// Statements up to a word or symbol that ends their block.
Body parse_body(ParseStream& stream);

}  // namespace cairn::st
