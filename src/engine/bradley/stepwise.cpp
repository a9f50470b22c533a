// SPDX-License-Identifier: MIT
#include "engine/bradley/stepwise.h"

#include <algorithm>
#include <array>

#include "engine/fsis/induction.h"

namespace cairn::bradley {

Stepwise::Stepwise(const BitSystem& system, const BradleyConfig& config, const Budget& budget)
    : system_(system),
      levels_(config.levels),
      positions_(system.leaf_positions()),
      unroller_(system, Unroller::Start::Anywhere),
      roots_(unroll()),
      definitions_(define(config)) {
  solver_.set_budget(&budget);
  // All definitions come first: other variables are the solver's own.
  while (solver_.num_vars() < definitions_.num_vars()) solver_.new_var();
  definitions_.for_each(
      [&](Var owner, std::span<const Lit> clause) { solver_.add_definition(owner, clause); });
  for (const Lit lit : roots_.now) now_.push_back(definitions_.literal(lit));
  for (const Lit lit : roots_.next) next_.push_back(definitions_.literal(lit));
  const Lit constrained = definitions_.literal(roots_.constrained);
  const Lit not_bad = definitions_.literal(roots_.not_bad);
  violated_ = definitions_.literal(roots_.violated);
  solver_.add_clause(std::span(&constrained, 1));
  solver_.add_clause(std::span(&not_bad, 1));
  keep_state_in_models();
  for (const Latch& latch : system.latches)
    if (latch.has_constant_reset()) add(Cube({Lit(latch.var, latch.reset == kTrue)}), 0);
}

Stepwise::Roots Stepwise::unroll() {
  Roots roots;
  for (const Latch& latch : system_.latches) {
    roots.now.push_back(unroller_.at(Lit(latch.var), 0));
    roots.next.push_back(unroller_.at(Lit(latch.var), 1));
  }
  roots.constrained = all_at(system_.constraints, 0, false);
  roots.not_bad = all_at(system_.bad, 0, true);
  const Lit bad_after = ~all_at(system_.bad, 1, true);
  roots.violated = unroller_.aig().and_gate(bad_after, all_at(system_.constraints, 1, false));
  return roots;
}

Definitions Stepwise::define(const BradleyConfig& config) const {
  const Aig& aig = unroller_.aig();
  std::vector<Var> leaves;
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (!aig.is_and(Var{v})) leaves.push_back(Var{v});
  std::vector<Lit> roots = roots_.now;
  roots.insert(roots.end(), roots_.next.begin(), roots_.next.end());
  for (const Lit lit : {roots_.constrained, roots_.not_bad, roots_.violated}) roots.push_back(lit);
  return Definitions(
      aig, leaves, roots,
      DefinitionsOptions{.encoding = config.encoding, .eliminate = config.eliminate});
}

/// The solver's models leave out latches that a query does not depend on. States are whole here:
/// a clause that is never in the way makes them part of every query.
void Stepwise::keep_state_in_models() {
  const Lit free(solver_.new_var());
  for (const Lit latch : now_) solver_.add_clause(std::array{latch, free});
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
    const Lit image = leaf == kNoLit ? kNoLit : definitions_.known_literal(leaf);
    values.push_back(image == kNoLit ? Lbool::Undef : solver_.value(image));
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
