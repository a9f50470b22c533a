// SPDX-License-Identifier: MIT
//
// Properties of SystemVerilog (IEEE 1800-2017, clause 16) as trees. Boolean expressions stay text:
// they are numbered, and Yosys will read them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "input/verilog/token.h"

namespace cairn::verilog {

enum class SvaOp : std::uint8_t {
  // Sequences.
  Boolean,         ///< an expression
  Delay,           ///< kids: left ##[low:high] right; one kid: ##[low:high] right
  Repeat,          ///< [*low:high]
  Goto,            ///< [->low:high]
  Nonconsecutive,  ///< [=low:high]
  Throughout,
  Within,
  Intersect,
  FirstMatch,
  // Both.
  And,
  Or,
  // Properties.
  Weak,
  Strong,
  Not,
  Implies,
  Iff,
  Implication,  ///< |->, and |=> if `next`
  FollowedBy,   ///< #-#, and #=# if `next`
  Nexttime,     ///< low: how many
  Always,       ///< [low:high]
  Eventually,
  Until,  ///< `next`: until_with
  If,     ///< kids: condition, then, perhaps else
  Abort,  ///< kids: condition, property; `strong`: accept_on, else reject_on
};

struct Sva;
using SvaPointer = std::shared_ptr<const Sva>;

struct Sva {
  SvaOp op = SvaOp::Boolean;
  std::uint32_t expression = 0;  ///< of Boolean
  std::vector<SvaPointer> kids;
  std::uint32_t low = 0, high = 0;
  bool unbounded = false;  ///< high is $
  bool strong = false;
  bool next = false;
};

/// A sequence, not a property only.
bool is_sequence(const Sva& node);

/// A local variable (16.10), as a name for a value that stays: "x has the value v from here on" is
/// the condition that what is assigned equals v (local_variables.h).
struct LocalVariable {
  Tokens type;
  std::string name;             ///< in expressions
  std::string value;            ///< of what is assigned, at the tick of the assignment
  Tokens assigned;              ///< empty: nothing was yet
  std::uint32_t condition = 0;  ///< the expression that says that both are equal
};

/// What an assertion says.
struct Specification {
  std::optional<Tokens> clock;    ///< between the parentheses of @(...)
  std::optional<Tokens> disable;  ///< of disable iff
  SvaPointer property;
  std::vector<Tokens> expressions;
  std::vector<LocalVariable> locals;
};

}  // namespace cairn::verilog
