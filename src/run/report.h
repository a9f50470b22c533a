// SPDX-License-Identifier: MIT
//
// A run as JSON, the one machine-readable form; docs/json.md describes every field.
#pragma once

#include <cstdint>
#include <string>

#include "run/pipeline.h"

namespace cairn {

struct RunFacts {
  std::string file;
  std::string engine;
  std::string plan;                  ///< empty if none was asked for
  const BitSystem* model = nullptr;  ///< null if the run ended before it was read
  double seconds = 0;                ///< wall clock since the start
  std::uint64_t seed = 0;
  std::string witness_file, certificate_file;  ///< as written; empty if not
};

std::string_view verdict_word(const Answer<BitSystem>& answer);
std::string_view reason_word(Unknown::Reason reason);

/// One JSON object, indented, with a final newline. Bytes of names that are not UTF-8 are replaced.
std::string report_json(const CheckOutcome& outcome, const RunFacts& facts);

}  // namespace cairn
