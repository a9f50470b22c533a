// SPDX-License-Identifier: MIT
//
// The bounds of EX, EU and EG are made of regions (model/ctl.h); those of the Boolean operators
// follow. A state that lies between the bounds of a formula is decided by what the formula says:
//  - EX p: is there a step to U(p)? If not, the state's cube is excluded, as far as the query's
//    core says. If so and the state there is one of p, the step is one of the lower bound.
//  - E[p U q]: is there a path through U(p) to U(q)? IC3 answers with a path, whose states are then
//    decided, or with an inductive region that is excluded.
//  - EG p: is there a fair cycle within U(p)? globally.cpp looks for it.
// Successors of a state are generalized to those that take the same inputs: their preimage as a
// formula if that is small, else a cube of it. Every bound only ever gets tighter, so that what was
// shown with weaker ones stays right.
//
// Differences from the paper: there are no "requests"; a state is decided by the operands' bounds
// at once, and proofs are weakened by dropping conjuncts, by cores. Regions are not intersected
// with reachable states.
#include "engine/ctl/iictl.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "logic/bit/copy.h"
#include "model/simulate.h"

namespace cairn::ctl {

using temporal::CtlOperator;

Iictl::Iictl(const CtlSystem& about, const IictlConfig& config, const MakeSafetyEngine& make,
             const Context& context)
    : about_(about),
      config_(config),
      make_(make),
      context_(context),
      space_(about, context),
      lower_(about.formulas.size(), kFalse),
      upper_(about.formulas.size(), kTrue),
      found_(about.formulas.size(), kFalse),
      excluded_(about.formulas.size(), kFalse),
      nodes_(about.formulas.size()) {
  update_bounds();
}

std::optional<Unknown> Iictl::cannot() const {
  if (!space_.is_region(space_.initial()))
    return Unknown{Unknown::Reason::Unsupported,
                   "the first state depends on inputs, which CTL is not decided for", -1};
  return std::nullopt;
}

bool Iictl::stopped() {
  if (!is_stopped_ && (problem_ || context_.budget.exhausted())) is_stopped_ = true;
  return is_stopped_;
}

void Iictl::update_bounds() {
  Aig& graph = space_.graph();
  const auto update = [&](Id id) {
    const Formulas::Node& node = about_.formulas.node({id});
    const Lit fair = id == about_.fair.id ? kTrue : upper_fair();
    switch (node.op) {
      case CtlOperator::True:
        lower_[id] = upper_[id] = kTrue;
        return;
      case CtlOperator::Atom:
        lower_[id] = upper_[id] = space_.atom(node.a);
        return;
      case CtlOperator::Not:
        lower_[id] = ~upper_[node.a];
        upper_[id] = ~lower_[node.a];
        return;
      case CtlOperator::And:
        lower_[id] = graph.and_gate(lower_[node.a], lower_[node.b]);
        upper_[id] = graph.and_gate(upper_[node.a], upper_[node.b]);
        return;
      default:
        break;
    }
    Lit low = found_[id], up = graph.and_gate(fair, ~excluded_[id]);
    if (node.op == CtlOperator::ExistsUntil) {
      low = graph.or_gate(low, graph.and_gate(lower_[node.b], lower_fair()));
      up = graph.and_gate(up, graph.or_gate(upper_[node.a], upper_[node.b]));
    } else if (node.op == CtlOperator::ExistsGlobally) {
      up = graph.and_gate(up, upper_[node.a]);
    }
    lower_[id] = low;
    upper_[id] = up;
  };
  lower_[0] = upper_[0] = kTrue;
  if (about_.is_free())
    lower_[about_.fair.id] = upper_[about_.fair.id] = kTrue;
  else
    update(about_.fair.id);
  for (Id id = 0; id < about_.formulas.size(); ++id)
    if (id != about_.fair.id) update(id);
}

bool Iictl::is_fair(const State& state) {
  return about_.is_free() || decide(about_.fair.id, state);
}

/// Whether the formula is true in the state, which lies outside the upper or within the lower bound
/// then. Without meaning if the run has to stop.
bool Iictl::decide(Id id, const State& state) {
  while (!stopped()) {
    if (space_.value(lower(id), state)) return true;
    if (!space_.value(upper(id), state)) return false;
    const Formulas::Node node = about_.formulas.node({id});
    switch (node.op) {
      case CtlOperator::Not:
        return !decide(node.a, state);
      case CtlOperator::And:
        return decide(node.a, state) && decide(node.b, state);
      default:
        break;
    }
    ++decisions_;
    if (id != about_.fair.id && !is_fair(state)) continue;
    if (stopped()) break;
    switch (node.op) {
      case CtlOperator::ExistsNext:
        decide_next(id, state);
        break;
      case CtlOperator::ExistsUntil:
        decide_until(id, state);
        break;
      default:
        decide_globally(id, state);
        break;
    }
  }
  return false;
}

bool Iictl::decide_next(Id id, const State& state) {
  const Id p = about_.formulas.node({id}).a;
  while (!stopped()) {
    Aig& graph = space_.graph();
    const Lit target = space_.after(graph.and_gate(upper(p), upper_fair()));
    std::vector<Lit> asked{space_.constrained(), space_.constrained_after(), target};
    if (const auto cube = excluded_cube(state, asked)) {
      exclude(id, *cube);
      return false;
    }
    if (stopped()) return false;
    const Inputs inputs = space_.inputs();
    const State next = space_.successor(state, inputs);
    if (!is_fair(next) || !decide(p, next)) continue;
    if (stopped()) return false;
    add_step(id, state, inputs, graph.and_gate(lower(p), lower_fair()));
    return true;
  }
  return false;
}

bool Iictl::decide_until(Id id, const State& state) {
  const Formulas::Node node = about_.formulas.node({id});
  while (!stopped()) {
    if (space_.value(lower(id), state)) return true;
    if (!space_.value(upper(id), state)) return false;
    Aig& graph = space_.graph();
    const Lit final_ = graph.or_gate(
        lower(id), graph.and_gate(upper(id), graph.and_gate(upper(node.b), upper_fair())));
    if (space_.value(final_, state)) {
      if (decide(node.b, state)) return true;
      continue;
    }
    const Lit through = graph.or_gate(final_, graph.and_gate(upper(node.a), upper(id)));
    Path path;
    path.states.push_back(state);
    BitInvariant invariant;
    const BitSystem system = beginning_at(state, {space_.constrained(), through}, final_);
    switch (search(system, path, invariant)) {
      case Search::Stopped:
        return false;
      case Search::Found:
        if (decide_path(id, path)) return true;
        continue;
      case Search::None:
        break;
    }
    // What is a state of q or leads there is not in the region; what is outside U is no matter.
    const Lit after = graph.and_gate(upper(node.a), upper(id));
    const Moves moves{{after, space_.constrained(), space_.constrained_after(),
                       space_.after(graph.or_gate(after, final_))},
                      {space_.constrained(), final_}};
    const auto region = closed_region(invariant, final_, moves);
    if (!region) return false;
    if (!space_.value(*region, state)) {
      problem_ = Unknown{Unknown::Reason::Unsupported, "a proof leaves out its first state", -1};
      return false;
    }
    exclude(id, *region);
    return false;
  }
  return false;
}

/// The states of a path to U(q), from the last one back. True if its first state is decided.
bool Iictl::decide_path(Id id, const Path& path) {
  const Formulas::Node node = about_.formulas.node({id});
  std::size_t end = 0;
  while (end + 1 < path.states.size() &&
         !space_.value(space_.graph().and_gate(upper(node.b), upper_fair()), path.states[end]) &&
         !space_.value(lower(id), path.states[end]))
    ++end;
  const State& last = path.states[end];
  if (!space_.value(lower(id), last) && (!is_fair(last) || !decide(node.b, last))) return false;
  for (std::size_t k = end; k-- > 0;) {
    if (stopped()) return false;
    if (space_.value(lower(id), path.states[k])) continue;
    if (!decide(node.a, path.states[k])) return false;
    if (stopped()) return false;
    add_step(id, path.states[k], path.inputs[k], lower(id));
  }
  return true;
}

Answer<CtlSystem> Iictl::run() {
  context_.progress.phase = "ctl";
  is_stopped_ = false;
  if (const auto reason = cannot()) return *reason;
  Answer<CtlSystem> answer = decide_initial();
  if (problem_) return *problem_;
  return answer;
}

Answer<CtlSystem> Iictl::decide_initial() {
  const Id formula = about_.formula.id;
  const auto stop = [&]() -> Answer<CtlSystem> {
    return problem_ ? *problem_ : unknown_for(context_.budget.reason(), -1);
  };
  using Result = Space::Result;
  while (!stopped()) {
    const Result result = space_.ask(std::array{space_.initial(), upper_fair(), ~lower(formula)});
    if (result == Result::Stopped) return stop();
    if (result == Result::Yes) {
      const State state = space_.state();
      if (!is_fair(state)) continue;
      has_fair_initial_ = true;
      if (!decide(formula, state) && !stopped()) return finish(false, state, false);
      continue;
    }
    if (has_fair_initial_) return finish(true, {}, false);
    const Result fair = space_.ask(std::array{space_.initial(), upper_fair()});
    if (fair == Result::Stopped) return stop();
    if (fair == Result::No) return finish(true, {}, true);
    has_fair_initial_ = is_fair(space_.state());
  }
  return stop();
}

Answer<CtlSystem> Iictl::finish(bool holds, const State& state, bool is_vacuous) {
  CtlProof made = proof(holds, state, is_vacuous);
  if (holds) return Safe<CtlSystem>{std::move(made)};
  return Unsafe<CtlSystem>{std::move(made)};
}

/// In the vocabulary of the system.
CtlProof Iictl::proof(bool holds, const State& state, bool is_vacuous) {
  CtlProof made(about_.system.latches.size());
  made.holds = holds;
  made.is_vacuous = is_vacuous;
  if (!holds) {
    // What the formula does not depend on has some reset value.
    std::vector<std::uint64_t> given(about_.system.latches.size(), 0);
    for (std::size_t i = 0; i < state.size(); ++i)
      given[space_.latch_position(i)] = state[i] ? 1 : 0;
    ParallelSimulator simulator(about_.system);
    simulator.start(std::vector<std::uint64_t>(about_.system.inputs.size(), 0), given);
    for (const Latch& latch : about_.system.latches)
      made.state.push_back((simulator.value(Lit(latch.var)) & 1) != 0);
  }
  GraphCopier copier(space_.graph(), made.aig);
  for (std::size_t i = 0; i < space_.num_latches(); ++i)
    copier.set_image(space_.latch(i).var(), made.latch(space_.latch_position(i)));
  const auto copied = [&](const CtlProof::Step& step) {
    CtlProof::Step found = step;
    found.region = copier.copy(step.region);
    found.inputs.assign(about_.system.inputs.size(), false);
    for (std::size_t i = 0; i < step.inputs.size(); ++i)
      found.inputs[space_.input_position(i)] = step.inputs[i];
    return found;
  };
  for (const CtlProof::Node& node : nodes_) {
    CtlProof::Node& to = made.nodes.emplace_back();
    for (const auto& step : node.steps) to.steps.push_back(copied(step));
    for (const auto& group : node.groups) {
      auto& steps = to.groups.emplace_back();
      for (const auto& step : group) steps.push_back(copied(step));
    }
    for (const auto& exclusion : node.excluded)
      to.excluded.push_back({copier.copy(exclusion.region), exclusion.literal});
  }
  return made;
}

void Iictl::add_statistics(Statistics& statistics) const {
  std::uint64_t steps = 0, excluded = 0;
  for (const CtlProof::Node& node : nodes_) {
    steps += node.steps.size();
    for (const auto& group : node.groups) steps += group.size();
    excluded += node.excluded.size();
  }
  statistics.count("ctl.queries", space_.queries());
  statistics.count("ctl.decisions", decisions_);
  statistics.count("ctl.paths", paths_);
  statistics.count("ctl.steps", steps);
  statistics.count("ctl.excluded", excluded);
}

}  // namespace cairn::ctl
