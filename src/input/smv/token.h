// SPDX-License-Identifier: MIT
//
// Tokens of the SMV language as NuSMV 2.6 has it. A name may contain '-', '$' and '#': "e-1" is one
// name, as in NuSMV, unless "->" or a comment begins there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace cairn::smv {

struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

enum class TokenKind : std::uint8_t { Name, Number, Word, Symbol, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  ///< of the source, which outlives the token
  Place place;
  bool after_space = false;

  bool is(std::string_view what) const { return kind != TokenKind::End && text == what; }
};

/// Throws InputError. The last token is End.
std::vector<Token> lex(std::string_view text, const std::string& file);

}  // namespace cairn::smv
