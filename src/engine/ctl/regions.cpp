// SPDX-License-Identifier: MIT
//
// From one state to many: cubes by the cores of queries, and inductive regions by as few conjuncts
// of a proof as make one.
#include <algorithm>

#include "engine/ctl/iictl.h"
#include "logic/bit/copy.h"

namespace cairn::ctl {

/// As few literals of the cube as possible such that they and `others` have no solution. Requires
/// that the last query was about all of them and had none.
std::vector<Lit> Iictl::shrunk(std::vector<Lit> cube, const std::vector<Lit>& others) {
  std::erase_if(cube, [&](Lit lit) { return !space_.needed(lit); });
  std::uint32_t queries = 0;
  for (std::size_t i = 0; i < cube.size() && queries < config_.shrink; ++queries) {
    std::vector<Lit> asked = others;
    for (std::size_t k = 0; k < cube.size(); ++k)
      if (k != i) asked.push_back(cube[k]);
    if (space_.ask(asked) != Space::Result::No) {
      ++i;
      continue;
    }
    // The literals before i are needed, so all of them stay.
    std::vector<Lit> kept;
    for (std::size_t k = 0; k < cube.size(); ++k)
      if (k != i && (k < i || space_.needed(cube[k]))) kept.push_back(cube[k]);
    cube = std::move(kept);
  }
  return cube;
}

/// States that satisfy the goal, about a step, under the inputs. The given one has to.
Lit Iictl::lifted(const State& state, const Inputs& inputs, Lit goal) {
  if (config_.preimage > 0 &&
      space_.gates_below(goal, 8 * config_.preimage) <= 8 * config_.preimage) {
    const Lit region = space_.under(goal, inputs);
    if (space_.gates_below(region, config_.preimage) <= config_.preimage) return region;
  }
  std::vector<Lit> others{~goal};
  for (std::size_t i = 0; i < inputs.size(); ++i) others.push_back(space_.input(i) ^ !inputs[i]);
  std::vector<Lit> cube = space_.literals_of(state), asked = others;
  asked.insert(asked.end(), cube.begin(), cube.end());
  if (space_.ask(asked) == Space::Result::No) cube = shrunk(std::move(cube), others);
  return space_.cube(cube);
}

/// A cube with the state in which `others` have no solution; none if they have one in the state,
/// which is the last query's model then.
std::optional<Lit> Iictl::excluded_cube(const State& state, std::vector<Lit> others) {
  std::vector<Lit> cube = space_.literals_of(state), asked = others;
  asked.insert(asked.end(), cube.begin(), cube.end());
  switch (space_.ask(asked)) {
    case Space::Result::Yes:
      return std::nullopt;
    case Space::Result::Stopped:
      is_stopped_ = true;
      return std::nullopt;
    case Space::Result::No:
      break;
  }
  return space_.cube(shrunk(std::move(cube), others));
}

/// Conjuncts of the invariant that are closed under the moves and exclude what is final. None if
/// the budget ends, or if the invariant is none (`problem_`).
std::optional<Lit> Iictl::closed_region(const BitInvariant& invariant, Lit bad,
                                        const Moves& moves) {
  const auto give_up = [&](const char* why) {
    problem_ = Unknown{Unknown::Reason::Unsupported, why, -1};
    return std::nullopt;
  };
  if (!invariant.auxiliary.empty()) return give_up("a proof has states of its own");
  GraphCopier copier(invariant.aig, space_.graph());
  for (std::size_t i = 0; i < invariant.num_inputs; ++i)
    copier.set_image(invariant.input(i).var(), space_.input(i));
  for (std::size_t i = 0; i < invariant.num_latches; ++i)
    copier.set_image(invariant.latch(i).var(), i < space_.num_latches() ? space_.latch(i) : kFalse);
  std::vector<Lit> all;
  if (bad != kFalse) all.push_back(~bad);
  for (const Lit conjunct : invariant.conjuncts) {
    const Lit lit = copier.copy(conjunct);
    if (space_.is_region(lit) && lit != kTrue) all.push_back(lit);
  }
  std::ranges::sort(all);
  const auto [end, last] = std::ranges::unique(all);
  all.erase(end, last);
  std::vector<bool> is_kept(all.size(), false);
  std::vector<std::size_t> open;
  // Takes what a query needs; first of those that are kept anyway.
  const auto implied = [&](const std::vector<Lit>& about) {
    for (const bool only_kept : {true, false}) {
      std::vector<Lit> asked = about;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!only_kept || is_kept[i]) asked.push_back(all[i]);
      const Space::Result result = space_.ask(asked);
      if (result == Space::Result::Stopped) {
        is_stopped_ = true;
        return false;
      }
      if (result == Space::Result::Yes) continue;
      for (std::size_t i = 0; i < all.size() && !only_kept; ++i)
        if (!is_kept[i] && space_.needed(all[i])) {
          is_kept[i] = true;
          open.push_back(i);
        }
      return true;
    }
    return false;
  };
  if (!implied(moves.final_)) {
    if (!is_stopped_) give_up("a proof does not exclude what it is about");
    return std::nullopt;
  }
  while (!open.empty()) {
    const Lit conjunct = all[open.back()];
    open.pop_back();
    std::vector<Lit> about = moves.within;
    about.push_back(~space_.after(conjunct));
    if (!implied(about)) {
      if (!is_stopped_) give_up("a proof is not inductive");
      return std::nullopt;
    }
  }
  std::vector<Lit> kept;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_kept[i]) kept.push_back(all[i]);
  return space_.cube(kept);
}

/// Of EX and E[p U q]: from the state, and others that take the same inputs, to the target.
void Iictl::add_step(Id id, const State& state, const Inputs& inputs, Lit target) {
  Aig& graph = space_.graph();
  const Formulas::Node node = about_.formulas.node({id});
  Lit goal = graph.and_gate(space_.constrained(), space_.after(target));
  if (node.op == temporal::CtlOperator::ExistsUntil) goal = graph.and_gate(goal, lower(node.a));
  CtlProof::Step step;
  step.inputs = inputs;
  step.region = lifted(state, inputs, goal);
  found_[id] = graph.or_gate(found_[id], step.region);
  nodes_[id].steps.push_back(std::move(step));
  update_bounds();
}

/// Of EG.
void Iictl::add_group(Id id, std::vector<CtlProof::Step> group) {
  for (const CtlProof::Step& step : group)
    found_[id] = space_.graph().or_gate(found_[id], step.region);
  nodes_[id].groups.push_back(std::move(group));
  update_bounds();
}

void Iictl::exclude(Id id, Lit region, std::uint32_t literal) {
  excluded_[id] = space_.graph().or_gate(excluded_[id], region);
  nodes_[id].excluded.push_back({region, literal});
  update_bounds();
}

}  // namespace cairn::ctl
