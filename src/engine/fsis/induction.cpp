// SPDX-License-Identifier: MIT
#include "engine/fsis/induction.h"

#include <algorithm>

namespace cairn::fsis {

IncrementalSolver::Result ask_first_step(const BitSystem& system, const Budget& budget,
                                         BitTrace& trace) {
  UnrolledSolver first(system, Unroller::Start::Reset, budget);
  const int query =
      first.literal(first.unroller().aig().and_gate(first.bad_at(0), first.constrained_at(0)));
  const auto result = first.solver().solve(std::span(&query, 1));
  if (result == IncrementalSolver::Result::Satisfiable) trace = first.trace(0);
  return result;
}

bool intersects_initial(const BitSystem& system, const std::vector<std::uint32_t>& positions,
                        std::span<const Lit> cube) {
  return std::all_of(cube.begin(), cube.end(), [&](Lit lit) {
    const Latch& latch = system.latches[positions[lit.var().index]];
    return latch.is_uninitialised() || latch.reset == (kTrue ^ lit.negated());
  });
}

Induction::Induction(const BitSystem& system, const Budget& budget)
    : system_(system),
      budget_(budget),
      positions_(system.leaf_positions()),
      step_(system, Unroller::Start::Anywhere, budget) {
  for (const Latch& latch : system.latches) {
    now_.push_back(step_.literal(step_.unroller().at(Lit(latch.var), 0)));
    next_.push_back(step_.literal(step_.unroller().at(Lit(latch.var), 1)));
  }
  step_.solver().add_unit(step_.literal(step_.constrained_at(0)));
  step_.solver().add_unit(-step_.literal(step_.bad_at(0)));
  violated_ = step_.unroller().aig().and_gate(step_.bad_at(1), step_.constrained_at(1));
}

Induction::Result Induction::ask_cti() {
  const int query = step_.literal(violated_);
  return solve(std::span(&query, 1));
}

Induction::Result Induction::ask_consecution(std::span<const Lit> antecedent,
                                             std::span<const Lit> consequent) {
  if (guard_ != 0) step_.solver().add_unit(-guard_);  // the last antecedent is not assumed again
  guard_ = step_.literal(step_.unroller().aig().add_leaf());
  std::vector<int> clause{-guard_}, assumptions{guard_};
  for (const Lit lit : antecedent) clause.push_back(-now(lit));
  for (const Lit lit : consequent) assumptions.push_back(next(lit));
  step_.solver().add_clause(clause);
  return solve(assumptions);
}

std::vector<Lbool> Induction::inputs(std::uint32_t step) const {
  std::vector<Lbool> values;
  for (std::uint32_t i = 0; i < system_.inputs.size(); ++i)
    values.push_back(step_.value(step_.unroller().input_leaf(i, step)));
  return values;
}

void Induction::exclude(const Cube& cube) {
  Aig& aig = step_.unroller().aig();
  std::vector<Lit> all;
  for (const Lit lit : cube) all.push_back(step_.unroller().at(lit, 1));
  violated_ = aig.or_gate(violated_, aig.and_all(all));
  add_lemma(cube);
}

void Induction::add_lemma(const Cube& cube) {
  std::vector<int> clause;
  for (const Lit lit : cube) clause.push_back(-now(lit));
  step_.solver().add_clause(clause);
}

Cube Induction::cube_of(const std::vector<int>& literals) const {
  std::vector<Lit> lits;
  for (std::size_t i = 0; i < literals.size(); ++i)
    lits.push_back(Lit(system_.latches[i].var, !step_.solver().value(literals[i])));
  return Cube(std::move(lits));
}

int Induction::now(Lit latch) const {
  const int literal = now_[positions_[latch.var().index]];
  return latch.negated() ? -literal : literal;
}

int Induction::next(Lit latch) const {
  const int literal = next_[positions_[latch.var().index]];
  return latch.negated() ? -literal : literal;
}

}  // namespace cairn::fsis
