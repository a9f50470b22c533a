// SPDX-License-Identifier: MIT
//
// Evidence about a circuit, whoever found it, is judged by certify/ against the model as it was
// read. Nothing else makes an answer one that may be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/context.h"
#include "format/aiger/aiger_reader.h"
#include "model/answer.h"

namespace cairn {

/// What the evidence is about.
struct JudgedModel {
  const AigerModel& model;
  std::string name;                       ///< for the certificate's comment
  std::optional<std::uint32_t> property;  ///< position of the bad state; all of them without it
};

struct JudgedAnswer {
  Answer<BitSystem> answer =
      Unknown{};  ///< checked; Unknown if there was no time to check, or if it failed
  std::optional<BitSystem> certificate;  ///< with Safe: the circuit that was checked
  std::string fault;                     ///< why the evidence failed its check; empty if it did not
};

/// In the vocabulary of the model as read. Evidence that fails is kept in a file; `fault` tells its
/// name.
JudgedAnswer judge_answer(Answer<BitSystem> answer, const JudgedModel& about,
                          const Context& context);

}  // namespace cairn
