// SPDX-License-Identifier: MIT
//
// From a cube that is blocked to a small one: a minimal inductive clause is looked for by dropping
// literals, one after the other [Bra11, section 3.1; EMB11, section III.C]. When a candidate fails
// because of a state that could itself be excluded, a counterexample to generalization, that state
// is blocked first [HBS13].
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "engine/ic3/ic3.h"

namespace cairn {

/// Obligations that come back again and again deserve better lemmas; the thresholds are those that
/// [DynAMic] measured.
Ic3::Effort Ic3::effort_for(const BadPath& path) const {
  switch (config_.generalize) {
    case Ic3Config::Generalize::Core:
    case Ic3Config::Generalize::Drop:
      return {0, 1};
    case Ic3Config::Generalize::Ctg:
      return {config_.ctg_max, 1};
    case Ic3Config::Generalize::Extended:
      return {config_.ctg_max, config_.ctg_limit};
    case Ic3Config::Generalize::Dynamic:
      break;
  }
  std::uint32_t returns = 0;
  const BadPath* step = &path;
  for (int i = 0; i < 3 && step != nullptr; ++i, step = step->next.get())
    returns = std::max(returns, step->returns);
  if (returns < 10) return {0, 1};
  if (returns < 40) return {(returns - 10) / 10 + 2, 1};
  return {5, static_cast<std::uint32_t>(std::pow(returns - 40, 0.45) * 2 + 5)};
}

/// Requires that no state of F_(level-1) outside the cube steps into it. The lemma is looked for at
/// that level even if the proof for the cube as it is reaches higher: a small lemma is worth more.
Ic3::BlockedCube Ic3::generalize(BlockedCube blocked, Level level, std::uint32_t depth) {
  if (config_.generalize == Ic3Config::Generalize::Core) return blocked;
  std::vector<Lit> order = blocked.cube.lits();
  order_for_dropping(order, level);
  std::vector<Lit> needed;
  std::uint32_t failures = 0;  // since the last success
  std::uint32_t joined = 0;    // literals for which a candidate that failed was not given up
  for (const Lit lit : order) {
    if (blocked.cube.size() == 1 || stopped()) break;
    if (config_.drop_failures != 0 && failures >= config_.drop_failures) break;
    if (!blocked.cube.contains(lit)) continue;  // went with a core
    std::vector<Lit> rest;
    for (const Lit other : blocked.cube)
      if (other != lit) rest.push_back(other);
    ++stats_.drops_tried;
    const bool may_join =
        config_.down && (config_.down_literals == 0 || joined < config_.down_literals);
    const std::uint64_t joins = stats_.joins;
    const bool dropped =
        down(blocked, Cube(std::move(rest)), level, depth, needed, may_join ? Join::Yes : Join::No);
    if (stats_.joins != joins) ++joined;
    if (dropped) {
      ++stats_.drops_done;
      failures = 0;
    } else {
      needed.push_back(lit);
      ++failures;
    }
  }
  return blocked;
}

/// Literals that matter least are dropped first; before those, the ones that the lemma of the frame
/// below that excludes the cube does without: lemmas tend to climb. Those that it has may be left
/// out [XLC23, refer-skipping].
void Ic3::order_for_dropping(std::vector<Lit>& lits, Level level) {
  order_.in_order_of_dropping(lits, config_.activity, rng_);
  if ((!config_.parent_order && !config_.refer_skip) || level < 2 || level == kInfinity) return;
  const Cube cube{std::vector<Lit>(lits)};
  for (const Lemma& lemma : frames_.lemmas(level - 1)) {
    if (!lemma.cube.subsumes(cube)) continue;
    const auto rest = std::stable_partition(lits.begin(), lits.end(),
                                            [&](Lit lit) { return !lemma.cube.contains(lit); });
    if (!config_.refer_skip) return;
    stats_.skipped_literals += static_cast<std::uint64_t>(lits.end() - rest);
    lits.erase(rest, lits.end());
    return;
  }
}

/// A lemma that was found to hold a level higher is good for the level that it came from [XLC23,
/// branching].
void Ic3::count_as_good(const Cube& cube) {
  if (!config_.good_lemmas) return;
  ++stats_.good_lemmas;
  order_.bump(cube);
}

/// [HBS13, algorithm 2, with the name of Bra11]: makes `blocked` a cube of `candidate`'s literals
/// if one is inductive relative to F_(level-1). Literals in `needed` are known to be so. A
/// candidate that fails is given up, or joined with the state that it failed by: inductiveness is
/// not monotone, so fewer literals may do where more did not.
bool Ic3::down(BlockedCube& blocked, Cube candidate, Level level, std::uint32_t depth,
               const std::vector<Lit>& needed, Join join) {
  std::uint32_t ctgs = 0;
  const std::uint32_t max_ctgs = depth < config_.ctg_depth && level > 1 ? effort_.ctgs : 0;
  while (true) {
    if (transition_.intersects_initial(candidate)) return false;
    if (has_reachable_state(candidate)) {
      ++stats_.rejected_candidates;
      return false;
    }
    switch (ask(candidate, level, for_lemmas(), stats_.generalize)) {
      case Outcome::Stopped:
        return false;
      case Outcome::Blocked:
        blocked = blocked_;
        return true;
      case Outcome::Reachable:
        break;
    }
    std::vector<Lit> common;
    for (const Lit lit : candidate)
      if (solver_.value(lit) == Lbool::True) common.push_back(lit);
    if (ctgs < max_ctgs) {
      std::vector<Lit> targets;
      for (const Lit lit : candidate) targets.push_back(transition_.next(lit));
      const Cube ctg = lifter_.lift(solver_, targets, Lifter::Effort::OneRound).cube;
      std::uint32_t budget = effort_.limit;
      if (!transition_.intersects_initial(ctg) && !has_reachable_state(ctg)) {
        ++stats_.ctgs;
        if (block_ctg(ctg, level - 1, depth + 1, budget)) {
          ++stats_.ctgs_blocked;
          ++ctgs;
          continue;
        }
      }
    }
    if (join == Join::No) return false;
    // The smallest cube that contains the candidate and the state that leads into it.
    ctgs = 0;
    for (const Lit lit : needed)
      if (candidate.contains(lit) && !std::binary_search(common.begin(), common.end(), lit))
        return false;
    // A state of the candidate itself: only without its negation assumed.
    if (common.empty() || common.size() == candidate.size()) return false;
    ++stats_.joins;
    candidate = Cube(std::move(common));
  }
}

/// Excludes the cube from F_level if that takes no more than `budget` attempts; predecessors that
/// stand in the way are excluded as well.
bool Ic3::block_ctg(const Cube& cube, Level level, std::uint32_t depth, std::uint32_t& budget) {
  while (budget > 0) {
    --budget;
    switch (ask(cube, level, for_lemmas(), stats_.generalize)) {
      case Outcome::Stopped:
        return false;
      case Outcome::Blocked: {
        BlockedCube lemma = generalize(blocked_, level, depth);
        push_as_far_as_possible(lemma);
        learn(lemma);
        return true;
      }
      case Outcome::Reachable:
        break;
    }
    if (budget == 0 || level == 1) return false;
    std::vector<Lit> targets;
    for (const Lit lit : cube) targets.push_back(transition_.next(lit));
    const Cube before = lifter_.lift(solver_, targets, Lifter::Effort::OneRound).cube;
    if (transition_.intersects_initial(before)) return false;
    if (!block_ctg(before, level - 1, depth, budget)) return false;
  }
  return false;
}

/// A lemma that was just made is moved up while it is inductive there, and may shrink.
void Ic3::push_as_far_as_possible(BlockedCube& blocked) {
  if (!config_.push_new) return;
  while (blocked.level <= frames_.top() - 1) {
    const Outcome outcome = ask(blocked.cube, blocked.level + 1, for_lemmas(), stats_.push);
    if (outcome == Outcome::Reachable && (config_.push_requests || config_.predict))
      blocked.stopped_by = model_values();
    if (outcome != Outcome::Blocked) return;
    count_as_good(blocked_.cube);
    blocked = blocked_;
  }
}

LemmaSerial Ic3::learn(const BlockedCube& blocked) {
  const LemmaSerial serial = add_lemma(blocked);
  share(blocked.cube, blocked.level);
  return serial;
}

LemmaSerial Ic3::add_lemma(const BlockedCube& blocked) {
  if (!config_.good_lemmas) order_.bump(blocked.cube);
  if (blocked.level == kInfinity) ++stats_.infinity_lemmas;
  const LemmaSerial serial = frames_.add(blocked.cube, blocked.level);
  // Not a state that the lemma itself excludes: if its negation was not assumed, it may be one.
  if (blocked.stopped_by.known() && !blocked.stopped_by.in(blocked.cube))
    frames_.stop({blocked.level, frames_.lemmas(blocked.level).size() - 1}, blocked.stopped_by);
  return serial;
}

}  // namespace cairn
