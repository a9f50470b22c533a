// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

/// Undecided is no weak form of Holds: nothing follows from it.
enum class Outcome { Holds, Fails, Undecided };

std::string_view to_string(Outcome outcome);

/// A property of a BitSystem by its position in `bad` or `justice`.
struct Property {
  enum class Kind { Bad, Justice };
  Kind kind = Kind::Bad;
  std::uint32_t position = 0;
};

/// What the checker found out about a piece of evidence: one entry for each check that the evidence
/// has to pass, and for the first that did not hold, why.
struct Judgement {
  struct Check {
    std::string name;  ///< "Reset", "Inductive", "Replay", ...
    Outcome outcome = Outcome::Undecided;
    double seconds = 0;
  };

  std::vector<Check> checks;
  std::string explanation;           ///< one sentence; empty if everything holds
  std::vector<std::string> details;  ///< for people, a line each: values that show the fault

  /// Holds only if there are checks and each of them holds; Fails if one of them fails.
  Outcome outcome() const;
  /// The first check with outcome Fails, or null.
  const Check* first_failure() const;
};

}  // namespace cairn
