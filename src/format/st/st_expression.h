// SPDX-License-Identifier: MIT
//
// Formulas as expressions of Structured Text that have the same value: what people read as the
// facts of a proof.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "format/st/scan_model.h"
#include "logic/word/term.h"

namespace cairn::st {

struct StName {
  std::string name;
  ShownType type;
};
using StNames = std::unordered_map<Term, StName>;

/// None if the formula has no such form, or would have more than about `limit` operators.
std::optional<std::string> st_expression(const Terms& terms, Term formula, const StNames& names,
                                         std::size_t limit = 200);

}  // namespace cairn::st
