// SPDX-License-Identifier: MIT
//
// Terms as expressions of IVL, and the spellings that its reader shares with the printer.
//
// Loosest first: c ? a : b; ||; &&; |; ^; &; equality; comparison; shifts; sums; products; prefix
// ! ~ -; postfix a[i], a[i := v], x{7:0}; names, literals, calls f(...), (e). All infix operators
// group to the left. A letter after an operator says how it reads its operands: u unsigned, s
// signed, f float; it belongs to the operator if no letter, digit or _ follows ("a <u b").
// Without a letter, + - * and comparisons are those of the operands' sort: bit-vectors (sums and
// products alone), integers, reals. A chain a && b && c is one And, parentheses start another.
// "let $1 = e, $2 = e in e" names subterms, each for what comes after it: printed where the text
// would be much longer than the term, or nested deeper than kMaxDepth.
// Infix operators on floats round to the nearest, ties to even; calls name other modes.
// Literals are those of Value::to_string(); arrays [1bv8: 5bv32, else 0bv32] of sort S are written
// S[1bv8: ...], "bv32[bv8][1bv8: 5bv32, else 0bv32]".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "logic/word/term.h"

namespace cairn {

/// A call f(terms..., width or sort, mode), "fconv(x, double, rne)".
struct CallSpelling {
  enum class Extra : std::uint8_t { None, Width, Sort };

  std::string_view name;
  Op op;
  std::uint8_t terms;
  Extra extra = Extra::None;  ///< Width: the bits of a resulting bit-vector
  bool rounds = false;        ///< the last argument is a mode
};
std::span<const CallSpelling> call_spellings();
const CallSpelling* find_call(std::string_view name);

/// "rne", "rna", "rtp", "rtn", "rtz".
std::string_view to_string(RoundingMode mode);
std::optional<RoundingMode> parse_rounding(std::string_view text);

/// How tightly an infix operator binds: 1 is "||". None: no such operator. All of "||" to "%s",
/// and ">u" and the like, which are made of others.
std::optional<int> infix_precedence(std::string_view text);
/// None if the operator does not exist for operands of these sorts. "&&" and "||" make And and Or
/// of two; a reader collects a chain for and_all() and or_all().
std::optional<Term> make_infix(Terms& terms, std::string_view text, Term a, Term b);
/// "!", "~", "-".
std::optional<Term> make_prefix(Terms& terms, std::string_view text, Term a);

/// A variable's name as IVL writes it: in backquotes unless it is an identifier (letters, digits,
/// _ . $ @ # and not first a digit or $) and no keyword. A backquote in it becomes '.
std::string ivl_name(std::string_view name);
bool is_ivl_keyword(std::string_view word);

/// One line. Linear in the size of the term's graph.
std::string to_ivl(const Terms& terms, Term term);

/// Subterms that a text should name, operands before what is over them: those that several
/// operators use, if `share` (constants and variables are none), and as many more that no text
/// nests deeper than kMaxDepth.
enum class Naming : std::uint8_t { DeepOnly, Shared };
inline constexpr std::uint32_t kMaxDepth = 100;
std::vector<Term> subterms_to_name(const Terms& terms, std::span<const Term> roots, Naming naming);

}  // namespace cairn
