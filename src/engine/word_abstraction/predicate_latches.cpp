// SPDX-License-Identifier: MIT
#include "engine/word_abstraction/predicate_latches.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace cairn::word {

PredicateLatches::PredicateLatches(WordTransition& transition, const IaConfig& config)
    : transition_(transition), first_(transition.terms().variable("first", Sort::boolean())) {
  const Terms& terms = transition.terms();
  for (const WordState& state : transition.system().states) {
    const Sort sort = terms.sort(state.term);
    if (sort.is_bool() || transition.is_control(state.term) ||
        (sort.is_bit_vector() && sort.width() < config.width))
      kept_.insert(state.term);
  }
  if (config.predicates == FirstPredicates::None) return;
  std::vector<Term> formulas = transition.init();
  formulas.push_back(transition.bad());
  if (config.predicates == FirstPredicates::All)
    for (const WordState& state : transition.system().states) formulas.push_back(state.next);
  add(atoms_of(transition, formulas));
}

/// Of what is kept alone a predicate would say nothing new.
bool PredicateLatches::is_over_kept(Term formula) const {
  const auto states = transition_.states_of(formula);
  return std::all_of(states.begin(), states.end(), [&](Term state) { return is_kept(state); });
}

std::size_t PredicateLatches::add(const TermCube& literals) {
  Terms& terms = transition_.terms();
  const std::size_t before = size();
  for (Term formula : literals) {
    if (terms.op(formula) == Op::Not) formula = terms.operands(formula)[0];
    if (is_over_kept(formula) || !known_.insert(formula).second) continue;
    predicates_.push_back(
        {formula, terms.variable(fmt::format("predicate{}", size()), Sort::boolean())});
  }
  return size() - before;
}

/// What holds of all words in the first step, where latches don't say it.
Term PredicateLatches::in_first_step() const {
  Terms& terms = transition_.terms();
  std::vector<Term> values;
  for (const WordState& state : transition_.system().states)
    if (state.init.valid() && !(is_kept(state.term) && terms.is_value(state.init)))
      values.push_back(terms.equal(state.term, state.init));
  return terms.implies(first_, terms.and_all(values));
}

WordSystem PredicateLatches::make() const {
  const WordSystem& system = transition_.system();
  Terms& terms = transition_.terms();
  WordSystem result;
  result.terms = system.terms;
  result.inputs = system.inputs;
  for (const WordState& state : system.states) {
    const bool constant = state.init.valid() && terms.is_value(state.init);
    if (is_kept(state.term))
      result.states.push_back({state.term, constant ? state.init : kNoTerm, state.next});
    else
      result.inputs.push_back(state.term);
  }
  result.states.push_back({first_, terms.true_term(), terms.false_term()});
  result.bad = system.bad;
  result.constraints = system.constraints;
  result.constraints.push_back(in_first_step());
  // New ones come last, so that latches keep their numbers.
  for (const Predicate& predicate : predicates_) {
    result.states.push_back({predicate.latch, kNoTerm, transition_.next(predicate.formula)});
    result.constraints.push_back(terms.equal(predicate.latch, predicate.formula));
  }
  return result;
}

/// Makes the conjuncts those of later steps, which are inductive by themselves, if constants show
/// that they hold in the first step, too.
bool PredicateLatches::holds_at_first(std::vector<Term>& conjuncts) const {
  Terms& terms = transition_.terms();
  std::unordered_map<std::uint32_t, Term> later{{first_.id, terms.false_term()}}, values;
  for (const WordState& state : transition_.system().states)
    if (state.init.valid() && terms.is_value(state.init)) values[state.term.id] = state.init;
  std::vector<Term> found;
  for (const Term conjunct : conjuncts) {
    found.push_back(terms.substitute(conjunct, later));
    if (!terms.is_true(terms.substitute(found.back(), values))) return false;
  }
  conjuncts = std::move(found);
  return true;
}

WordInvariant PredicateLatches::concretize(WordInvariant invariant) const {
  Terms& terms = transition_.terms();
  std::unordered_map<std::uint32_t, Term> meaning;
  for (const Predicate& predicate : predicates_) meaning[predicate.latch.id] = predicate.formula;
  std::vector<Term> formulas;
  for (Term& conjunct : invariant.conjuncts)
    formulas.push_back(conjunct = terms.substitute(conjunct, meaning));
  for (WordState& state : invariant.auxiliary) {
    if (state.init.valid()) formulas.push_back(state.init = terms.substitute(state.init, meaning));
    if (state.next.valid()) formulas.push_back(state.next = terms.substitute(state.next, meaning));
  }
  const std::vector<Term> variables = terms.variables_of(formulas);
  if (std::find(variables.begin(), variables.end(), first_) == variables.end() && invariant.k == 1)
    return invariant;
  if (invariant.k == 1 && invariant.auxiliary.empty() && holds_at_first(invariant.conjuncts))
    return invariant;
  invariant.auxiliary.push_back({first_, terms.true_term(), terms.false_term()});
  invariant.conjuncts.push_back(in_first_step());
  return invariant;
}

}  // namespace cairn::word
