// SPDX-License-Identifier: MIT
//
// Formulas as C expressions without side effects that have the same value: what people read as
// invariants, and what witnesses contain. Where the types of variables would change the meaning
// (promotions, signed overflow) there are casts; bits of a word are read with masks, which needs
// none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "logic/word/term.h"
#include "model/program.h"

namespace cairn {

/// What a variable is in C: its name, and whether it is signed.
struct CName {
  std::string name;
  Show show = Show::Signed;
};
using CNames = std::unordered_map<Term, CName>;

/// Why a formula has no form in C.
enum class NoCForm : std::uint8_t {
  None,
  Name,       ///< it reads a variable that has no name here
  Array,      ///< it reads elements of an array
  Address,    ///< it reads the number of an address
  Operation,  ///< C has no such operation, or no type of that width
  Length,     ///< it would be longer than about `limit` operators
};

/// None if the formula has no such form; `why`, if given, then says why.
std::optional<std::string> c_expression(const Terms& terms, Term formula, const CNames& names,
                                        std::size_t limit = 200, NoCForm* why = nullptr);

/// A literal; of at most 64 bits. Those of unsigned numbers have no suffix where their type does
/// not matter.
std::string c_number(const BitVector& bits, bool is_signed);

/// Ordered as signed numbers.
inline bool is_signed(Show show) {
  return show == Show::Signed || show == Show::Char;
}

}  // namespace cairn
