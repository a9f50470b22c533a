// SPDX-License-Identifier: MIT
#include "engine/word/predicates.h"

#include <utility>

namespace cairn::word {

PredicateDomain::PredicateDomain(const WordTransition& transition, FirstPredicates first)
    : transition_(transition) {
  if (first == FirstPredicates::None) return;
  std::vector<Term> formulas = transition.init();
  formulas.push_back(transition.bad());
  if (first == FirstPredicates::All)
    for (const WordState& state : transition.system().states) formulas.push_back(state.next);
  add(atoms_of(transition, formulas));
}

std::size_t PredicateDomain::add(const TermCube& literals) {
  const Terms& terms = transition_.terms();
  const std::size_t before = size();
  for (Term predicate : literals) {
    if (terms.op(predicate) == Op::Not) predicate = terms.operands(predicate)[0];
    if (terms.is_value(predicate) || transition_.is_control_literal(predicate)) continue;
    if (known_.insert(predicate).second) predicates_.push_back(predicate);
  }
  return size() - before;
}

TermCube PredicateDomain::abstraction(const Assignment& state) const {
  Terms& terms = transition_.terms();
  Evaluator value_of(terms, state);
  std::vector<Term> literals;
  for (const WordState& each : transition_.system().states)
    if (transition_.is_control(each.term))
      literals.push_back(terms.equal(each.term, terms.constant(value_of(each.term))));
  for (const Term predicate : predicates_)
    literals.push_back(value_of(predicate).as_bool() ? predicate : terms.not_(predicate));
  return make_cube(std::move(literals));
}

}  // namespace cairn::word
