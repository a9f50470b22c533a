// SPDX-License-Identifier: MIT
//
// The judge of proofs by complete unrolling (CfaUnrolling in model/cfa.h). Private to certify/;
// check_cfa.h is the way in.
//
// The automaton as it was built is unrolled loop by loop (model/loop_nest.h), each loop to the
// bound that the proof gives. Nothing is asked on the way: what is about to go around a loop once
// more than the proof allows, and what comes into the error location, is a violation, and so are
// two ways that part at a location and are open at the same time. In the end one query: is there a
// run with a violation? That the bounds are right is thereby shown, not assumed. The order in which
// locations have their turn decides how much is merged, not what is covered: nothing that waits is
// dropped.
#pragma once

#include "base/context.h"
#include "certify/check_cfa.h"
#include "certify/judgement.h"
#include "model/cfa.h"

namespace cairn {

/// The checks are "Form" (bounds are at heads of loops), "Unrolling" (it ends, within
/// options.unrolled_places) and "Runs" (none has a violation).
Judgement check_unrolling(const Cfa& cfa, const CfaUnrolling& proof, const CfaCheckOptions& options,
                          const Context& context);

}  // namespace cairn
