// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "input/verilog/sva.h"

namespace cairn::verilog {

/// A named property or sequence.
struct Declaration {
  std::vector<std::pair<std::string, Tokens>> parameters;  ///< with default values, or empty
  std::vector<std::pair<Tokens, std::string>> locals;      ///< types and names of its variables
  Tokens body;
  Token at;
  std::optional<InputError> problem;  ///< not supported: whoever uses it isn't, either
};

/// What a specification may refer to.
struct SvaScope {
  const TokenStream* stream = nullptr;  ///< for positions
  std::map<std::string, Declaration> declarations;
  std::string mark;  ///< what names that are made for the specification begin with
  /// The value of a constant expression, if it has one.
  std::function<std::optional<std::int64_t>(const Tokens&)> constant;
};

/// `at`: where the assertion stands. Throws InputError with a position for what is no property and
/// for what Cairn does not support.
Specification parse_specification(const Tokens& tokens, const Token& at, const SvaScope& scope);

/// A declaration from its name on, up to its end keyword. Throws InputError if there is no name.
std::pair<std::string, Declaration> parse_declaration(const Tokens& tokens, const Token& at,
                                                      const SvaScope& scope);

/// Splits at commas outside of brackets.
std::vector<Tokens> split_at_commas(const Tokens& tokens);

/// Whether tokens have anything that belongs to properties rather than to expressions.
bool has_temporal_operator(const Tokens& tokens);

}  // namespace cairn::verilog
