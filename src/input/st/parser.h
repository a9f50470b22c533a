// SPDX-License-Identifier: MIT
//
// Structured Text to a tree, by recursive descent with a limit of depth. What the language has and
// Cairn does not read (methods, inheritance, charts, instruction lists) is refused by its name: the
// message says "not supported".
#pragma once

#include <span>
#include <string_view>

#include "base/error.h"
#include "format/source.h"
#include "input/st/ast.h"

namespace cairn::st {

/// Adds what the source declares to the unit. Throws InputError.
void parse(const Source& source, Unit& unit);

/// One expression, as annotations have it ("-->", "!", "&&", "||"), of a text of its own such as an
/// entry of a requirements file. Throws InputError.
ExprPtr parse_expression(const Source& source);

/// What the language has and Cairn refuses.
class NotSupported : public InputError {
 public:
  NotSupported(const Position& at, std::string_view what);
};

}  // namespace cairn::st
