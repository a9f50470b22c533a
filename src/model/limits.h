// SPDX-License-Identifier: MIT
//
// Which limits of a program (asserts of the kind Limit) matter for some of its asserts. Behind a
// limit nothing is known about the state, but often about control: after a call that has no model
// the run goes on where the call returns. An assert that cannot be reached from there is judged
// on all its runs if the limit is an end of runs.
#pragma once

#include <set>

#include "model/program.h"

namespace cairn {

/// The limits behind which one of `asserts` (statements of the program) may execute:
///  - control may lead from the limit to it, by statements, calls and returns;
///  - or from the limit to one where control may go anywhere: a jump that is not modelled, or a
///  call
///    of what is not known. Unless the limit's note is known to be of another kind, it is one of
///    these itself.
/// A limit of recursion leads into the function that would be called, too.
std::set<const Statement*> limits_before(const Program& program,
                                         const std::set<const Statement*>& asserts);

/// The assert of a property that a limit is the other half of: what fails depends on a function
/// that is not known. Such a pair is one claim, and a run in which it fails ends there.
/// Null if the limit stands for itself; `next` is the statement behind it, or null.
const Statement* property_of(const Statement& limit, const Statement* next);
/// The notes of such limits begin with this.
inline constexpr const char* kDependsOnUnknown = "a violation that depends on what ";

}  // namespace cairn
