// SPDX-License-Identifier: MIT
#include "support/word_run.h"

#include "support/random_terms.h"

namespace cairn::test {

std::vector<Assignment> run_words(const WordSystem& system, const WordTrace& trace) {
  const Terms& terms = *system.terms;
  const auto value_in = [&](const Assignment& values, Term variable) {
    const auto found = values.find(variable);
    return found == values.end() ? Value::zero(terms.sort(variable)) : found->second;
  };
  std::vector<Assignment> steps;
  for (std::size_t k = 0; k < trace.length(); ++k) {
    Assignment now;
    for (const Term input : system.inputs) now.emplace(input, value_in(trace.inputs[k], input));
    for (const WordState& state : system.states) {
      const Term from = k == 0 ? state.init : state.next;
      if (from.valid())
        now.emplace(state.term, evaluate(terms, from, k == 0 ? now : steps[k - 1]));
      else
        now.emplace(state.term, value_in(k == 0 ? trace.initial : trace.inputs[k], state.term));
    }
    steps.push_back(std::move(now));
  }
  return steps;
}

WordTrace random_word_trace(Rng& rng, const WordSystem& system, std::size_t length) {
  const Terms& terms = *system.terms;
  const auto any = [&](Term variable) { return random_value(rng, terms.sort(variable)); };
  WordTrace trace;
  trace.inputs.resize(length);
  for (std::size_t k = 0; k < length; ++k) {
    for (const Term input : system.inputs) trace.inputs[k].emplace(input, any(input));
    for (const WordState& state : system.states) {
      if (k == 0 && !state.init.valid()) trace.initial.emplace(state.term, any(state.term));
      if (k > 0 && !state.next.valid()) trace.inputs[k].emplace(state.term, any(state.term));
    }
  }
  return trace;
}

}  // namespace cairn::test
