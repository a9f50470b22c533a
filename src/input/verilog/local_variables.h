// SPDX-License-Identifier: MIT
//
// Local variables of properties without a memory of what each attempt has assigned. A violation of
// "(a, x = e) |-> p" is an attempt with a match of the left side, after which x has one value, v
// say, and p fails. So the property holds if for each v "(a ##0 e == v) |-> p" does, with v in the
// place of x in p: v is an arbitrary value that stays. That is exact where x is assigned once in
// each match of left sides of implications (IEEE 1800-2017, 16.10 and F.5.4); elsewhere a property
// with local variables is not supported.
#pragma once

#include <optional>
#include <string>

#include "input/verilog/monitor.h"
#include "input/verilog/sva.h"

namespace cairn::verilog {

/// Why this does not hold for a specification; nothing if it does.
std::optional<std::string> problem_of_locals(const Specification& specification, Goal goal);

}  // namespace cairn::verilog
