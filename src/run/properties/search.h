// SPDX-License-Identifier: MIT
//
// The search for a verdict about each of many properties of a circuit. First what is inductive
// together, and what fails soon (engine/kind/joint.h). Then the usual strategies, on all that is
// left together, and on each by itself; what was proved is a constraint there. Then all of it again
// with more time, so that no property takes the time of the others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/statistics.h"
#include "model/answer.h"
#include "model/bit_system.h"
#include "run/configuration.h"

namespace cairn {

/// Takes what is found, in the vocabulary of the system that is searched, to whoever checks it.
class PropertyJudge {
 public:
  virtual ~PropertyJudge() = default;

  /// None of the properties is reachable: with "none of them is true" the invariant is inductive,
  /// by itself. Answers whether the proof was checked and holds; only then is it built on.
  virtual bool take_proof(const std::vector<std::uint32_t>& properties, BitInvariant invariant,
                          const std::string& found_by) = 0;
  /// Each of the properties is true in some step of the trace.
  virtual void take_trace(const std::vector<std::uint32_t>& properties, const BitTrace& trace,
                          const std::string& found_by) = 0;
};

struct PropertySearchResult {
  /// Properties without a verdict; no counterexample to one of them has at most `bound` steps.
  std::vector<std::uint32_t> open;
  std::int64_t bound = -1;
  bool is_bounded = false;                       ///< it ended at the bound that was asked for
  std::optional<Unknown> unknown;                ///< why strategies left all that is open
  std::optional<std::uint32_t> impossible_step;  ///< no run has this step
  Statistics statistics;
};

/// `wanted` are positions of bad states. Engines "bmc" and "kind" are asked about all properties at
/// once, as long as their options allow; other engines about each. Requires constant or
/// uninitialised resets.
PropertySearchResult search_properties(const BitSystem& system,
                                       const std::vector<std::uint32_t>& wanted,
                                       const Configuration& configuration, PropertyJudge& judge,
                                       const Context& context);

/// Why properties were left open.
Unknown open_reason(const PropertySearchResult& result, const Context& context);

}  // namespace cairn
