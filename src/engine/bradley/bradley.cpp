// SPDX-License-Identifier: MIT
//
// Listings 1.1 to 1.5 of [Bra11], with the names that they have there. F_i is that no bad state is
// true, and the clauses of levels >= i: the property is part of the frames, and holds in them
// because it is checked one step ahead.
//
// Where this differs:
//  - A step is not bad and constrained, bad states and constraints may read inputs. The property is
//    asked for the step after with its own inputs.
//  - A state is cut down to the latches of its cone of influence at once, not only the clause that
//    is made of it. The cone is that of all bad states and constraints of the steps to come, so
//    each state of such a cube leads to a bad one with the same inputs, and the arguments of the
//    paper hold for the set: ~s is inductive relative to F_(n-2) because no state of F_(n-1) steps
//    into what F_n excludes. A cube with an initial state is a counterexample.
//  - Clauses are kept once, at their highest level. If none is left at level i, F_i = F_(i+1).
//  - inductivelyGeneralize answers with the level that the clause was pushed to (footnote 3): once
//    the clause is there, the negation of the state is inductive relative to the frame below it.
//  - Counterexamples come with the trace, so states remember their successors.
//
// When time is over, what is known so far is used (a clause that might be smaller, a level that
// might be higher), and run() goes on later with the states that wait.
#include "engine/bradley/bradley.h"

#include <algorithm>

#include "base/error.h"
#include "engine/fsis/induction.h"

namespace cairn::bradley {

Bradley::Bradley(const BitSystem& system, const BradleyConfig& config, const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      positions_(system.leaf_positions()),
      step_(system, config, context.budget),
      rng_(context.seed),
      lemmas_(2),
      frequency_(2 * system.aig.size(), 0) {
  CAIRN_CHECK(config.validate().empty());
  for (const Latch& latch : system.latches)
    CAIRN_CHECK(latch.has_constant_reset() || latch.is_uninitialised());
  stats_.variables = step_.num_definition_vars();
  stats_.clauses = step_.num_definition_clauses();
}

void Bradley::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
}

Answer<BitSystem> Bradley::run() {
  context_.progress.phase = "bradley";
  const Outcome outcome = prove();
  stats_.k = static_cast<std::uint64_t>(k_);
  stats_.queries = step_.num_queries() + 1;  // one of the first step alone
  switch (outcome) {
    case Outcome::Done:
      return safe();
    case Outcome::Counterexample:
      stats_.proof = trace_.length() - 1;
      return Unsafe<BitSystem>{trace_};
    case Outcome::Stopped:
      break;
  }
  return stopped();
}

/// Listing 1.1. Done if the property is invariant.
Bradley::Outcome Bradley::prove() {
  if (const Outcome outcome = check_first_steps(); outcome != Outcome::Done) return outcome;
  if (const Outcome outcome = settle_equivalences(); outcome != Outcome::Done) return outcome;
  while (true) {
    context_.progress.level = k_;
    lemmas_.resize(static_cast<std::size_t>(k_) + 2);
    if (!strengthened_) {
      if (const Outcome outcome = strengthen(k_); outcome != Outcome::Done) return outcome;
      strengthened_ = true;
      cleared_ = k_ + 1;
      context_.progress.clear(cleared_);
      if (config_.subsume) subsume();
      context_.log.detail("bradley: level {} is done, {} clauses so far", k_, stats_.lemmas);
    }
    import_lemmas(k_);
    if (const Outcome outcome = propagate_clauses(k_); outcome != Outcome::Done) return outcome;
    if (inductive_level(k_)) return Outcome::Done;
    strengthened_ = false;
    propagated_level_ = 1;
    propagated_ = 0;
    ++k_;
  }
}

/// I & ~P, I & T & ~P'
Bradley::Outcome Bradley::check_first_steps() {
  if (cleared_ < 0) {
    const auto first = fsis::ask_first_step(system_, context_.budget, trace_);
    if (first == IncrementalSolver::Result::Unknown) return Outcome::Stopped;
    if (first == IncrementalSolver::Result::Satisfiable) return Outcome::Counterexample;
    cleared_ = 0;
    context_.progress.clear(cleared_);
  }
  if (cleared_ < 1) {
    const Result second = step_.ask_bad(0);
    if (second == Result::Unknown) return Outcome::Stopped;
    if (second == Result::Satisfiable)
      return counterexample({step_.state(), step_.inputs(0), {}, step_.inputs(1)});
    cleared_ = 1;
    context_.progress.clear(cleared_);
  }
  return Outcome::Done;
}

/// Listing 1.2.
Bradley::Outcome Bradley::strengthen(Level k) {
  while (true) {
    if (states_.empty()) {
      const Result result = step_.ask_bad(k);
      if (result == Result::Unknown) return Outcome::Stopped;
      if (result == Result::Unsatisfiable) return Outcome::Done;
      ++stats_.ctis;
      bad_state_.clear();
      distance_.clear();
      BadState s{cut_to_cone(step_.state(), 1), step_.inputs(0), {}, step_.inputs(1)};
      if (const Outcome outcome = add_state(std::move(s), k - 2, k); outcome != Outcome::Done)
        return outcome;
    }
    if (const Outcome outcome = push_generalization(k); outcome != Outcome::Done) return outcome;
  }
}

/// Listing 1.3.
Bradley::Outcome Bradley::propagate_clauses(Level k) {
  for (; propagated_level_ <= k; ++propagated_level_, propagated_ = 0) {
    const Level i = propagated_level_;
    auto& here = lemmas_[static_cast<std::size_t>(i)];
    while (propagated_ < here.size()) {
      const std::vector<Lit>& cube = here[propagated_].cube.lits();
      ++stats_.queries_propagate;
      const Result result = step_.ask_into(i, cube);
      if (result == Result::Unknown) return Outcome::Stopped;
      if (result == Result::Satisfiable) {
        ++propagated_;
        continue;
      }
      ++stats_.propagated;
      std::vector<Lit> core = cube;
      cut_to_core(core, config_.core_propagate, stats_.core_propagate);
      Lemma lemma = std::move(here[propagated_]);
      here[propagated_] = std::move(here.back());
      here.pop_back();
      if (core.size() == lemma.cube.size()) {
        step_.raise(lemma.clause, lemma.cube, i + 1);
        lemmas_[static_cast<std::size_t>(i) + 1].push_back(std::move(lemma));
      } else {
        add_clause(Cube(std::move(core)), i + 1);
        step_.remove(lemma.clause);
      }
    }
  }
  return Outcome::Done;
}

/// Listing 1.4. `core` is a part of the cube s that is known to do relative to F_min, all of it if
/// nothing better is known. `level` is the answer.
Bradley::Outcome Bradley::inductively_generalize(const BadState& s, std::vector<Lit> core,
                                                 Level min, Level k, Level& level) {
  const std::vector<Lit>& cube = s.state.lits();
  level = min;
  const auto found_inductive = [&](Level i) {
    level = i;
    core = config_.core_query ? core_of(cube) : cube;
  };
  if (min < 0) {
    ++stats_.queries_state;
    const Result result = step_.ask_relative(0, cube, cube);
    if (result == Result::Unknown) return Outcome::Stopped;
    if (result == Result::Satisfiable)
      return counterexample({step_.state(), step_.inputs(0), bad_state_.size() - 1, {}});
    found_inductive(0);
  }
  for (Level i = std::max(1, min + 1); i <= k; ++i) {
    ++stats_.queries_state;
    if (step_.ask_relative(i, cube, cube) != Result::Unsatisfiable) break;
    found_inductive(i);
  }
  if (config_.relative == BradleyConfig::Relative::Highest && look_highest(cube, k, level, core))
    ++stats_.highest;
  else
    stats_.core_query += cube.size() - core.size();
  level = generate_clause(std::move(core), level, k);
  return Outcome::Done;
}

/// The variation at the end of section 6: from the highest level downwards, the first one above
/// `level` relative to which some part of the state's negation is inductive. The largest such part
/// is what DOWN finds; it is the clause to go on with.
bool Bradley::look_highest(const std::vector<Lit>& state, Level k, Level& level,
                           std::vector<Lit>& cube) {
  for (Level j = k; j > level; --j) {
    std::vector<Lit> part = state;
    const Found found = down(part, j);
    if (found == Found::Stopped) return false;
    if (found == Found::No) continue;
    level = j;
    cube = std::move(part);
    return true;
  }
  return false;
}

/// The second part of listing 1.4; answers with the level i such that the clause is now part of
/// F_1, ..., F_(i+1).
Bradley::Level Bradley::generate_clause(std::vector<Lit> cube, Level level, Level k) {
  switch (config_.generalize) {
    case BradleyConfig::Generalize::Mic:
      cube = mic(std::move(cube), level);
      break;
    case BradleyConfig::Generalize::Implicate: {
      const std::size_t before = cube.size();
      cube = implicate(cube, level);
      stats_.implicate_dropped += before - cube.size();
      break;
    }
    case BradleyConfig::Generalize::Off:
      break;
  }
  while (config_.push && level < k) {
    ++stats_.queries_push;
    if (step_.ask_relative(level + 1, cube, cube) != Result::Unsatisfiable) break;
    ++level;
    ++stats_.pushed;
  }
  ++stats_.lemmas;
  stats_.lemma_literals += cube.size();
  Cube lemma(std::move(cube));
  share(lemma, level + 1);
  add_clause(std::move(lemma), level + 1);
  context_.progress.lemmas = stats_.lemmas;
  return level;
}

/// Listing 1.5, on the states that wait.
Bradley::Outcome Bradley::push_generalization(Level k) {
  while (true) {
    import_lemmas(k);
    const auto [n, negated_position] = *states_.begin();
    if (n > k) break;
    if (context_.budget.exhausted()) return Outcome::Stopped;
    const auto position = static_cast<std::size_t>(-negated_position);
    const std::vector<Lit>& cube = bad_state_[position].state.lits();
    ++stats_.queries_state;
    switch (step_.ask_into(n, cube)) {
      case Result::Unknown:
        return Outcome::Stopped;
      case Result::Satisfiable: {
        ++stats_.predecessors;
        const std::size_t distance = distance_[position] + 1;
        BadState p{cut_to_cone(step_.state(), distance), step_.inputs(0), position, {}};
        if (const Outcome outcome = add_state(std::move(p), n - 2, k); outcome != Outcome::Done)
          return outcome;
        break;
      }
      case Result::Unsatisfiable: {
        std::vector<Lit> core = config_.core_query ? core_of(cube) : cube;
        Level m = n;
        inductively_generalize(bad_state_[position], std::move(core), n, k, m);
        states_.erase(states_.begin());
        states_.emplace(m + 1, negated_position);
        break;
      }
    }
  }
  states_.clear();
  std::fill(frequency_.begin(), frequency_.end(), 0);
  context_.progress.obligations = 0;
  return Outcome::Done;
}

/// A new state, which joins the others if it can be generalized.
Bradley::Outcome Bradley::add_state(BadState state, Level min, Level k) {
  if (step_.intersects_initial(state.state.lits())) return counterexample(std::move(state));
  distance_.push_back(state.successor ? distance_[*state.successor] + 1 : 1);
  for (const Lit lit : state.state) ++frequency_[lit.code()];
  bad_state_.push_back(std::move(state));
  const BadState& s = bad_state_.back();
  Level level = 0;
  const Outcome outcome = inductively_generalize(s, s.state.lits(), min, k, level);
  if (outcome == Outcome::Done) {
    states_.emplace(level + 1, -static_cast<std::int64_t>(bad_state_.size() - 1));
    context_.progress.obligations = states_.size();
  } else if (outcome == Outcome::Stopped) {  // it will be found again
    for (const Lit lit : s.state) --frequency_[lit.code()];
    bad_state_.pop_back();
    distance_.pop_back();
  }
  return outcome;
}

void Bradley::add_clause(Cube cube, Level level) {
  const Stepwise::Clause clause = step_.add(cube, level);
  lemmas_[static_cast<std::size_t>(level)].push_back({std::move(cube), clause});
}

/// Line 18 of listing 1.1.
std::optional<Bradley::Level> Bradley::inductive_level(Level k) const {
  for (Level i = 1; i <= k; ++i)
    if (lemmas_[static_cast<std::size_t>(i)].empty()) return i;
  return std::nullopt;
}

/// A clause goes if another one, of its level or above, has only literals of it.
void Bradley::subsume() {
  std::vector<const Cube*> kept;
  for (std::size_t level = lemmas_.size(); level-- > 1;) {
    auto& here = lemmas_[level];
    std::stable_sort(here.begin(), here.end(),
                     [](const Lemma& a, const Lemma& b) { return a.cube.size() < b.cube.size(); });
    std::vector<Lemma> left;
    left.reserve(here.size());  // addresses stay
    for (Lemma& lemma : here) {
      if (std::any_of(kept.begin(), kept.end(),
                      [&](const Cube* cube) { return cube->subsumes(lemma.cube); })) {
        ++stats_.subsumed;
        step_.remove(lemma.clause);
      } else {
        kept.push_back(&left.emplace_back(std::move(lemma)).cube);
      }
    }
    here = std::move(left);
  }
}

Bradley::Outcome Bradley::counterexample(BadState first) {
  trace_ = trace_from(system_, first, bad_state_);
  return Outcome::Counterexample;
}

Answer<BitSystem> Bradley::safe() {
  BitInvariant invariant(system_.inputs.size(), system_.latches.size());
  const std::vector<std::uint32_t> positions = system_.leaf_positions();
  for (auto level = static_cast<std::size_t>(*inductive_level(k_)); level < lemmas_.size(); ++level)
    for (const Lemma& lemma : lemmas_[level]) require_outside(invariant, lemma.cube, positions);
  stats_.proof = invariant.conjuncts.size();
  return Safe<BitSystem>{std::move(invariant)};
}

Unknown Bradley::stopped() const {
  return unknown_for(context_.budget.reason(), cleared_);
}

}  // namespace cairn::bradley
