// SPDX-License-Identifier: MIT
#include <utility>

#include "engine/ctl/iictl.h"
#include "logic/bit/copy.h"

namespace cairn::ctl {

/// The space as a system that begins in the state, its latches and inputs in the same order. With
/// `ends` there is one more latch, which is bad: that this was true in the step before.
BitSystem Iictl::beginning_at(const State& state, const std::vector<Lit>& constraints,
                              std::optional<Lit> bad, const std::vector<Lit>& fairness,
                              std::optional<Lit> ends) const {
  BitSystem made;
  GraphCopier copier(space_.graph(), made.aig);
  for (std::size_t i = 0; i < space_.num_inputs(); ++i)
    copier.set_image(space_.input(i).var(), made.add_input());
  std::vector<Lit> latches;
  for (std::size_t i = 0; i < space_.num_latches(); ++i) {
    latches.push_back(made.add_latch("", state[i] ? kTrue : kFalse));
    copier.set_image(space_.latch(i).var(), latches.back());
  }
  for (std::size_t i = 0; i < latches.size(); ++i)
    made.set_next(latches[i], copier.copy(space_.next(i)));
  for (const Lit lit : constraints)
    if (lit != kTrue) made.constraints.push_back(copier.copy(lit));
  if (bad) made.bad.push_back(copier.copy(*bad));
  for (const Lit lit : fairness) made.fairness.push_back(copier.copy(lit));
  if (ends) {
    const Lit ended = made.add_latch();
    made.set_next(ended, copier.copy(*ends));
    made.bad.push_back(ended);
  }
  return made;
}

/// Of the path, the first state has to be there.
Iictl::Search Iictl::search(const BitSystem& system, Path& path, BitInvariant& invariant) {
  ++paths_;
  const Context alone{context_.log, context_.budget, progress_, context_.seed, nullptr};
  Answer<BitSystem> answer = make_(system, alone)->run();
  context_.progress.phase = "ctl";
  if (auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    invariant = std::move(safe->invariant);
    return Search::None;
  }
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
    path = path_of(path.states.front(), unsafe->trace, unsafe->trace.length() - 1);
    return Search::Found;
  }
  if (!context_.budget.exhausted_by_now()) problem_ = std::get<Unknown>(answer);
  is_stopped_ = true;
  return Search::Stopped;
}

Iictl::Path Iictl::path_of(const State& from, const BitTrace& trace, std::size_t steps) {
  Path path;
  path.states.push_back(from);
  for (std::size_t step = 0; step < steps; ++step) {
    Inputs inputs(space_.num_inputs(), false);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      inputs[i] = trace.inputs[step][i] == Lbool::True;
    path.states.push_back(space_.successor(path.states.back(), inputs));
    path.inputs.push_back(std::move(inputs));
  }
  return path;
}

}  // namespace cairn::ctl
