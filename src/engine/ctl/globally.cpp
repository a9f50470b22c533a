// SPDX-License-Identifier: MIT
//
// EG p, of fair runs: is there a fair cycle within U(p)? Short lassos are looked for by unrolling.
// Else a path goes from the end of one round to the end of the next [XSZ24], where a round ends
// when the fairness literal that it waits for is met; the literals are waited for in turn. Where no
// round ends any more, IC3's invariant is a region that is excluded for good, for all states to
// come, and the path goes back. Without fairness each step ends a round, and what has no successor
// left is excluded by a query's core. A path that comes back to a state after all literals were met
// is a lasso; once its states are found to be ones of p, its steps become those of the lower bound.
#include <algorithm>
#include <array>
#include <map>

#include "engine/ctl/iictl.h"
#include "engine/liveness/lasso.h"

namespace cairn::ctl {

std::size_t Iictl::fairness_count() const {
  return std::max<std::size_t>(1, space_.fairness().size());
}

Lit Iictl::fairness_literal(std::uint32_t i) const {
  return space_.fairness().empty() ? kTrue : space_.fairness()[i];
}

/// Steps that a run within the upper bound can take.
std::vector<Lit> Iictl::moves_within(Id id) {
  return {upper(id), space_.constrained(), space_.constrained_after(), space_.after(upper(id))};
}

void Iictl::decide_globally(Id id, const State& state) {
  const Id p = about_.formulas.node({id}).a;
  if (id == about_.fair.id && !tried_all_) {
    tried_all_ = true;
    return all_can_go_on();
  }
  while (!stopped()) {
    if (space_.value(lower(id), state) || !space_.value(upper(id), state)) return;
    if (!decide(p, state) || stopped()) return;
    if (const auto cube = excluded_cube(state, moves_within(id))) return exclude(id, *cube);
    if (stopped() || attach(id, state)) return;
    auto loop = short_loop(id, state);
    if (!loop && !stopped()) loop = find_loop(id, state);
    if (!loop) continue;
    const bool is_within = std::ranges::all_of(
        loop->path.states, [&](const State& one) { return decide(p, one) && !stopped(); });
    if (is_within && !stopped()) return keep_loop(id, *loop);
  }
}

/// Looks for a few vectors of inputs such that from every state in which any inputs are allowed
/// some of them are, and meet each fairness literal. Then all these states are fair, and no others.
void Iictl::all_can_go_on() {
  constexpr std::size_t kMostInputs = 24;
  const Id id = about_.fair.id;
  Aig& graph = space_.graph();
  std::vector<CtlProof::Step> group;
  std::vector<Lit> regions(fairness_count(), kFalse);
  for (std::uint32_t wait = 0; wait < fairness_count(); ++wait) {
    const Lit good = graph.and_gate(space_.constrained(), fairness_literal(wait));
    for (std::size_t k = 0;; ++k) {
      const auto result = space_.ask(std::array{space_.constrained(), ~regions[wait], good});
      if (result == Space::Result::No) break;
      if (result == Space::Result::Stopped || k == kMostInputs) return;
      CtlProof::Step step;
      step.inputs = space_.inputs();
      step.wait = wait;
      step.to = CtlProof::kNext;
      step.region = space_.under(good, step.inputs);
      regions[wait] = graph.or_gate(regions[wait], step.region);
      group.push_back(std::move(step));
    }
    // Who can go on at all can go on so.
    if (space_.ask(std::array{space_.constrained(), ~regions[wait]}) != Space::Result::No) return;
  }
  for (const CtlProof::Step& step : group) {
    std::vector<Lit> asked{step.region, ~space_.after(regions[(step.wait + 1) % fairness_count()])};
    for (std::size_t i = 0; i < step.inputs.size(); ++i)
      asked.push_back(space_.input(i) ^ !step.inputs[i]);
    if (space_.ask(asked) != Space::Result::No) return;
  }
  add_group(id, std::move(group));
  if (lower(id) != kTrue) exclude(id, ~lower(id));
}

/// A step into the lower bound, if there is one.
bool Iictl::attach(Id id, const State& state) {
  const Lit goal = space_.graph().and_gate(
      space_.graph().and_gate(space_.constrained(), lower(about_.formulas.node({id}).a)),
      space_.after(lower(id)));
  if (goal == kFalse) return false;
  std::vector<Lit> asked = space_.literals_of(state);
  asked.push_back(goal);
  const Space::Result result = space_.ask(asked);
  if (result == Space::Result::Stopped) is_stopped_ = true;
  if (result != Space::Result::Yes) return false;
  CtlProof::Step step;
  step.inputs = space_.inputs();
  step.region = lifted(state, step.inputs, goal);
  add_group(id, {std::move(step)});
  return true;
}

std::optional<Iictl::Loop> Iictl::short_loop(Id id, const State& state) {
  if (config_.lasso == 0) return std::nullopt;
  BitSystem system =
      beginning_at(state, {space_.constrained(), upper(id)}, std::nullopt, space_.fairness());
  system.justice = {{kTrue}};
  live::LassoConfig config;
  config.last = config_.lasso;
  const Context alone{context_.log, context_.budget, progress_, context_.seed, nullptr};
  const Answer<BitSystem> answer = live::Lasso(system, config, alone).run();
  context_.progress.phase = "ctl";
  const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer);
  if (unsafe == nullptr) return std::nullopt;
  return closed_loop(path_of(state, unsafe->trace, unsafe->trace.length()));
}

/// A lasso, or none if the state is outside the upper bound now.
std::optional<Iictl::Loop> Iictl::find_loop(Id id, const State& state) {
  Path path;
  path.states.push_back(state);
  std::vector<Round> rounds{{0, 0}};
  while (!rounds.empty()) {
    const Round round = rounds.back();
    path.states.resize(round.position + 1);
    path.inputs.resize(round.position);
    if (!space_.value(upper(id), path.states.back())) {
      rounds.pop_back();
      continue;
    }
    const bool is_extended = extend(id, path, round);
    if (stopped()) return std::nullopt;
    if (!is_extended) continue;  // its state is excluded
    if (auto loop = closed_loop(path)) return loop;
    rounds.push_back(
        {path.states.size() - 1, static_cast<std::uint32_t>((round.wait + 1) % fairness_count())});
  }
  return std::nullopt;
}

/// The path goes on until the round ends, or a region with its last state is excluded.
bool Iictl::extend(Id id, Path& path, const Round& round) {
  constexpr std::size_t kMostCubes = 256;  // of the path, that a step may close a loop to
  const State state = path.states.back();
  std::vector<Lit> within = moves_within(id), ends = within;
  ends.push_back(fairness_literal(round.wait));
  const auto step = [&] {
    path.inputs.push_back(space_.inputs());
    path.states.push_back(space_.successor(state, path.inputs.back()));
    return true;
  };
  if (path.states.size() <= kMostCubes) {
    Lit known = kFalse;
    for (const State& one : path.states)
      known = space_.graph().or_gate(known, space_.cube(space_.literals_of(one)));
    std::vector<Lit> asked = ends;
    asked.push_back(space_.after(known));
    for (const Lit lit : space_.literals_of(state)) asked.push_back(lit);
    if (space_.ask(asked) == Space::Result::Yes) return step();
  }
  if (space_.fairness().empty()) {
    if (const auto cube = excluded_cube(state, ends)) {
      exclude(id, *cube);
      return false;
    }
    return !is_stopped_ && step();
  }
  std::vector<Lit> asked = ends;
  for (const Lit lit : space_.literals_of(state)) asked.push_back(lit);
  const Space::Result result = space_.ask(asked);
  if (result == Space::Result::Stopped) is_stopped_ = true;
  if (result == Space::Result::Stopped) return false;
  if (result == Space::Result::Yes) return step();
  const BitSystem system = beginning_at(state, {space_.constrained(), upper(id)}, std::nullopt, {},
                                        fairness_literal(round.wait));
  Path found;
  found.states.push_back(state);
  BitInvariant invariant;
  switch (search(system, found, invariant)) {
    case Search::Stopped:
      return false;
    case Search::Found:
      path.inputs.insert(path.inputs.end(), found.inputs.begin(), found.inputs.end());
      path.states.insert(path.states.end(), found.states.begin() + 1, found.states.end());
      return true;
    case Search::None:
      break;
  }
  const auto region = closed_region(invariant, kFalse, {within, ends});
  if (!region) return false;
  if (space_.value(*region, state)) {
    exclude(id, *region, round.wait);
  } else if (const auto cube = excluded_cube(state, within)) {
    exclude(id, *cube, round.wait);
  } else if (!is_stopped_) {
    problem_ = Unknown{Unknown::Reason::Unsupported, "a proof leaves out its first state", -1};
  }
  return false;
}

std::vector<bool> Iictl::met_in(const State& state, const Inputs& inputs) {
  std::vector<bool> met;
  for (std::uint32_t i = 0; i < fairness_count(); ++i)
    met.push_back(space_.value(fairness_literal(i), state, inputs));
  return met;
}

/// The shortest loop that ends with the path.
std::optional<Iictl::Loop> Iictl::closed_loop(const Path& path) {
  std::vector<bool> met(fairness_count(), false);
  for (std::size_t k = path.inputs.size(); k-- > 0;) {
    const std::vector<bool> here = met_in(path.states[k], path.inputs[k]);
    for (std::size_t i = 0; i < met.size(); ++i)
      if (here[i]) met[i] = true;
    if (path.states[k] == path.states.back() && std::ranges::find(met, false) == met.end())
      return Loop{path, k};
  }
  return std::nullopt;
}

/// The lower bound gets the loop and what leads to it.
void Iictl::keep_loop(Id id, const Loop& loop) {
  Aig& graph = space_.graph();
  const Path& path = loop.path;
  const Lit lower_p = lower(about_.formulas.node({id}).a);
  const Lit base = graph.and_gate(space_.constrained(), lower_p);
  const std::size_t length = path.inputs.size() - loop.loop_start;
  const auto count = static_cast<std::uint32_t>(fairness_count());
  if (!keep_as_one(id, loop)) {
    // Around the loop until the same place waits for the same literal.
    struct At {
      std::size_t position;
      std::uint32_t wait, met;  // literals that are met in this step, from `wait` on
    };
    std::vector<At> walk;
    std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> seen;
    std::size_t position = 0;
    std::uint32_t wait = 0;
    while (seen.emplace(std::pair(position, wait), walk.size()).second) {
      const std::size_t k = loop.loop_start + position;
      const std::vector<bool> here = met_in(path.states[k], path.inputs[k]);
      std::uint32_t met = 0;
      while (met < count && here[(wait + met) % count]) ++met;
      walk.push_back({position, wait, met});
      position = (position + 1) % length;
      wait = (wait + met) % count;
    }
    walk.erase(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(seen.at({position, wait})));
    // It shall end with a step that meets a literal.
    const auto last = std::ranges::find_if(walk, [](const At& at) { return at.met > 0; });
    std::ranges::rotate(walk, last + 1);
    std::vector<CtlProof::Step> group(walk.size());
    Lit target =
        space_.cube(space_.literals_of(path.states[loop.loop_start + walk.front().position]));
    for (std::size_t i = 0; i < walk.size(); ++i) {  // from the end of the walk
      const At& at = walk[walk.size() - 1 - i];
      const std::size_t k = loop.loop_start + at.position;
      Lit goal = graph.and_gate(base, space_.after(target));
      for (std::uint32_t m = 0; m < at.met; ++m)
        goal = graph.and_gate(goal, fairness_literal((at.wait + m) % count));
      group[i].inputs = path.inputs[k];
      group[i].wait = at.wait;
      group[i].to = static_cast<std::uint32_t>(i == 0 ? walk.size() - 1 : i - 1);
      group[i].region = target = lifted(path.states[k], path.inputs[k], goal);
    }
    add_group(id, std::move(group));
  }
  for (std::size_t k = loop.loop_start; k-- > 0;) {
    if (space_.value(lower(id), path.states[k])) continue;
    CtlProof::Step step;
    step.inputs = path.inputs[k];
    step.region =
        lifted(path.states[k], path.inputs[k], graph.and_gate(base, space_.after(lower(id))));
    add_group(id, {std::move(step)});
  }
}

/// Whether inputs of the loop keep all states of L(p) there, and meet each literal at once.
bool Iictl::keep_as_one(Id id, const Loop& loop) {
  Aig& graph = space_.graph();
  const Lit region = lower(about_.formulas.node({id}).a);
  std::vector<CtlProof::Step> group;
  for (std::uint32_t wait = 0; wait < fairness_count(); ++wait) {
    const Lit goal = graph.and_gate(graph.and_gate(space_.constrained(), space_.after(region)),
                                    fairness_literal(wait));
    for (std::size_t k = loop.loop_start; k < loop.path.inputs.size(); ++k) {
      const Inputs& inputs = loop.path.inputs[k];
      std::vector<Lit> asked{region, ~goal};
      for (std::size_t i = 0; i < inputs.size(); ++i) asked.push_back(space_.input(i) ^ !inputs[i]);
      if (space_.ask(asked) != Space::Result::No) continue;
      CtlProof::Step step;
      step.region = region;
      step.inputs = inputs;
      step.wait = wait;
      step.to = CtlProof::kNext;
      group.push_back(std::move(step));
      break;
    }
    if (group.size() != wait + 1) return false;
  }
  add_group(id, std::move(group));
  return true;
}

}  // namespace cairn::ctl
