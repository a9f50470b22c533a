// SPDX-License-Identifier: MIT
//
// The words of IVL. docs/ivl.md lists them; operators are those of logic/word/term_print.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "format/source.h"

namespace cairn {

struct IvlToken {
  enum class Kind : std::uint8_t {
    End,
    Word,    ///< an identifier or a keyword
    Quoted,  ///< an identifier in backquotes, which `text` is without
    Dollar,  ///< $1, the name of a let
    Number,  ///< any literal that starts with a digit
    String,  ///< `text` has the quotes
    Symbol,
  };
  Kind kind = Kind::End;
  std::string_view text;
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  std::size_t offset = 0;

  bool is(std::string_view symbol_or_word) const {
    return (kind == Kind::Symbol || kind == Kind::Word) && text == symbol_or_word;
  }
  bool is_name() const;
};

class IvlLexer {
 public:
  explicit IvlLexer(const Source& source);

  const IvlToken& token() const { return token_; }
  const IvlToken& next() const { return next_; }
  /// Moves on by one token.
  void advance();

  /// A place to go back to.
  struct Mark {
    std::size_t offset, line_start;
    std::uint64_t line;
    IvlToken token, next;
  };
  Mark mark() const { return {offset_, line_start_, line_, token_, next_}; }
  void go_back(const Mark& mark);

  Position position(const IvlToken& token) const {
    return {source_.name, token.line, token.column};
  }
  /// The token's line from the token on, without blanks at its end; 200 bytes at most.
  std::string_view line_from(const IvlToken& token) const;

  [[noreturn]] void fail(const IvlToken& at, std::string_view message) const;
  /// "expected WHAT, got 'x'".
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  IvlToken read();
  void skip_blanks();
  void read_number(IvlToken& token);
  void read_symbol(IvlToken& token);
  std::size_t end_of(std::size_t from, bool (*belongs)(char)) const;
  char at(std::size_t offset) const {
    return offset < source_.bytes.size() ? source_.bytes[offset] : '\0';
  }
  IvlToken here() const {
    return {IvlToken::Kind::End, {}, line_, 1 + offset_ - line_start_, offset_};
  }

  const Source& source_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  std::uint64_t line_ = 1;
  IvlToken token_, next_;
};

/// The characters of a String token: \" \\ \xNN stand for one each.
std::string unescape_ivl(std::string_view token);
/// The other way.
std::string escape_ivl(std::string_view text);

}  // namespace cairn
