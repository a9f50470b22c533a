// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace cairn::verilog {

/// A token of SystemVerilog with its place in the files of the user.
struct Token {
  enum class Kind : std::uint8_t {
    Identifier,  ///< and keywords
    System,      ///< $past
    Number,
    String,
    Symbol,
    Directive,  ///< a line that Yosys is to see as it is
    Pragma,     ///< a comment that synthesis tools read
    End,
  };
  Kind kind = Kind::End;
  bool spaced = false;  ///< something that separates came before it
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text;

  bool is(std::string_view word) const {
    return text == word && kind != Kind::String && kind != Kind::End;
  }
  bool is_identifier() const { return kind == Kind::Identifier; }
  /// A bracket, "(*" of attributes among them.
  bool opens() const {
    return kind == Kind::Symbol &&
           (text == "(" || text == "[" || text == "{" || text == "(*" || text == "'{");
  }
  bool closes() const {
    return kind == Kind::Symbol && (text == ")" || text == "]" || text == "}" || text == "*)");
  }
};

using Tokens = std::vector<Token>;

/// The text of tokens on one line.
std::string text_of(const Tokens& tokens);

/// Tokens, and the names of the files that they come from.
struct TokenStream {
  std::vector<std::string> files;
  Tokens tokens;  ///< the last one has Kind::End

  Position position(const Token& token) const {
    return {files.at(token.file), token.line, token.column};
  }
};

}  // namespace cairn::verilog
