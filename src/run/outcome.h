// SPDX-License-Identifier: MIT
//
// What comes of a run, whatever it is about. Each kind of task adds what is special about it.
#pragma once

#include <optional>
#include <string>

#include "base/context.h"
#include "certify/judgement.h"
#include "run/message.h"
#include "run/workers/report.h"

namespace cairn {

/// The answer is in the vocabulary of the model as read, and checked. With workers, `decided_by` is
/// a plan.
template <class Model>
struct RunOutcome : Message<Model> {
  std::optional<PortfolioReport> portfolio;
};

/// An answer, whoever found it, once certify/ has judged its evidence.
template <class Outcome>
struct Judged {
  Outcome outcome;    ///< Unknown if nothing was claimed, if there was no time, or if it failed
  std::string claim;  ///< the verdict's word; empty if there is none
  std::string fault;  ///< why it is no answer, or its evidence failed; empty if neither
};

/// Empty if there is no verdict.
template <class Model>
std::string claim_of(const Answer<Model>& answer) {
  return std::holds_alternative<Unknown>(answer) ? "" : std::string(verdict_word(answer));
}

/// Evidence could not be checked: the time is over or, if it is not, the judgement says why.
Unknown undecided(const Judgement& judgement, const Context& context);

}  // namespace cairn
