// SPDX-License-Identifier: MIT
//
// Tokens of Structured Text. Literals are read here, with their types; comments and pragmas are
// skipped, but for the comments that say something to a checker ("//#ASSERT"): their words are
// tokens like others, between Annotation and AnnotationEnd.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "format/source.h"
#include "input/st/ast.h"

namespace cairn::st {

struct Token {
  enum class Kind : std::uint8_t {
    Name,        ///< an identifier or a keyword
    Quoted,      ///< "name", in Siemens' spelling
    Literal,     ///< literal
    EnumValue,   ///< type # text
    Direct,      ///< %IX0.0, %X3
    Symbol,      ///< text
    Annotation,  ///< text: ASSERT, ASSUME, PARAM
    AnnotationEnd,
    End
  };

  Kind kind = Kind::End;
  Spot at;
  std::size_t begin = 0, end = 0;  ///< bytes of the source
  std::string text;                ///< names as they were written
  std::string upper;               ///< a Name in capitals
  std::string type;                ///< of an EnumValue
  Literal literal;
};

/// In capitals; names of this language are the same in either case.
std::string upper_case(std::string_view text);
/// Words that are no names of variables.
bool is_keyword(std::string_view upper);
/// The types of the standard: "INT", "TIME", "STRING".
bool is_elementary_type(std::string_view upper);

enum class Spelling : std::uint8_t { Standard, Siemens };

/// Whether the text quotes names as Siemens does: FUNCTION_BLOCK "name", or #name.
Spelling spelling_of(std::string_view text);

class Lexer {
 public:
  Lexer(const Source& source, std::uint32_t file, Spelling spelling);

  const Token& token() const { return token_; }
  const Token& next() const { return next_; }
  void advance();

  std::string_view text(std::size_t begin, std::size_t end) const;
  Position position(const Spot& at) const { return {source_.name, at.line, at.column}; }
  [[noreturn]] void fail(const Spot& at, std::string_view message) const;

 private:
  Token read();
  void skip_blanks();
  bool skip_comment();
  void skip_until(std::string_view end, bool nested, const char* what);
  void read_word(Token& token);
  void read_typed(Token& token, const std::string& type);
  void read_number(Token& token);
  void read_string(Token& token, char quote);
  void read_direct(Token& token);
  void read_symbol(Token& token);
  bool begins_annotation(std::string_view& word) const;
  char look(std::size_t ahead = 0) const;
  void step();
  std::string take_while(bool (*belongs)(char));
  Spot spot() const;

  const Source& source_;
  std::uint32_t file_;
  Spelling spelling_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool in_annotation_ = false;
  Token token_, next_;
};

}  // namespace cairn::st
