// SPDX-License-Identifier: MIT
//
// Evidence about a circuit, whoever found it, is judged by certify/ against the model as it was
// read. Nothing else makes an answer one that may be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "format/aiger/aiger_reader.h"
#include "model/bad_selection.h"
#include "run/circuit/check.h"

namespace cairn {

/// What the evidence is about.
struct JudgedModel {
  const AigerModel& model;
  std::string name;                           ///< for the certificate's comment
  std::optional<std::uint32_t> property;      ///< position of the bad state; all of them without it
  std::optional<std::uint32_t> justice = {};  ///< of a justice property, in their place
};

/// In the vocabulary of the model as read. Evidence that fails is kept in a file; `fault` tells its
/// name.
Judged<CheckOutcome> judge_answer(Answer<BitSystem> answer, const JudgedModel& about,
                                  const Context& context);

/// A proof about several bad states; `about.property` is not looked at.
Judged<CheckOutcome> judge_proof(Safe<BitSystem> safe, const JudgedModel& about,
                                 const BadSelection& judged_for, const Context& context);

}  // namespace cairn
