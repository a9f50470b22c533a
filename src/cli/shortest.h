// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "cli/session.h"
#include "model/answer.h"

namespace cairn {

/// Of a counterexample, one of the shortest: bounded model checking clears the bounds below it, or
/// finds another one, in as much time as is left. `run` decides with such a last bound.
template <class Model, class Outcome, class Run>
void make_shortest(Outcome& outcome, Session& session, Run&& run) {
  const auto* unsafe = std::get_if<Unsafe<Model>>(&outcome.answer);
  if (unsafe == nullptr || unsafe->trace.length() < 2) return;
  const auto before = static_cast<std::uint32_t>(unsafe->trace.length() - 1);  // steps
  Outcome other = run(before - 1);
  if (const auto* shorter = std::get_if<Unsafe<Model>>(&other.answer)) {
    const std::size_t now = shorter->trace.length() - 1;
    other.statistics.add(outcome.statistics, "");
    other.decided_by = outcome.decided_by;
    other.portfolio = std::move(outcome.portfolio);
    outcome = std::move(other);
    session.log().info("a shortest counterexample has {} steps; that of {} had {}", now,
                       outcome.decided_by, before);
    return;
  }
  const auto* unknown = std::get_if<Unknown>(&other.answer);
  if (unknown != nullptr && unknown->reason != Unknown::Reason::Bound)
    session.log().warning("there was no time to see whether the counterexample is a shortest one");
}

}  // namespace cairn
