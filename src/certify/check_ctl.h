// SPDX-License-Identifier: MIT
//
// Whether the bounds of model/ctl.h show that a formula of CTL holds or fails. One query for each
// bound that something is said of, and one for the verdict; all are about the system as it is, and
// about states of it whether or not they can be reached.
#pragma once

#include "base/context.h"
#include "certify/judgement.h"
#include "model/ctl.h"

namespace cairn {

/// Checks are called Shape, Lower (one for each subformula), Upper (likewise) and Verdict.
Judgement check_ctl(const CtlSystem& system, const CtlProof& proof, const Context& context);

}  // namespace cairn
