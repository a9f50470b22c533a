// SPDX-License-Identifier: MIT
#include "transform/word/way_back.h"

#include <algorithm>
#include <unordered_set>

#include "logic/word/substitution.h"

namespace cairn {

/// The values of what images depend on, step by step. What a trace says nothing of is zero.
class WayBack::Run {
 public:
  Run(const WayBack& back, const WordTrace& trace) : back_(back), trace_(trace) {}

  const Assignment& next_step() {
    Assignment now;
    for (const Term input : back_.read_inputs_) now.emplace(input, given(at(step_), input));
    if (step_ == 0)
      set_initial_states(now);
    else
      set_next_states(now);
    ++step_;
    values_ = std::move(now);
    return values_;
  }

 private:
  const Assignment& at(std::size_t step) const { return trace_.inputs[step]; }
  Value given(const Assignment& values, Term variable) const {
    const auto found = values.find(variable);
    return found == values.end() ? Value::zero(back_.terms_->sort(variable)) : found->second;
  }
  void set_initial_states(Assignment& now) const {
    for (const auto& [state, always] : back_.needed_)
      now.emplace(state.term, state.init.valid() ? evaluate(*back_.terms_, state.init, now)
                                                 : given(trace_.initial, state.term));
  }
  void set_next_states(Assignment& now) const {
    Evaluator value_of(*back_.terms_, values_);
    for (const auto& [state, always] : back_.needed_)
      if (always)
        now.emplace(state.term,
                    state.next.valid() ? value_of(state.next) : given(at(step_), state.term));
  }

  const WayBack& back_;
  const WordTrace& trace_;
  std::size_t step_ = 0;
  Assignment values_;
};

/// Orders depth first along what initial values read; there is no cycle.
void WayBack::order_by_init(const std::unordered_map<Term, Needed>& states) {
  std::vector<Term> all;
  for (const auto& [variable, state] : states) all.push_back(variable);
  std::sort(all.begin(), all.end());
  std::unordered_set<Term> done;
  std::vector<std::pair<Term, bool>> stack;
  for (const Term variable : all) stack.emplace_back(variable, false);
  while (!stack.empty()) {
    const auto [variable, entered] = stack.back();
    stack.pop_back();
    const auto found = states.find(variable);
    if (found == states.end() || done.contains(variable)) continue;
    const Term init = found->second.state.init;
    if (entered || !init.valid()) {
      done.insert(variable);
      needed_.push_back(found->second);
      continue;
    }
    stack.emplace_back(variable, true);
    for (const Term other : terms_->variables_of(std::span(&init, 1)))
      if (other != variable) stack.emplace_back(other, false);
  }
}

void WayBack::find_needed(const WordSystem& simplified) {
  std::unordered_map<Term, WordState> states;
  for (const WordState& state : simplified.states) states.emplace(state.term, state);
  std::unordered_map<Term, Needed> needed;
  std::unordered_set<Term> inputs;
  // First what is needed in all steps, through next-state terms and initial values, then what is
  // needed in the first step, through initial values.
  for (const bool always : {true, false}) {
    std::vector<Term> terms;
    for (const auto* group : {&inputs_, &free_, &initial_}) {
      if ((group == &initial_) == always) continue;
      for (const auto& [variable, image] : *group) terms.push_back(image);
    }
    while (!terms.empty()) {
      const std::vector<Term> variables = terms_->variables_of(terms);
      terms.clear();
      for (const Term variable : variables) {
        const auto state = states.find(variable);
        if (state == states.end()) {
          inputs.insert(variable);
        } else if (needed.try_emplace(variable, Needed{state->second, always}).second) {
          if (state->second.init.valid()) terms.push_back(state->second.init);
          if (always && state->second.next.valid()) terms.push_back(state->second.next);
        }
      }
    }
  }
  order_by_init(needed);
  read_inputs_.assign(inputs.begin(), inputs.end());
  std::sort(read_inputs_.begin(), read_inputs_.end());
}

void WayBack::finish(const WordSystem& original, const WordSystem& simplified) {
  terms_ = simplified.terms;
  if (images_.empty()) return;
  const std::unordered_map<Term, Term> images(images_.begin(), images_.end());
  const auto take = [&](Term variable, std::vector<Image>& into) {
    if (const auto image = images.find(variable); image != images.end()) into.push_back(*image);
  };
  for (const Term input : original.inputs) take(input, inputs_);
  for (const WordState& state : original.states) {
    if (!state.init.valid()) take(state.term, initial_);
    if (!state.next.valid()) take(state.term, free_);
  }
  find_needed(simplified);
}

WordInvariant WayBack::restore(WordInvariant invariant) const {
  if (!preimages_.empty()) {
    Substitution restored(*terms_, preimages_);
    for (Term& conjunct : invariant.conjuncts) conjunct = restored(conjunct);
    for (WordState& state : invariant.auxiliary)
      for (Term* term : {&state.init, &state.next})
        if (term->valid()) *term = restored(*term);
    for (WordProphecy& prophecy : invariant.prophecies)
      prophecy.predicted = restored(prophecy.predicted);
    for (WordDifference& difference : invariant.differences)
      difference.equality = restored(difference.equality);
  }
  invariant.conjuncts.insert(invariant.conjuncts.end(), facts_.begin(), facts_.end());
  invariant.auxiliary.insert(invariant.auxiliary.end(), auxiliary_.begin(), auxiliary_.end());
  return invariant;
}

WordTrace WayBack::restore(WordTrace trace) const {
  if (images_.empty() && preimages_.empty() && auxiliary_.empty()) return trace;
  WordTrace result = trace;
  Run run(*this, trace);
  const bool runs = !inputs_.empty() || !free_.empty();
  for (std::size_t i = 0; i < trace.length() && (runs || i == 0); ++i) {
    const Assignment& values = run.next_step();
    Evaluator value_of(*terms_, values);
    Assignment& inputs = result.inputs[i];
    // What images are made of keeps the value that they are made with, also if the trace leaves
    // it open.
    for (const Term input : read_inputs_) inputs.emplace(input, values.at(input));
    for (const auto& [state, always] : needed_) {
      if (i == 0 && !state.init.valid()) result.initial.emplace(state.term, values.at(state.term));
      if (i != 0 && always && !state.next.valid())
        inputs.emplace(state.term, values.at(state.term));
    }
    for (const auto& [variable, image] : inputs_)
      inputs.insert_or_assign(variable, value_of(image));
    for (const auto& [variable, image] : free_) {
      inputs.erase(variable);  // in the first step it is not beside the inputs
      if (i != 0) inputs.emplace(variable, value_of(image));
    }
    if (i == 0)
      for (const auto& [variable, image] : initial_)
        result.initial.insert_or_assign(variable, value_of(image));
  }
  for (const auto& [variable, preimage] : preimages_) {
    result.initial.erase(Term{variable});
    for (Assignment& inputs : result.inputs) inputs.erase(Term{variable});
  }
  for (const WordState& state : auxiliary_) result.initial.erase(state.term);
  return result;
}

}  // namespace cairn
