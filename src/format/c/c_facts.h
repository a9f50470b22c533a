// SPDX-License-Identifier: MIT
//
// What a formula says, as C expressions that people read one by one.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "format/c/c_expression.h"

namespace cairn {

struct CFacts {
  std::vector<std::string> facts;           ///< their conjunction is what could be said
  std::map<NoCForm, std::size_t> left_out;  ///< conjuncts that have no C form, by the reason
};

/// The conjuncts as C; those about the values of one variable are taken together.
CFacts c_facts(Terms& terms, std::span<const Term> conjuncts, const CNames& names);

/// The conjuncts of a formula.
std::vector<Term> operands_of_and(const Terms& terms, Term formula);

}  // namespace cairn
