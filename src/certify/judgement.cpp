// SPDX-License-Identifier: MIT
#include "certify/judgement.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::Holds:
      return "holds";
    case Outcome::Fails:
      return "fails";
    case Outcome::Undecided:
      return "undecided";
  }
  internal_error(__FILE__, __LINE__, "no such outcome");
}

Outcome Judgement::outcome() const {
  if (first_failure() != nullptr) return Outcome::Fails;
  const bool all_hold = std::all_of(checks.begin(), checks.end(), [](const Check& check) {
    return check.outcome == Outcome::Holds;
  });
  return all_hold && !checks.empty() ? Outcome::Holds : Outcome::Undecided;
}

const Judgement::Check* Judgement::first_failure() const {
  const auto found = std::find_if(checks.begin(), checks.end(), [](const Check& check) {
    return check.outcome == Outcome::Fails;
  });
  return found == checks.end() ? nullptr : &*found;
}

}  // namespace cairn
