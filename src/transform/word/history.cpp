// SPDX-License-Identifier: MIT
#include "transform/word/history.h"

#include <fmt/format.h>

#include "logic/word/substitution.h"

namespace cairn {

WordInvariant with_history(const WordSystem& system, WordInvariant invariant) {
  if (invariant.k <= 1) return invariant;
  Terms& terms = *system.terms;
  // What holds in every step, this one included.
  std::vector<Term> always = invariant.conjuncts;
  for (const Term bad : system.bad) always.push_back(terms.not_(bad));
  always.insert(always.end(), system.constraints.begin(), system.constraints.end());

  Substitution::Map later;                 // the variables in the step after, by handle
  Term later_is_step = terms.true_term();  // whether there was such a step
  const auto keep = [&](Term variable, Substitution::Map& now, std::uint32_t age) {
    const Term copy =
        terms.variable(fmt::format("{}_{}_ago", terms.name(variable), age), terms.sort(variable));
    const auto found = later.find(variable.id);
    invariant.auxiliary.push_back({copy, kNoTerm, found == later.end() ? variable : found->second});
    now.emplace(variable.id, copy);
  };
  for (std::uint32_t age = 1; age < invariant.k; ++age) {
    Substitution::Map now;
    for (const WordState& state : system.states) keep(state.term, now, age);
    for (const Term input : system.inputs) keep(input, now, age);
    const Term is_step = terms.variable(fmt::format("step_{}_ago", age), Sort::boolean());
    invariant.auxiliary.push_back({is_step, terms.false_term(), later_is_step});
    Substitution to_now(terms, now), to_later(terms, later);
    const Term begins = terms.and_(later_is_step, terms.not_(is_step));
    invariant.conjuncts.push_back(terms.implies(is_step, later_is_step));
    for (const Term term : always)
      invariant.conjuncts.push_back(terms.implies(is_step, to_now(term)));
    for (const WordState& state : system.states) {
      const Term value = to_later(state.term);
      if (state.next.valid())
        invariant.conjuncts.push_back(
            terms.implies(is_step, terms.equal(value, to_now(state.next))));
      if (state.init.valid())
        invariant.conjuncts.push_back(
            terms.implies(begins, terms.equal(value, to_later(state.init))));
    }
    later = std::move(now);
    later_is_step = is_step;
  }
  invariant.k = 1;
  return invariant;
}

}  // namespace cairn
