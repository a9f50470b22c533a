// SPDX-License-Identifier: MIT
//
// An answer about a program with its evidence as bytes (format/bytes/program_evidence.h), framed as
// run/message.h has it. Whether it is true is for run/program/judge.h to say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/bytes/program_evidence.h"
#include "run/message.h"
#include "run/program/check.h"

namespace cairn {

/// Unsafe has no trace here.
struct ProgramMessage : Message<Cfa> {
  std::vector<GivenInput> inputs;  ///< with Unsafe: all of them
  std::uint64_t steps = 0;         ///< with Unsafe: statements that are executed
};

/// What is to be sent of an outcome.
ProgramMessage message_of(const Program& program, const ProgramOutcome& outcome);

/// `cfa` is that of the invariant, if the answer has one; may be null otherwise.
std::string encode_message(const ProgramMessage& message, const Cfa* cfa);

/// Nothing if the bytes are not what encode_message() makes, whole. `automaton` is asked for if the
/// answer is a proof; its terms get those of the proof.
std::optional<ProgramMessage> decode_program_message(std::string_view bytes,
                                                     const std::function<const Cfa&()>& automaton);

}  // namespace cairn
