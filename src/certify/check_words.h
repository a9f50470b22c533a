// SPDX-License-Identifier: MIT
//
// Judges evidence about word-level models. A counterexample is replayed. A certificate is a model
// in its own right, whose inputs and states stand for some of the model's; it has to pass the
// checks of Cerbtora, which are those of certifaiger (check_certificate.h) on words:
//
//   Reset        R{K} & C                  =>  R'{K} & C'
//   Transition   F{K} & Cs & Ct & C's      =>  F'{K} & C't
//   Safety       C & C' & P'               =>  P
//   Base         R' & C'                   =>  P'
//   Inductive    F' & C's & C't & P's      =>  P't
//
// A proof may have prophecies: states of the certificate that stand for none of the model's, have
// any value at first and never change. Each is said to predict a term that does not depend on
// prophecies. Safety then has the term in the place of the prophecy, in P' alone:
//
//   Safety       C & C' & P'[h/p]          =>  P
//
// This is enough. Take a run of the model into a step in which P does not hold, and values for the
// certificate's inputs and states beside it, but for the prophecies. What a prophecy predicts has a
// value in that step; let the prophecy have it from the first step on. By the other four checks,
// which hold for all values, C' and P' hold in that step, where h = p, so P does.
//
// And it may have inputs that say where two arrays differ, if they do. They stand for none of the
// model's; the argument may choose their values, so the last three checks assume that they do say
// so.
//
// Init and next-state terms are put in the place of states, so that a certificate that contains the
// model as it is leaves nothing to do for the first two. Each check is a query of its own: to
// CaDiCaL as a circuit; where arrays have no bits, or many, without them (array_reads.h) and, if
// that does not do, to Z3.
#pragma once

#include <cstdint>
#include <optional>

#include "base/context.h"
#include "certify/judgement.h"
#include "format/btor2/btor2_certificate.h"
#include "model/bad_selection.h"
#include "model/word_model.h"

namespace cairn {

/// One check, "Replay". With `property`, that bad state has to be reached; otherwise any.
/// `reached`, unless null, becomes the bad states that are true in the last step.
Judgement check_word_trace(const WordModel& model, const WordTrace& trace,
                           std::optional<std::uint32_t> property,
                           std::vector<std::uint32_t>* reached = nullptr);

/// One check, "Replay", of a lasso: the state after the last step is that of an earlier one, from
/// which on every term of the justice property and every fairness term is true at least once, with
/// all constraints true throughout. States without a next-state term take the value that they need.
/// `loop_start`, unless null, becomes that step.
Judgement check_word_lasso(const WordModel& model, const WordTrace& trace, std::uint32_t justice,
                           std::int64_t* loop_start = nullptr);

/// For the bad states `judged` of the model. Requires that both models have the same pool of terms.
Judgement check_word_certificate(const WordModel& model, const WordModel& certificate,
                                 const WordMapping& mapping, const BadSelection& judged,
                                 const Context& context);

}  // namespace cairn
