// SPDX-License-Identifier: MIT
#include "engine/bradley/stepwise.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/fsis/induction.h"

namespace cairn::bradley {

Stepwise::Stepwise(const BitSystem& system, BradleyConfig::Levels levels, const Budget& budget)
    : system_(system),
      levels_(levels),
      positions_(system.leaf_positions()),
      unroller_(system, Unroller::Start::Anywhere),
      encoder_(unroller_.aig()) {
  solver_.set_budget(&budget);
  // All definitions come first: other variables are the solver's own.
  for (const Latch& latch : system.latches) {
    now_.push_back(literal(unroller_.at(Lit(latch.var), 0)));
    next_.push_back(literal(unroller_.at(Lit(latch.var), 1)));
  }
  const Lit constrained = literal(all_at(system.constraints, 0, false));
  const Lit not_bad = literal(all_at(system.bad, 0, true));
  violated_ = literal(
      unroller_.aig().and_gate(~all_at(system.bad, 1, true), all_at(system.constraints, 1, false)));
  solver_.add_clause(std::span(&constrained, 1));
  solver_.add_clause(std::span(&not_bad, 1));
  keep_state_in_models();
  for (const Latch& latch : system.latches)
    if (latch.has_constant_reset()) add(Cube({Lit(latch.var, latch.reset == kTrue)}), 0);
}

/// The solver's models leave out latches that a query does not depend on. States are whole here:
/// a clause that is never in the way makes them part of every query.
void Stepwise::keep_state_in_models() {
  const Lit free(solver_.new_var());
  for (const Lit latch : now_) solver_.add_clause(std::array{latch, free});
}

Lit Stepwise::literal(Lit unrolled) {
  const auto inside = [](int dimacs) {
    return Lit(Var{static_cast<std::uint32_t>(std::abs(dimacs))}, dimacs < 0);
  };
  const auto make = [this](Var var) {
    while (solver_.num_vars() <= var.index) solver_.new_var();
  };
  const Lit result = inside(encoder_.literal(unrolled, [&](std::span<const int> dimacs) {
    std::vector<Lit> clause;
    Var owner{0};
    for (const int literal : dimacs) {
      clause.push_back(inside(literal));
      owner = std::max(owner, clause.back().var());
    }
    make(owner);
    solver_.add_definition(owner, clause);
  }));
  make(result.var());
  return result;
}

Lit Stepwise::all_at(const std::vector<Lit>& lits, std::uint32_t step, bool negated) {
  std::vector<Lit> all;
  for (const Lit lit : lits) all.push_back(unroller_.at(lit ^ negated, step));
  return unroller_.aig().and_all(all);
}

Stepwise::Result Stepwise::ask_bad(Level level) {
  return solve(level, std::span(&violated_, 1));
}

Stepwise::Result Stepwise::ask_into(Level level, std::span<const Lit> into) {
  std::vector<Lit> assumptions;
  for (const Lit lit : into) assumptions.push_back(next(lit));
  return solve(level, assumptions);
}

Stepwise::Result Stepwise::ask_relative(Level level, std::span<const Lit> outside,
                                        std::span<const Lit> into) {
  std::vector<Lit> clause;
  for (const Lit lit : outside) clause.push_back(~now(lit));
  solver_.add_temporary(clause);
  return ask_into(level, into);
}

Stepwise::Result Stepwise::solve(Level level, std::span<const Lit> assumptions) {
  if (levels_ == BradleyConfig::Levels::Layers) return solver_.solve(assumptions, level);
  std::vector<Lit> all;
  for (auto i = static_cast<std::size_t>(level); i < level_literals_.size(); ++i)
    all.push_back(level_literals_[i]);
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  return solver_.solve(all);
}

Cube Stepwise::state() const {
  std::vector<Lit> lits;
  for (std::size_t i = 0; i < now_.size(); ++i)
    lits.push_back(Lit(system_.latches[i].var, solver_.value(now_[i]) != Lbool::True));
  return Cube(std::move(lits));
}

std::vector<Lbool> Stepwise::inputs(std::uint32_t step) const {
  std::vector<Lbool> values;
  for (std::uint32_t i = 0; i < system_.inputs.size(); ++i) {
    const Lit leaf = unroller_.input_leaf(i, step);
    const int variable = leaf == kNoLit ? 0 : encoder_.known_literal(leaf);
    values.push_back(variable == 0 ? Lbool::Undef
                                   : solver_.value(Lit(Var{static_cast<std::uint32_t>(variable)})));
  }
  return values;
}

std::vector<Lit> Stepwise::clause_of(const Cube& cube) const {
  std::vector<Lit> clause;
  for (const Lit lit : cube) clause.push_back(~now(lit));
  return clause;
}

Lit Stepwise::level_literal(Level level) {
  while (level_literals_.size() <= static_cast<std::size_t>(level))
    level_literals_.push_back(Lit(solver_.new_var()));
  return level_literals_[static_cast<std::size_t>(level)];
}

Stepwise::Clause Stepwise::add(const Cube& cube, Level level) {
  std::vector<Lit> clause = clause_of(cube);
  if (levels_ == BradleyConfig::Levels::Layers) return {solver_.add_lemma(clause, level)};
  clause.push_back(~level_literal(level));
  solver_.add_clause(clause);
  return {};
}

void Stepwise::raise(const Clause& clause, const Cube& cube, Level level) {
  if (levels_ == BradleyConfig::Levels::Layers)
    solver_.raise_lemma(clause.id, level);
  else
    add(cube, level);
}

void Stepwise::remove(const Clause& clause) {
  if (levels_ == BradleyConfig::Levels::Layers) solver_.remove_lemma(clause.id);
}

bool Stepwise::intersects_initial(std::span<const Lit> cube) const {
  return fsis::intersects_initial(system_, positions_, cube);
}

}  // namespace cairn::bradley
