// SPDX-License-Identifier: MIT
#include "engine/word/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/error.h"

namespace cairn::word {

WordFrames::WordFrames(WordTransition& transition, const WordIc3Config& config,
                       const Context& context, WordIc3Stats& stats)
    : transition_(transition), config_(config), context_(context), stats_(stats) {
  plain_ = new_solver();
  delta_.resize(1);
  active_.push_back(transition_.terms().variable("F0", Sort::boolean()));
  make_solver();
}

std::unique_ptr<SmtSolver> WordFrames::new_solver() {
  return make_smt_solver(config_.smt, "cairn", transition_.terms(), context_, stats_.smt);
}

void WordFrames::make_solver() {
  Terms& terms = transition_.terms();
  solver_ = new_solver();
  added_ = 0;
  solver_->add(terms.implies(active_[0], terms.and_all(transition_.init())));
  for (Level level = 0; level < delta_.size(); ++level) {
    if (level > 0) solver_->add(terms.implies(active_[level - 1], active_[level]));
    for (const TermCube& cube : delta_[level]) add_to_solver(cube, level);
  }
}

void WordFrames::add_to_solver(const TermCube& cube, Level level) {
  Terms& terms = transition_.terms();
  std::vector<Term> clause{terms.not_(active_[level])};
  for (const Term literal : cube) clause.push_back(terms.not_(literal));
  solver_->add(terms.or_all(clause));
  ++added_;
}

void WordFrames::extend() {
  Terms& terms = transition_.terms();
  delta_.emplace_back();
  active_.push_back(terms.variable(fmt::format("F{}", top()), Sort::boolean()));
  solver_->add(terms.implies(active_[top() - 1], active_[top()]));
  // What was said of lower levels, and of lemmas that are gone, weighs on every query.
  if (added_ > config_.stale_lemmas + 3 * num_lemmas()) {
    ++stats_.rebuilds;
    make_solver();
  }
}

std::size_t WordFrames::num_lemmas() const {
  std::size_t sum = 0;
  for (const auto& lemmas : delta_) sum += lemmas.size();
  return sum;
}

bool WordFrames::blocked(const TermCube& cube, Level level) const {
  for (Level i = level; i < delta_.size(); ++i)
    for (const TermCube& lemma : delta_[i])
      if (subsumes(lemma, cube)) return true;
  return false;
}

void WordFrames::add(TermCube cube, Level level) {
  CAIRN_CHECK(level >= 1 && level <= top());
  for (Level i = 1; i <= level; ++i)
    stats_.subsumed +=
        std::erase_if(delta_[i], [&](const TermCube& lemma) { return subsumes(cube, lemma); });
  add_to_solver(cube, level);
  delta_[level].push_back(std::move(cube));
  ++stats_.lemmas;
}

void WordFrames::raise(Level level, std::size_t position) {
  TermCube cube = std::move(delta_[level][position]);
  delta_[level].erase(delta_[level].begin() + static_cast<std::ptrdiff_t>(position));
  std::erase_if(delta_[level + 1], [&](const TermCube& lemma) { return subsumes(cube, lemma); });
  add_to_solver(cube, level + 1);
  delta_[level + 1].push_back(std::move(cube));
  ++stats_.pushed;
}

SmtResult WordFrames::ask(SmtSolver& solver, const std::vector<Term>& assumptions) {
  const SmtResult result = solver.check(assumptions);
  if (result == SmtResult::Unknown) reason_ = solver.reason();
  if (result != SmtResult::Sat) return result;
  model_.clear();
  for (const WordState& state : transition_.system().states)
    model_.insert_or_assign(state.term, solver.value(state.term));
  for (const Term input : transition_.system().inputs)
    model_.insert_or_assign(input, solver.value(input));
  return result;
}

void WordFrames::take_core(SmtSolver& solver, const TermCube& cube, const TermCube& images) {
  const std::vector<Term> terms = solver.core();
  std::unordered_set<Term> needed(terms.begin(), terms.end());
  core_.clear();
  for (std::size_t i = 0; i < cube.size(); ++i)
    if (needed.erase(images[i]) > 0) core_.push_back(cube[i]);
}

SmtResult WordFrames::ask_bad(Level level) {
  return ask(*solver_, {active_[level], transition_.constraint(), transition_.bad()});
}

SmtResult WordFrames::ask_step(Level level, const TermCube& outside, const TermCube& cube) {
  Terms& terms = transition_.terms();
  std::vector<Term> assumptions{active_[level], transition_.constraint()};
  if (!outside.empty()) assumptions.push_back(terms.not_(terms.and_all(outside)));
  const TermCube images = transition_.next(cube);
  assumptions.insert(assumptions.end(), images.begin(), images.end());
  const SmtResult result = ask(*solver_, assumptions);
  if (result == SmtResult::Unsat) take_core(*solver_, cube, images);
  return result;
}

SmtResult WordFrames::ask_initial(const TermCube& cube) {
  for (const Term literal : cube)
    if (transition_.excludes_init(literal)) return SmtResult::Unsat;
  std::vector<Term> assumptions = transition_.init();
  assumptions.insert(assumptions.end(), cube.begin(), cube.end());
  return ask(*plain_, assumptions);
}

SmtResult WordFrames::ask_miss(const TermCube& cube, std::span<const Term> goals,
                               const Assignment& model) {
  Terms& terms = transition_.terms();
  std::vector<Term> assumptions{terms.not_(terms.and_all(goals))};
  for (const Term input : transition_.system().inputs)
    assumptions.push_back(terms.equal(input, terms.constant(model.at(input))));
  assumptions.insert(assumptions.end(), cube.begin(), cube.end());
  const SmtResult result = ask(*plain_, assumptions);
  if (result == SmtResult::Unsat) take_core(*plain_, cube, cube);
  return result;
}

}  // namespace cairn::word
