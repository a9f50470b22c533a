// SPDX-License-Identifier: MIT
#include "transform/word/free_states.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "transform/word/system_terms.h"

namespace cairn {
namespace {

/// Initial values of the states, each over no other of them. They may read one another, without a
/// cycle.
std::unordered_map<std::uint32_t, Term> resolved_inits(Terms& terms,
                                                       const std::vector<WordState>& states) {
  std::unordered_map<std::uint32_t, Term> init, resolved;
  for (const WordState& state : states) init.emplace(state.term.id, state.init);
  std::vector<Term> stack;
  for (const WordState& state : states) stack.push_back(state.term);
  while (!stack.empty()) {
    const Term variable = stack.back();
    if (resolved.contains(variable.id)) {
      stack.pop_back();
      continue;
    }
    const Term value = init.at(variable.id);
    const std::size_t size = stack.size();
    for (const Term other : terms.variables_of(std::span(&value, 1)))
      if (init.contains(other.id) && !resolved.contains(other.id)) stack.push_back(other);
    if (stack.size() == size) resolved.emplace(variable.id, terms.substitute(value, resolved));
  }
  return resolved;
}

}  // namespace

WordSystem FreeStates::apply(WordSystem system) {
  WordSystem result = system;
  Terms& terms = *system.terms;
  std::vector<WordState> initialised;
  std::erase_if(result.states, [&](const WordState& state) {
    if (state.next.valid()) return false;
    if (state.init.valid()) {
      initialised.push_back(state);
      return true;
    }
    result.inputs.push_back(state.term);
    back_.set_image(state.term, state.term);
    ++inputs_;
    return true;
  });
  if (!initialised.empty()) {
    const WordState first{terms.variable("first", Sort::boolean()), terms.true_term(),
                          terms.false_term()};
    back_.add_auxiliary(first);
    const auto inits = resolved_inits(terms, initialised);
    TermTable in_step(terms), in_init(terms);
    for (const WordState& state : initialised) {
      const Term later = terms.variable(terms.name(state.term), terms.sort(state.term));
      const Term init = inits.at(state.term.id);
      in_step.set(state.term, terms.ite(first.term, init, later));
      in_init.set(state.term, init);
      result.inputs.push_back(later);
      back_.set_image(state.term, later);
      back_.add_variable(later, state.term);
      back_.add_fact(terms.implies(first.term, terms.equal(state.term, state.init)));
      ++initialised_;
    }
    for (WordState& state : result.states) {
      if (state.init.valid()) state.init = in_init(state.init);
      state.next = in_step(state.next);
    }
    for (Term& bad : result.bad) bad = in_step(bad);
    for (Term& constraint : result.constraints) constraint = in_step(constraint);
    result.states.push_back(first);
  }
  back_.finish(system, result);
  return result;
}

void FreeStates::visit_counters(const CounterVisitor& visit) const {
  visit("free-states.inputs", inputs_);
  visit("free-states.initialised", initialised_);
}

}  // namespace cairn
