// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/inductivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3cfa {

LocationSolver::LocationSolver(const Ic3CfaConfig& config, Terms& terms, const Context& context,
                               SmtStats& stats)
    : terms_(terms),
      solver_(make_smt_solver(config.solver, terms, context, {config.cache, config.dump, &stats})) {
}

Term LocationSolver::frame(LocationId location, FrameLevel level) {
  std::vector<Term>& switches = switches_[location.index];
  while (switches.size() <= level) {
    switches.push_back(
        terms_.variable(fmt::format("F({},{})", switches.size(), location.index), Sort::boolean()));
    if (switches.size() > 1)
      solver_->add(terms_.implies(switches[switches.size() - 2], switches.back()));
  }
  return switches[level];
}

void LocationSolver::block(LocationId location, FrameLevel level, const TermCube& cube) {
  std::vector<Term> clause{terms_.not_(frame(location, level))};
  for (const Term literal : cube) clause.push_back(terms_.not_(literal));
  solver_->add(terms_.or_all(clause));
  ++blocked_;
}

Inductivity::Inductivity(Moves& moves, CfaFrames& frames, const Ic3CfaConfig& config,
                         const Context& context)
    : moves_(moves),
      terms_(moves.terms()),
      frames_(frames),
      config_(config),
      context_(context),
      facts_(moves.cfa().locations.size()),
      solvers_(moves.cfa().locations.size()) {}

void Inductivity::fill(LocationSolver& solver, LocationId location) {
  for (FrameLevel level = 1; level < frames_.top(location); ++level)
    for (const CfaFrames::Lemma& lemma : frames_.delta(location, level))
      solver.block(location, level, lemma.cube);
}

LocationSolver& Inductivity::solver_of(LocationId location) {
  std::unique_ptr<LocationSolver>& solver = solvers_[location.index];
  // Lemmas that were replaced by stronger ones weigh on every query.
  if (solver && solver->blocked() > 200) {
    std::uint64_t alive = 0;
    for (FrameLevel level = 1; level < frames_.top(location); ++level)
      alive += frames_.delta(location, level).size();
    if (solver->blocked() > 200 + 3 * alive) {
      if (solver_ == &solver->solver()) solver_ = nullptr;
      solver.reset();
      ++stats_.rebuilds;
    }
  }
  if (!solver) {
    solver = std::make_unique<LocationSolver>(config_, terms_, context_, smt_);
    for (const Term fact : facts_[location.index]) solver->solver().add(fact);
    fill(*solver, location);
  }
  return *solver;
}

LocationSolver& Inductivity::solver_of_all() {
  if (!all_) {
    all_ = std::make_unique<LocationSolver>(config_, terms_, context_, smt_);
    for (std::uint32_t i = 0; i < solvers_.size(); ++i) fill(*all_, {i});
  }
  return *all_;
}

void Inductivity::assume(LocationId location, std::vector<Term> facts) {
  CAIRN_CHECK(!solvers_[location.index] && !all_);
  facts_[location.index] = std::move(facts);
}

void Inductivity::block(LocationId location, FrameLevel level, const TermCube& cube) {
  frames_.add(location, level, cube);
  for (const Term literal : cube) worth_of(literal).activity += bump_;
  bump_ *= 1.02;
  if (bump_ > 1e100) {
    for (auto& [literal, worth] : worth_) worth.activity *= 1e-100;
    bump_ *= 1e-100;
  }
  if (solvers_[location.index]) solvers_[location.index]->block(location, level, cube);
  if (all_) all_->block(location, level, cube);
}

Inductive Inductivity::ask(LocationSolver& solver, const std::vector<Term>& assumptions,
                           Urgency urgency) {
  const StopWatch watch(stats_.seconds);
  solver_ = &solver.solver();
  solver_->set_timeout(urgency == Urgency::Critical ? config_.critical_seconds
                                                    : config_.noncritical_seconds);
  ++stats_.queries;
  switch (solver_->check(assumptions)) {
    case SmtResult::Unsat:
      return Inductive::Yes;
    case SmtResult::Sat:
      ++stats_.sat;
      return Inductive::No;
    default:
      reason_ = solver_->reason();
      ++stats_.timeouts;
      return Inductive::Unknown;
  }
}

Term Inductivity::negation(const TermCube& cube) {
  std::vector<Term> clause;
  for (const Term literal : cube) clause.push_back(terms_.not_(literal));
  return terms_.or_all(clause);
}

/// The literals whose images the solver needed. Several may have the same image [Lan18, definition
/// 4.10 wants a function; this is a relation]: one of them is enough.
void Inductivity::read_core(const std::vector<Term>& cube, const std::vector<Term>& images) {
  const std::vector<Term> needed = solver_->core();
  std::unordered_set<Term> open(needed.begin(), needed.end());
  core_.clear();
  for (std::size_t i = 0; i < cube.size(); ++i)
    if (open.erase(images[i]) > 0) core_.push_back(cube[i]);
  normalize(core_);
}

bool Inductivity::find_precube(MoveId move, FrameLevel level, const TermCube& cube) {
  TermCube wep = moves_[move].assumed;
  for (const Term literal : cube) wep.push_back(moves_.image(move, literal));
  normalize(wep);
  if (moves_[move].source == moves_.cfa().initial) return false;
  const TermCube* blocked = frames_.find_within(moves_[move].source, level, wep);
  if (blocked == nullptr) return false;
  std::unordered_set<Term> open(blocked->begin(), blocked->end());
  for (const Term assumed : moves_[move].assumed) open.erase(assumed);
  core_.clear();
  for (const Term literal : cube)
    if (open.erase(moves_.image(move, literal)) > 0) core_.push_back(literal);
  return true;
}

std::optional<Inductive> Inductivity::without_solver(MoveId id, FrameLevel level,
                                                     const TermCube& cube,
                                                     const std::vector<Term>& order) {
  const Move& move = moves_[id];
  if (level == 0 && move.source != moves_.cfa().initial) {
    ++stats_.trivial;
    core_.clear();
    return Inductive::Yes;
  }
  for (const Term literal : order)
    if (terms_.is_false(moves_.image(id, literal))) {
      ++stats_.trivial;
      core_ = {literal};
      return Inductive::Yes;
    }
  if (config_.precubes && find_precube(id, level, cube)) {
    ++stats_.precubes;
    return Inductive::Yes;
  }
  return std::nullopt;
}

Inductive Inductivity::check_single_edge(MoveId id, FrameLevel level, const TermCube& cube,
                                         Urgency urgency, const TermCube* premise) {
  const std::vector<Term> order = by_worth(cube);
  if (const auto answer = without_solver(id, level, cube, order)) return *answer;
  const Move& move = moves_[id];
  LocationSolver& solver = solver_of(move.source);
  std::vector<Term> assumptions;
  if (move.source != moves_.cfa().initial) assumptions.push_back(solver.frame(move.source, level));
  if (premise != nullptr) assumptions.push_back(negation(*premise));
  assumptions.push_back(config_.relind_alt ? move.guard : moves_.transition(id));
  std::vector<Term> images;
  stats_.primed += config_.relind_alt ? 0 : 1;
  for (const Term literal : order)
    images.push_back(config_.relind_alt ? moves_.image(id, literal) : moves_.primed(id, literal));
  assumptions.insert(assumptions.end(), images.begin(), images.end());
  const Inductive answer = ask(solver, assumptions, urgency);
  if (answer == Inductive::Yes) read_core(order, images);
  return answer;
}

Inductive Inductivity::check(LocationId target, FrameLevel level, const TermCube& cube,
                             Urgency urgency) {
  LocationSolver& solver = solver_of_all();
  while (selectors_.size() < cube.size())
    selectors_.push_back(terms_.variable(fmt::format("s{}", selectors_.size()), Sort::boolean()));
  std::vector<Term> ways;
  for (const MoveId id : moves_.into(target)) {
    const Move& move = moves_[id];
    if (level == 0 && move.source != moves_.cfa().initial) continue;
    std::vector<Term> way{config_.relind_alt ? move.guard : moves_.transition(id)};
    if (move.source != moves_.cfa().initial) way.push_back(solver.frame(move.source, level));
    const auto& facts = facts_[move.source.index];
    way.insert(way.end(), facts.begin(), facts.end());
    for (std::size_t i = 0; i < cube.size(); ++i) {
      const Term image =
          config_.relind_alt ? moves_.image(id, cube[i]) : moves_.primed(id, cube[i]);
      way.push_back(terms_.implies(selectors_[i], image));
    }
    ways.push_back(terms_.and_all(way));
  }
  std::vector<Term> assumptions{terms_.or_all(ways)};
  const std::vector<Term> used(selectors_.begin(),
                               selectors_.begin() + static_cast<std::ptrdiff_t>(cube.size()));
  assumptions.insert(assumptions.end(), used.begin(), used.end());
  ++stats_.multi_queries;
  stats_.primed += config_.relind_alt ? 0 : 1;
  const Inductive answer = ask(solver, assumptions, urgency);
  if (answer == Inductive::Yes) read_core(cube, used);
  return answer;
}

bool Inductivity::holds_at(LocationId location, FrameLevel level, const TermCube& cube) {
  for (const MoveId move : moves_.into(location)) {
    const bool has_premise = config_.self_induction && moves_[move].is_self_loop();
    if (check_single_edge(move, level, cube, Urgency::Noncritical, has_premise ? &cube : nullptr) !=
        Inductive::Yes)
      return false;
  }
  return true;
}

FrameLevel Inductivity::highest(LocationId location, FrameLevel level, FrameLevel frontier,
                                const TermCube& cube) {
  // Frames grow with levels: what holds relative to one holds relative to those below. Most lemmas
  // go nowhere or far.
  FrameLevel fails = frontier;
  for (FrameLevel step = 1; level < fails; step *= 2) {
    const FrameLevel next = std::min(level + step, fails) - 1;
    if (!holds_at(location, next, cube)) {
      fails = next;
      break;
    }
    level = next + 1;
  }
  while (level < fails) {
    const FrameLevel middle = level + (fails - level) / 2;
    if (holds_at(location, middle, cube))
      level = middle + 1;
    else
      fails = middle;
  }
  return level;
}

Inductive Inductivity::is_blocked(LocationId location, FrameLevel level, const TermCube& cube) {
  LocationSolver& solver = solver_of(location);
  std::vector<Term> assumptions{solver.frame(location, level)};
  assumptions.insert(assumptions.end(), cube.begin(), cube.end());
  return ask(solver, assumptions, Urgency::Noncritical);
}

bool Inductivity::implies(const TermCube& cube, Term literal) {
  if (!plain_)
    plain_ =
        make_smt_solver(config_.solver, terms_, context_, {config_.cache, config_.dump, &smt_});
  std::vector<Term> assumptions = cube;
  assumptions.push_back(terms_.not_(literal));
  const StopWatch watch(stats_.seconds);
  ++stats_.queries;
  plain_->set_timeout(config_.noncritical_seconds);
  return plain_->check(assumptions) == SmtResult::Unsat;
}

std::optional<Term> Inductivity::interpolant(MoveId id, FrameLevel level, const TermCube& cube) {
  const Move& move = moves_[id];
  std::vector<Term> a = facts_[move.source.index], b;
  a.push_back(moves_.transition(id));
  for (FrameLevel i = level; i < frames_.top(move.source); ++i)
    for (const CfaFrames::Lemma& lemma : frames_.delta(move.source, i))
      a.push_back(negation(lemma.cube));
  for (const Term literal : cube) b.push_back(moves_.primed(id, literal));
  if (!plain_)
    plain_ =
        make_smt_solver(config_.solver, terms_, context_, {config_.cache, config_.dump, &smt_});
  plain_->set_timeout(config_.noncritical_seconds);
  const std::optional<Term> formula = plain_->interpolant(a, b);
  if (!formula) return std::nullopt;
  ++stats_.interpolants;
  return moves_.unprimed(*formula);
}

Inductivity::Worth& Inductivity::worth_of(Term literal) {
  const auto [place, is_new] = worth_.try_emplace(literal);
  if (is_new) place->second.nodes = terms_.node_count(literal, 100);
  return place->second;
}

std::vector<Term> Inductivity::by_worth(const TermCube& cube) {
  if (!config_.activity || cube.size() < 2) return cube;
  std::vector<std::pair<Worth, Term>> items;
  items.reserve(cube.size());
  for (const Term literal : cube) items.emplace_back(worth_of(literal), literal);
  std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
    return a.first.activity != b.first.activity ? a.first.activity > b.first.activity
                                                : a.first.nodes < b.first.nodes;
  });
  std::vector<Term> order;
  order.reserve(cube.size());
  for (const auto& [worth, literal] : items) order.push_back(literal);
  return order;
}

bool Inductivity::is_assumed(MoveId move, Term literal) {
  const Term image = moves_.image(move, literal);
  return terms_.is_true(image) || has_literal(moves_[move].assumed, image);
}

bool Inductivity::is_dont_care(MoveId move, FrameLevel level, Term literal) {
  return frames_.has_unit(moves_[move].source, level, terms_.not_(moves_.image(move, literal)));
}

}  // namespace cairn::ic3cfa
