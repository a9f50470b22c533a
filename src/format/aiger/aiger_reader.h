// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/source.h"
#include "model/bit_system.h"

namespace cairn {

/// A circuit as its AIGER file has it: every gate kept, nothing simplified, inputs and latches
/// before gates. Outputs stay outputs (see adopt_outputs_as_bad).
struct AigerModel {
  BitSystem system;
  bool binary = false;
  /// Things worth telling a person that are no errors: carriage returns.
  std::vector<std::string> warnings;
  /// Pairs of a variable that the file defines and the system's literal for it, sorted by variable;
  /// empty if variables kept their numbers, as they do in every binary file.
  std::vector<std::pair<Var, Lit>> renumbered;

  /// The system's literal for one of the file, if the file defines it.
  std::optional<Lit> resolve(std::uint32_t file_literal) const;
};

/// Reads AIGER, ASCII ("aag") or binary ("aig"), versions 1.0 to 1.9 with reset functions. Throws
/// InputError. Memory stays below 64 times the size of the source plus 16 MB.
AigerModel read_aiger(const Source& source);

}  // namespace cairn
