// SPDX-License-Identifier: MIT
//
// From a cube that is blocked to a small one: a minimal inductive clause is looked for by dropping
// literals, one after the other [Bra11, section 3.1; EMB11, section III.C]. A candidate that fails
// is joined with the state that it fails by and tried again, smaller (down). Or that state, a
// counterexample to generalization (CTG), is blocked first, if it can be [HBS13] (ctg_down).
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "engine/ic3/core.h"

namespace cairn::ic3 {

/// Obligations that come back again and again deserve better lemmas; the thresholds are those that
/// [DynAMic] measured.
Ic3Core::Effort Ic3Core::effort_for(std::uint32_t returns) const {
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
  if (returns < 10) return {0, 1};
  if (returns < 40) return {(returns - 10) / 10 + 2, 1};
  return {5, static_cast<std::uint32_t>(std::pow(returns - 40, 0.45) * 2 + 5)};
}

Ic3Core::BlockedCube Ic3Core::generalize(BlockedCube blocked, Level level, Effort effort) {
  effort_ = effort;
  return drop_literals(std::move(blocked), level, 0);
}

/// For the obligation, or for a CTG if `depth` is not 0.
Ic3Core::BlockedCube Ic3Core::drop_literals(BlockedCube blocked, Level level, std::uint32_t depth) {
  if (config_.generalize == Ic3Config::Generalize::Core) return blocked;
  std::vector<Lit> order = blocked.cube.lits();
  order_for_dropping(order, level);
  if (words_) drop_words(blocked, order, level);
  if (config_.drop_search == Ic3Config::DropSearch::Binary) {
    drop_by_halves(blocked, std::move(order), level);
    return blocked;
  }
  Dropping dropping{.level = level, .depth = depth};
  const bool blocks_ctgs = depth < config_.ctg_depth && level > 1 && effort_.ctgs > 0;
  std::uint32_t failures = 0;  // since the last success, or all
  std::uint32_t joined = 0;    // literals for which a candidate that failed was not given up
  for (const Lit lit : order) {
    if (blocked.cube.size() == 1 || stopped()) break;
    if (config_.drop_failures != 0 && failures >= config_.drop_failures) break;
    if (!blocked.cube.contains(lit)) continue;  // went with a core
    std::vector<Lit> rest;
    for (const Lit other : blocked.cube)
      if (other != lit) rest.push_back(other);
    Cube candidate(std::move(rest));
    ++stats_.drops_tried;
    dropping.may_join =
        config_.down && (config_.down_literals == 0 || joined < config_.down_literals);
    const std::uint64_t joins = stats_.joins;
    const bool dropped = blocks_ctgs ? ctg_down(blocked, std::move(candidate), dropping)
                                     : down(blocked, std::move(candidate), dropping);
    if (stats_.joins != joins) ++joined;
    if (journal_) journal_->drop(lit, dropped, blocked.cube);
    if (dropped) {
      ++stats_.drops_done;
      if (config_.failures_in_a_row) failures = 0;
    } else {
      dropping.needed.push_back(lit);
      ++failures;
    }
  }
  return blocked;
}

/// [Lan18, algorithm 11], with the support in the queries, as its text says: some literals of
/// `part` are needed, all others of the cube stay for now. If one half will do without the other,
/// that is all; otherwise the first is made smaller beside the second, and then the second beside
/// what is left of it.
void Ic3Core::drop_by_halves(BlockedCube& blocked, std::vector<Lit> part, Level level) {
  std::erase_if(part, [&](Lit lit) { return !blocked.cube.contains(lit); });  // went with a core
  if (part.size() < 2 || stopped()) return;
  const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
  const std::vector<Lit> first(part.begin(), middle), second(middle, part.end());
  if (drop_part(blocked, first, level)) return drop_by_halves(blocked, second, level);
  if (drop_part(blocked, second, level)) return drop_by_halves(blocked, first, level);
  drop_by_halves(blocked, first, level);
  drop_by_halves(blocked, second, level);
}

/// Whether the cube can do without all of these.
bool Ic3Core::drop_part(BlockedCube& blocked, std::span<const Lit> part, Level level) {
  std::vector<Lit> rest;
  for (const Lit lit : blocked.cube)
    if (std::find(part.begin(), part.end(), lit) == part.end()) rest.push_back(lit);
  if (rest.empty()) return false;
  ++stats_.drops_tried;
  if (part.size() > 1) ++stats_.halves_tried;
  const std::size_t before = blocked.cube.size();
  if (try_candidate(Cube(std::move(rest)), level) != Outcome::Blocked) return false;
  blocked = blocked_;
  stats_.drops_done += before - blocked.cube.size();
  if (part.size() > 1) ++stats_.halves_dropped;
  return true;
}

/// What a word is seldom matters by a few of its bits: one query drops them all, or says that some
/// are needed, which are then looked for among the others.
void Ic3Core::drop_words(BlockedCube& blocked, const std::vector<Lit>& order, Level level) {
  for (const std::vector<Lit>& word : words_->words_in(order)) {
    if (stopped()) return;
    std::vector<Lit> rest;
    for (const Lit lit : blocked.cube)
      if (std::find(word.begin(), word.end(), lit) == word.end()) rest.push_back(lit);
    if (rest.empty() || rest.size() + 1 >= blocked.cube.size()) continue;
    ++stats_.words_tried;
    if (try_candidate(Cube(std::move(rest)), level) != Outcome::Blocked) continue;
    ++stats_.words_done;
    blocked = blocked_;
  }
}

/// Literals that matter least are dropped first; before those, the ones that the lemma of the frame
/// below that excludes the cube does without: lemmas tend to climb. Those that it has may be left
/// out [XLC23, refer-skipping].
void Ic3Core::order_for_dropping(std::vector<Lit>& lits, Level level) {
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
void Ic3Core::count_as_good(const Cube& cube) {
  if (!config_.good_lemmas) return;
  ++stats_.good_lemmas;
  order_.bump(cube);
}

/// Bradley's down [HBS13, down]: makes `blocked` a cube of the candidate's literals if one
/// is inductive relative to F_(level-1). A candidate that fails is joined with the state that it
/// failed by: inductiveness is not monotone, so fewer literals may do where more did not.
bool Ic3Core::down(BlockedCube& blocked, Cube candidate, const Dropping& dropping) {
  while (true) {
    const Outcome outcome = try_candidate(candidate, dropping.level);
    if (outcome == Outcome::Blocked) blocked = blocked_;
    if (outcome != Outcome::Reachable) return outcome == Outcome::Blocked;
    if (!join(candidate, literals_of_model(candidate), dropping)) return false;
  }
}

/// Hassan's ctgDown [HBS13, algorithm 2]: like down(), but the state that a candidate failed by is
/// excluded from F_(level-1), if that can be done, and the same candidate tried again. Only so many
/// times; then they are joined.
bool Ic3Core::ctg_down(BlockedCube& blocked, Cube candidate, const Dropping& dropping) {
  std::uint32_t ctgs = 0;
  while (true) {
    const Outcome outcome = try_candidate(candidate, dropping.level);
    if (outcome == Outcome::Blocked) blocked = blocked_;
    if (outcome != Outcome::Reachable) return outcome == Outcome::Blocked;
    std::vector<Lit> common = literals_of_model(candidate);  // blocking ends the model
    if (ctgs < effort_.ctgs && exclude_ctg(candidate, dropping)) {
      ++ctgs;
    } else {
      ctgs = 0;
      if (!join(candidate, std::move(common), dropping)) return false;
    }
  }
}

/// Whether the candidate is inductive relative to F_(level-1), as ask() says it. Stopped also if it
/// contains states that are initial or known to be reachable: no lemma excludes these.
Ic3Core::Outcome Ic3Core::try_candidate(const Cube& candidate, Level level) {
  if (transition_.intersects_initial(candidate)) return Outcome::Stopped;
  if (has_reachable_state(candidate)) {
    ++stats_.rejected_candidates;
    return Outcome::Stopped;
  }
  return ask(candidate, level, for_lemmas(), stats_.generalize);
}

/// The literals of the cube that are true in the state that the model steps from.
std::vector<Lit> Ic3Core::literals_of_model(const Cube& cube) const {
  std::vector<Lit> common;
  for (const Lit lit : cube)
    if (solver_.value(lit) == Lbool::True) common.push_back(lit);
  return common;
}

/// Makes the candidate the smallest cube that contains it and the state that leads into it, with
/// which it has these literals in common. False if that is of no use.
bool Ic3Core::join(Cube& candidate, std::vector<Lit> common, const Dropping& dropping) {
  if (!dropping.may_join) return false;
  for (const Lit lit : dropping.needed)
    if (candidate.contains(lit) && !std::binary_search(common.begin(), common.end(), lit))
      return false;
  // A state of the candidate itself: only without its negation assumed.
  if (common.empty() || common.size() == candidate.size()) return false;
  ++stats_.joins;
  candidate = Cube(std::move(common));
  return true;
}

/// Whether the state that the model steps from into the candidate, a counterexample to
/// generalization, is excluded from F_(level-1) now, with others like it.
bool Ic3Core::exclude_ctg(const Cube& candidate, const Dropping& dropping) {
  std::vector<Lit> targets;
  for (const Lit lit : candidate) targets.push_back(transition_.next(lit));
  const Cube ctg = lifter_.lift(solver_, targets, Lifter::Effort::OneRound).cube;
  if (transition_.intersects_initial(ctg) || has_reachable_state(ctg)) return false;
  ++stats_.ctgs;
  std::uint32_t budget = effort_.limit;
  if (journal_) journal_->ctg(ctg, dropping.level - 1);
  const bool is_blocked = block_ctg(ctg, dropping.level - 1, dropping.depth + 1, budget);
  if (journal_) journal_->ctg_ended(is_blocked);
  if (!is_blocked) return false;
  ++stats_.ctgs_blocked;
  return true;
}

/// Excludes the cube from F_level if that takes no more than `budget` attempts; predecessors that
/// stand in the way are excluded as well.
bool Ic3Core::block_ctg(const Cube& cube, Level level, std::uint32_t depth, std::uint32_t& budget) {
  while (budget > 0) {
    --budget;
    switch (ask(cube, level, for_lemmas(), stats_.generalize)) {
      case Outcome::Stopped:
        return false;
      case Outcome::Blocked: {
        BlockedCube lemma = drop_literals(blocked_, level, depth);
        push_as_far_as_possible(lemma);
        learn(lemma, Journal::Reason::Ctg);
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

void Ic3Core::push_as_far_as_possible(BlockedCube& blocked) {
  if (!config_.push_new) return;
  while (blocked.level <= frames_.top() - 1) {
    const Outcome outcome = ask(blocked.cube, blocked.level + 1, for_lemmas(), stats_.push);
    if (outcome == Outcome::Reachable && (config_.push_requests || config_.predict))
      blocked.ctp = model_values();
    if (outcome != Outcome::Blocked) return;
    count_as_good(blocked_.cube);
    blocked = blocked_;
  }
}

LemmaSerial Ic3Core::learn(const BlockedCube& blocked, Journal::Reason reason) {
  const LemmaSerial serial = add_lemma(blocked);
  if (journal_) journal_->lemma(serial, blocked.cube, blocked.level, reason);
  share(blocked.cube, blocked.level);
  return serial;
}

LemmaSerial Ic3Core::add_lemma(const BlockedCube& blocked) {
  if (!config_.good_lemmas) order_.bump(blocked.cube);
  if (blocked.level == kInfinity) ++stats_.infinity_lemmas;
  const LemmaSerial serial = frames_.add(blocked.cube, blocked.level);
  // Not a state that the lemma itself excludes: if its negation was not assumed, it may be one.
  if (blocked.ctp.known() && !blocked.ctp.in(blocked.cube))
    frames_.set_ctp({blocked.level, frames_.lemmas(blocked.level).size() - 1}, blocked.ctp);
  return serial;
}

}  // namespace cairn::ic3
