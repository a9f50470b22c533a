// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/source.h"
#include "model/bit_system.h"

namespace cairn {

/// An AIGER witness: a status and, for Unsafe, the trace whose lists `bad` and `justice` are the
/// claimed properties. For the other statuses the trace holds the claimed properties alone.
struct AigerWitness {
  enum class Status { Safe, Unsafe, Unknown };
  Status status = Status::Unknown;
  BitTrace trace;
};

/// Reads a witness for `system` (outputs already adopted as bad). Throws InputError for anything
/// that aigsim would refuse to read: wrong lengths, other characters, properties that don't exist.
/// More lenient than aigsim in this: the statuses 0 and 2 need no properties, the last line needs
/// no end, and lines may end in "\r\n". Stricter: one witness a file, of at least one step.
AigerWitness read_aiger_witness(const Source& source, const BitSystem& system);

/// An Unsafe witness must claim a property. Undef values become 'x'; aigsim takes that as the reset
/// value of a latch with a constant reset, and as 0 otherwise.
std::string write_aiger_witness(const AigerWitness& witness);

}  // namespace cairn
