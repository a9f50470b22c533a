// SPDX-License-Identifier: MIT
#include "engine/ic3/library_solver.h"

#include <algorithm>

#include "base/error.h"
#include "sat/backend/cadical.h"
#include "sat/backend/minisat.h"

namespace cairn::ic3 {
namespace {

std::unique_ptr<IncrementalSolver> make_library(Ic3Config::Solver which, const Budget& budget) {
  if (which == Ic3Config::Solver::Minisat) return make_minisat(budget);
  auto solver = std::make_unique<Cadical>(budget);
  // The first values to try: false, as in most first states, and as MiniSat does.
  solver->set_option("phase", 0);
  return solver;
}

}  // namespace

LibrarySolver::LibrarySolver(const Transition& transition, Content content, const Ic3Config& config,
                             const Budget& budget, Ic3Stats& stats)
    : transition_(transition),
      content_(content),
      config_(config),
      budget_(budget),
      stats_(stats),
      numbers_(transition.num_vars()),
      core_mark_(2 * std::size_t{transition.num_vars()}, 0) {
  index_definitions();
  make();
}

void LibrarySolver::index_definitions() {
  transition_.definitions().for_each([&](Var owner, std::span<const Lit> clause) {
    while (first_.size() <= owner.index) first_.push_back(static_cast<std::uint32_t>(ends_.size()));
    pool_.insert(pool_.end(), clause.begin(), clause.end());
    ends_.push_back(static_cast<std::uint32_t>(pool_.size()));
  });
  first_.resize(std::size_t{transition_.num_vars()} + 1, static_cast<std::uint32_t>(ends_.size()));
}

/// The library gets all that it has to know.
void LibrarySolver::make() {
  solver_ = make_library(config_.solver, budget_);
  numbers_.assign(numbers_.size(), 0);
  numbers_[0] = last_number_ = 1;
  num_used_up_ = 0;
  temporary_ = 0;
  activations_.clear();
  solver_->add_unit(-numbers_[0]);
  if (!config_.cones_on_demand)
    for (std::uint32_t v = 1; v < transition_.num_vars(); ++v) load(Var{v});
  if (content_ == Content::ConstrainedStep)
    for (const Lit constraint : transition_.constraints())
      hand_over(Clause{{constraint}, sat::kPermanent});
  for (const Clause& clause : clauses_)
    if (!clause.is_dead) hand_over(clause);
}

void LibrarySolver::make_anew() {
  ++stats_.recycled;
  count_effort(answers_);
  make();
}

void LibrarySolver::count_effort(sat::SolverStats& sum) const {
  const IncrementalSolver::Effort effort = solver_->effort();
  sum.conflicts += effort.conflicts;
  sum.decisions += effort.decisions;
  sum.propagations += effort.propagations;
  sum.restarts += effort.restarts;
}

sat::SolverStats LibrarySolver::stats() const {
  sat::SolverStats sum = answers_;
  count_effort(sum);
  return sum;
}

int LibrarySolver::activation(sat::Layer layer) {
  const auto position = static_cast<std::size_t>(layer);
  if (position >= activations_.size()) activations_.resize(position + 1, 0);
  if (activations_[position] == 0) activations_[position] = ++last_number_;
  return activations_[position];
}

/// The cone of a variable: what defines it, what defines that, and so on.
void LibrarySolver::load(Var root) {
  const auto reach = [&](std::uint32_t var) {
    if (numbers_[var] != 0) return;
    numbers_[var] = ++last_number_;
    ++stats_.loaded;
    if (var < transition_.num_vars()) stack_.push_back(var);
  };
  reach(root.index);
  while (!stack_.empty()) {
    const std::uint32_t var = stack_.back();
    stack_.pop_back();
    for (std::uint32_t c = first_[var]; c < first_[var + 1]; ++c) {
      scratch_.clear();
      for (std::uint32_t i = c == 0 ? 0 : ends_[c - 1]; i < ends_[c]; ++i) {
        reach(pool_[i].var().index);
        scratch_.push_back(dimacs(pool_[i]));
      }
      solver_->add_clause(scratch_);
    }
  }
}

void LibrarySolver::load(std::span<const Lit> lits) {
  for (const Lit lit : lits) load(lit.var());
}

void LibrarySolver::hand_over(const Clause& clause) {
  load(clause.lits);
  scratch_.clear();
  if (clause.layer != sat::kPermanent) scratch_.push_back(-activation(clause.layer));
  for (const Lit lit : clause.lits) scratch_.push_back(dimacs(lit));
  solver_->add_clause(scratch_);
}

Var LibrarySolver::new_var() {
  const Var var{static_cast<std::uint32_t>(numbers_.size())};
  numbers_.push_back(0);
  core_mark_.resize(2 * numbers_.size(), 0);
  return var;
}

void LibrarySolver::add_clause(std::span<const Lit> clause) {
  add_lemma(clause, sat::kPermanent);
}

sat::LemmaId LibrarySolver::add_lemma(std::span<const Lit> clause, sat::Layer layer) {
  Clause added{{clause.begin(), clause.end()}, layer};
  hand_over(added);
  if (free_.empty()) {
    clauses_.push_back(std::move(added));
    return {static_cast<std::uint32_t>(clauses_.size() - 1)};
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  clauses_[index] = std::move(added);
  return {index};
}

void LibrarySolver::raise_lemma(sat::LemmaId lemma, sat::Layer layer) {
  Clause& clause = clauses_[lemma.index];
  CAIRN_ASSERT(!clause.is_dead && clause.layer <= layer);
  if (clause.layer == layer) return;
  clause.layer = layer;
  hand_over(clause);
}

void LibrarySolver::remove_lemma(sat::LemmaId lemma) {
  clauses_[lemma.index].is_dead = true;
  free_.push_back(lemma.index);
}

void LibrarySolver::add_temporary(std::span<const Lit> clause) {
  temporaries_.emplace_back(clause.begin(), clause.end());
}

void LibrarySolver::assume_temporaries() {
  if (temporaries_.empty()) return;
  for (const std::vector<Lit>& clause : temporaries_) load(clause);
  if (config_.constrain && temporaries_.size() == 1) {
    scratch_.clear();
    for (const Lit lit : temporaries_[0]) scratch_.push_back(dimacs(lit));
    if (solver_->constrain(scratch_)) {
      ++stats_.constrained;
      temporaries_.clear();
      return;
    }
  }
  if (temporary_ != 0) {
    ++stats_.reused_activations;
  } else {
    ++stats_.activations;
    temporary_ = ++last_number_;
  }
  last_temporary_.clear();
  if (temporaries_.size() == 1) last_temporary_ = temporaries_[0];
  std::sort(last_temporary_.begin(), last_temporary_.end());
  for (const std::vector<Lit>& clause : temporaries_) {
    scratch_.assign(1, -temporary_);
    for (const Lit lit : clause) scratch_.push_back(dimacs(lit));
    solver_->add_clause(scratch_);
  }
  assumptions_.push_back(temporary_);
  temporaries_.clear();
}

/// "The previous activation literal can be reused if s is a subset of the cube of the previous
/// call" [EMB11, section V]: the clause that it then has as well follows from the new one.
bool LibrarySolver::reuse_activation() const {
  if (!config_.reuse_activation || temporaries_.size() != 1 || last_temporary_.empty())
    return false;
  std::vector<Lit> clause = temporaries_[0];
  std::sort(clause.begin(), clause.end());
  return std::includes(last_temporary_.begin(), last_temporary_.end(), clause.begin(),
                       clause.end());
}

sat::Result LibrarySolver::solve(std::span<const Lit> assumptions, sat::Layer layer) {
  // Not before: that would have ended the model of the last query.
  if (temporary_ != 0 && !reuse_activation()) {
    solver_->add_unit(-temporary_);
    ++num_used_up_;
    temporary_ = 0;
  }
  if (config_.recycle_percent != 0 && num_used_up_ > 0 &&
      100 * std::int64_t{num_used_up_} > std::int64_t{config_.recycle_percent} * last_number_)
    make_anew();
  assumptions_.clear();
  // The highest layers first: a proof that holds there is worth more.
  if (layer != sat::kPermanent)
    for (std::size_t i = activations_.size(); i-- > static_cast<std::size_t>(layer);)
      if (activations_[i] != 0) assumptions_.push_back(activations_[i]);
  load(assumptions);
  assume_temporaries();
  for (const Lit lit : assumptions) assumptions_.push_back(dimacs(lit));

  ++answers_.solves;
  ++(config_.solver == Ic3Config::Solver::Minisat ? stats_.minisat_queries
                                                  : stats_.cadical_queries);
  switch (solver_->solve(assumptions_)) {
    case IncrementalSolver::Result::Satisfiable:
      ++answers_.satisfiable;
      return sat::Result::Satisfiable;
    case IncrementalSolver::Result::Unsatisfiable:
      ++answers_.unsatisfiable;
      take_core(assumptions, layer);
      return sat::Result::Unsatisfiable;
    case IncrementalSolver::Result::Unknown:
      break;
  }
  return sat::Result::Unknown;
}

void LibrarySolver::take_core(std::span<const Lit> assumptions, sat::Layer layer) {
  for (const Lit lit : core_) core_mark_[lit.code()] = 0;
  core_.clear();
  for (const Lit lit : assumptions) {
    if (core_mark_[lit.code()] != 0 || !solver_->failed(dimacs(lit))) continue;
    core_mark_[lit.code()] = 1;
    core_.push_back(lit);
  }
  proof_layer_ = sat::kPermanent;
  if (layer == sat::kPermanent) return;
  for (auto i = static_cast<std::size_t>(layer); i < activations_.size(); ++i) {
    if (activations_[i] == 0 || !solver_->failed(activations_[i])) continue;
    proof_layer_ = static_cast<sat::Layer>(i);
    return;
  }
}

}  // namespace cairn::ic3
