// SPDX-License-Identifier: MIT
//
// The assertions of a program as people count them, and the program with some of them.
//
// An assertion is a claim at a place of the source: the asserts of the kind Property that have the
// same place and the same claim are one (a check of bounds may take several, and a procedure may be
// called often). Where one fails the run ends, as it does in C after reach_error() or a failing
// assert(). So each assertion is judged on the runs that get to it, and those are the runs in which
// no other assertion failed before: with_assertions() makes assumptions of the others. A program
// fails if and only if one of its assertions does, each judged by itself: the first assertion that
// fails in a run fails by itself, too.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/program.h"

namespace cairn {

struct Assertion {
  SiteId site = kNoSite;
  std::string claim;  ///< the note of its statements
  std::vector<const Statement*> statements;
  /// Where it is decided whether it holds: the statements themselves, or the `if` that leads to one
  /// which fails always ("if (!c) reach_error();"). Empty if nothing is decided: the claim is that
  /// no run comes here, and that no run does says nothing against it.
  std::vector<const Statement*> decided_at;
};

/// By place in the source, those without a place last; pointers are into the program.
std::vector<Assertion> assertions_of(const Program& program);

/// A copy in which all assertions but these (positions in assertions_of) are assumptions, and so
/// are limits that do not matter for them (limits.h): runs may end there.
Program with_assertions(const Program& program, const std::vector<std::size_t>& kept);

/// A copy without assertions (they are assumptions) that fails where this one is decided: a run
/// that fails is one that gets there. Requires that the assertion is decided somewhere.
Program with_probe(const Program& program, const Assertion& assertion);

}  // namespace cairn
