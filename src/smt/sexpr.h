// SPDX-License-Identifier: MIT
//
// What solvers answer in SMT-LIB: S-expressions, values and terms.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

struct SExpr {
  std::string atom;  ///< empty: a list
  std::vector<SExpr> list;

  bool is_atom(std::string_view text) const { return atom == text; }
  /// A list that begins with this atom.
  bool begins_with(std::string_view text) const {
    return atom.empty() && !list.empty() && list[0].is_atom(text);
  }
};

/// Finds the ends of expressions in text that comes in pieces.
class SExprReader {
 public:
  void feed(std::string_view text) { buffer_ += text; }
  /// The next expression, if all of it has come.
  std::optional<SExpr> next();

 private:
  /// One token, or none if it may be unfinished.
  std::optional<std::string> token(std::size_t& at) const;

  std::string buffer_;
};

/// None if the text is not a value of the sort in one of the forms that solvers use.
std::optional<Value> parse_value(const SExpr& text, const Sort& sort);
/// None if there is something in it that is not understood. `find` knows the variables.
std::optional<Term> parse_term(Terms& terms, const SExpr& text,
                               const std::function<std::optional<Term>(const std::string&)>& find);

}  // namespace cairn
