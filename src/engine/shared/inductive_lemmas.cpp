// SPDX-License-Identifier: MIT
#include "engine/shared/inductive_lemmas.h"

namespace cairn {

std::optional<Cube> latch_cube(const BitSystem& system, const SharedLemma& lemma) {
  std::vector<Lit> lits;
  bool excludes_initial = false;
  for (std::size_t i = 0; i < lemma.cube.size(); ++i) {
    const std::uint32_t position = lemma.cube[i] / 2;
    const bool is_set = lemma.cube[i] % 2 == 1;
    if (position >= system.latches.size()) return std::nullopt;
    if (i > 0 && position <= lemma.cube[i - 1] / 2) return std::nullopt;
    const Latch& latch = system.latches[position];
    lits.push_back(Lit(latch.var, !is_set));
    if (latch.has_constant_reset() && (latch.reset == kTrue) != is_set) excludes_initial = true;
  }
  if (!excludes_initial) return std::nullopt;
  return Cube(std::move(lits));
}

InductiveLemmas::InductiveLemmas(const BitSystem& system, const Budget& budget)
    : two_steps_(system, Unroller::Start::Anywhere, budget) {
  for (const Lit fact :
       {two_steps_.constrained_at(0), ~two_steps_.bad_at(0), two_steps_.constrained_at(1)})
    if (fact != kTrue) two_steps_.solver().add_unit(two_steps_.literal(fact));
}

std::vector<int> InductiveLemmas::outside(const Cube& cube) {
  std::vector<int> clause;
  for (const Lit lit : cube)
    clause.push_back(-two_steps_.literal(two_steps_.unroller().at(lit, 0)));
  return clause;
}

void InductiveLemmas::assume(const Cube& cube) {
  two_steps_.solver().add_clause(outside(cube));
}

bool InductiveLemmas::add(const Cube& cube) {
  constexpr int kConflicts = 1000;
  std::vector<int> inside;
  for (const Lit lit : cube) inside.push_back(two_steps_.literal(two_steps_.unroller().at(lit, 1)));
  two_steps_.solver().constrain(outside(cube));  // who can't is asked for a little more
  if (two_steps_.solver().solve(inside, kConflicts) != IncrementalSolver::Result::Unsatisfiable)
    return false;
  assume(cube);
  return true;
}

}  // namespace cairn
