// SPDX-License-Identifier: MIT
//
// Judges refutations in LRAT [CHH+17]. A file of lines
//
//   ID LITERALS 0 HINTS 0     a clause that follows from those that the hints name
//   ID d IDS 0                these clauses are used no more
//
// A line is right if its hints, taken in their order under the assumption that all its literals are
// false, each leave one literal of the clause that they name, which is then true, until one leaves
// none. The clauses of the formula have the numbers from 1 on; numbers of derived ones ascend. The
// file must come to the empty clause; what follows it is not looked at.
//
// Where we differ: steps that are no logical consequences (RAT, negative hints) are not supported;
// a proof with one is left undecided. Other steps with variables that the formula does not have are
// wrong here. Cairn makes none of these. A hint that says nothing new is refused. Comments are
// lines that start with 'c'.
#pragma once

#include "base/context.h"
#include "certify/judgement.h"
#include "format/source.h"

namespace cairn {

/// Throws InputError if one of the files is not in its format: the formula in DIMACS, the proof in
/// LRAT. The judgement has one check, "Refutation"; if it fails, the explanation names the step and
/// its line. It is undecided if the proof uses what is not supported, or the budget is exhausted.
Judgement check_lrat(const Source& formula, const Source& proof, const Context& context);

}  // namespace cairn
