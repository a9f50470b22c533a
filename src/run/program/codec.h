// SPDX-License-Identifier: MIT
//
// An answer about a program with its evidence as bytes, as run/circuit/codec.h has it for circuits.
// A proof names locations and variables of the automaton by position: whoever builds the automaton
// of the same program means the same by them. A run is the values that the program asks for, in
// that order. The form is checked when it is read, so that no bytes at all can make the reader
// fail; whether it is true is for run/program/judge.h to say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/program/check.h"

namespace cairn {

struct ProgramMessage {
  /// A value that the run asks for; the program knows what it is for.
  struct Input {
    InputKind kind = InputKind::Nondet;
    Value value;
  };

  Answer<Cfa> answer = Unknown{};  ///< Unsafe has no trace here
  std::vector<Input> inputs;       ///< with Unsafe: all of them
  std::uint64_t steps = 0;         ///< with Unsafe: statements that are executed
  std::string decided_by;          ///< the strategy that did, if one did
  Statistics statistics;
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
