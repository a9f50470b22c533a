// SPDX-License-Identifier: MIT
#include "transform/word/equal_states.h"

#include <unordered_map>

#include "transform/word/system_terms.h"
#include "transform/word/term_classes.h"

namespace cairn {

WordSystem EqualStates::apply(WordSystem system) {
  Terms& terms = *system.terms;
  const TermClasses classes(system);
  // The head of a class: if the initial values of others are its variable, its own must not be
  // theirs. Only a head can be without initial value.
  std::unordered_map<std::uint32_t, Term> heads;
  for (const WordState& state : system.states) {
    if (!state.next.valid()) continue;
    Term& head = heads.try_emplace(classes.class_of(state.term), state.term).first->second;
    if (classes.init_depth(state.term) < classes.init_depth(head)) head = state.term;
  }
  WordSystem result = system;
  TermTable images(terms);
  std::erase_if(result.states, [&](const WordState& state) {
    if (!state.next.valid()) return false;
    Term head = heads.at(classes.class_of(state.term));
    if (head == state.term) return false;
    const bool opposite = classes.phase_of(state.term) != classes.phase_of(head);
    if (opposite) head = terms.make(terms.sort(head).is_bool() ? Op::Not : Op::BvNot, {head});
    images.set(state.term, head);
    back_.add_fact(terms.equal(state.term, head));
    ++(opposite ? opposite_ : equal_);
    return true;
  });
  if (equal_ + opposite_ == 0) return system;
  map_functions(result, images);
  return result;
}

void EqualStates::visit_counters(const CounterVisitor& visit) const {
  visit("equal-states.equal", equal_);
  visit("equal-states.opposite", opposite_);
}

}  // namespace cairn
