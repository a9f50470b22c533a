// SPDX-License-Identifier: MIT
//
// Formulas as C expressions without side effects that have the same value: what people read as
// invariants, and what witnesses contain. Where the types of variables would change the meaning
// (promotions, signed overflow) there are casts.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/term.h"
#include "model/program.h"

namespace cairn {

/// What a variable is in C: its name, and whether it is signed.
struct CName {
  std::string name;
  Show show = Show::Signed;
};
using CNames = std::unordered_map<Term, CName>;

/// None if the formula has no such form: it reads a variable without a name, an array, an unbounded
/// number, the bits of a float, or it would be longer than about `limit` operators.
std::optional<std::string> c_expression(const Terms& terms, Term formula, const CNames& names,
                                        std::size_t limit = 200);

/// The conjuncts of a formula that have one, those about the values of one variable taken together.
/// If `left_out` is given it becomes the number of others.
std::vector<std::string> c_conjuncts(Terms& terms, Term formula, const CNames& names,
                                     std::size_t* left_out = nullptr);

}  // namespace cairn
