// SPDX-License-Identifier: MIT
#include "support/explicit_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/error.h"

namespace cairn::support {
namespace {

std::vector<Value> values_of(const Sort& sort) {
  if (sort.is_bool()) return {Value(false), Value(true)};
  std::vector<Value> result;
  if (!sort.is_array()) {
    CAIRN_CHECK(sort.is_bit_vector() && sort.width() <= 16);
    for (std::uint64_t i = 0; i < std::uint64_t{1} << sort.width(); ++i)
      result.emplace_back(BitVector(sort.width(), i));
    return result;
  }
  const std::vector<Value> elements = values_of(sort.element_sort());
  result = {Value::zero(sort)};
  for (const Value& index : values_of(sort.index_sort())) {
    std::vector<Value> more;
    for (const Value& array : result)
      for (const Value& element : elements) more.push_back(array.store(index, element));
    result = std::move(more);
  }
  return result;
}

/// Values of some variables as one number.
class Code {
 public:
  Code(const Terms& terms, const std::vector<Term>& variables) : variables_(variables) {
    for (const Term variable : variables) {
      values_.push_back(values_of(terms.sort(variable)));
      for (std::size_t i = 0; i < values_.back().size(); ++i)
        numbers_[variable].emplace(values_.back()[i], i);
      size_ *= values_.back().size();
      CAIRN_CHECK(size_ <= 1u << 16);
    }
  }

  std::size_t size() const { return size_; }
  const std::vector<Term>& variables() const { return variables_; }
  void decode(std::size_t number, Assignment& into) const {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      into.insert_or_assign(variables_[i], values_[i][number % values_[i].size()]);
      number /= values_[i].size();
    }
  }
  std::size_t encode(const std::vector<Value>& values) const {
    std::size_t number = 0;
    for (std::size_t i = variables_.size(); i-- > 0;)
      number = number * values_[i].size() + numbers_.at(variables_[i]).at(values[i]);
    return number;
  }

 private:
  std::vector<Term> variables_;
  std::vector<std::vector<Value>> values_;
  std::map<Term, std::map<Value, std::size_t>> numbers_;
  std::size_t size_ = 1;
};

std::vector<Term> moving_states(const WordSystem& system) {
  std::vector<Term> result;
  for (const WordState& state : system.states)
    if (state.next.valid()) result.push_back(state.term);
  return result;
}

/// What each step chooses: inputs, and states without a next-state term.
std::vector<Term> choices_of(const WordSystem& system) {
  std::vector<Term> result = system.inputs;
  for (const WordState& state : system.states)
    if (!state.next.valid()) result.push_back(state.term);
  return result;
}

}  // namespace

/// A step is a number: that of its state times the number of choices, plus that of the choice.
class ExplicitWords::Table {
 public:
  struct Step {
    bool initial, constrained, holds;  // holds: all of `conjuncts`
    std::vector<bool> bad;
    std::uint32_t next;  // state
  };

  Table(const WordSystem& system, const std::vector<Term>& conjuncts)
      : states_(*system.terms, moving_states(system)), choices_(*system.terms, choices_of(system)) {
    CAIRN_CHECK(states_.size() * choices_.size() <= 1u << 16);
    for (std::uint32_t step = 0; step < states_.size() * choices_.size(); ++step)
      steps_.push_back(look_at(system, conjuncts, step));
  }

  std::uint32_t num_states() const { return static_cast<std::uint32_t>(states_.size()); }
  std::uint32_t num_choices() const { return static_cast<std::uint32_t>(choices_.size()); }
  std::uint32_t num_steps() const { return static_cast<std::uint32_t>(steps_.size()); }
  const Step& operator[](std::uint32_t step) const { return steps_[step]; }
  std::uint32_t state_of(std::uint32_t step) const { return step / num_choices(); }
  Assignment values(std::uint32_t step) const {
    Assignment result;
    states_.decode(step / num_choices(), result);
    choices_.decode(step % num_choices(), result);
    return result;
  }

 private:
  Step look_at(const WordSystem& system, const std::vector<Term>& conjuncts,
               std::uint32_t number) const {
    const Assignment values = this->values(number);
    Evaluator value_of(*system.terms, values);
    const auto holds = [&](Term term) { return value_of(term).as_bool(); };
    Step step{true,
              std::all_of(system.constraints.begin(), system.constraints.end(), holds),
              std::all_of(conjuncts.begin(), conjuncts.end(), holds),
              {},
              0};
    for (const Term bad : system.bad) step.bad.push_back(holds(bad));
    std::vector<Value> next;
    for (const WordState& state : system.states) {
      if (state.init.valid() && !(value_of(state.init) == values.at(state.term)))
        step.initial = false;
      if (state.next.valid()) next.push_back(value_of(state.next));
    }
    step.next = static_cast<std::uint32_t>(states_.encode(next));
    return step;
  }

  Code states_, choices_;
  std::vector<Step> steps_;
};

ExplicitWords::ExplicitWords(const WordSystem& system)
    : system_(system),
      table_(std::make_shared<const Table>(system, std::vector<Term>{})),
      origins_(table_->num_states()),
      reached_(table_->num_states(), false),
      distances_(system.bad.size()),
      last_(system.bad.size()) {
  explore();
}

void ExplicitWords::explore() {
  std::vector<std::uint32_t> layer, next_layer;  // steps
  for (std::uint32_t step = 0; step < table_->num_steps(); ++step)
    if ((*table_)[step].initial && (*table_)[step].constrained) layer.push_back(step);
  for (std::uint32_t depth = 0; !layer.empty(); ++depth) {
    next_layer.clear();
    for (const std::uint32_t number : layer) {
      const Table::Step& step = (*table_)[number];
      for (std::size_t bad = 0; bad < step.bad.size(); ++bad) {
        if (!step.bad[bad] || distances_[bad]) continue;
        distances_[bad] = depth;
        last_[bad] = {number, depth == 0};
      }
      if (reached_[step.next]) continue;
      reached_[step.next] = true;
      origins_[step.next] = {number, depth == 0};
      for (std::uint32_t choice = 0; choice < table_->num_choices(); ++choice) {
        const std::uint32_t successor = step.next * table_->num_choices() + choice;
        if ((*table_)[successor].constrained) next_layer.push_back(successor);
      }
    }
    layer.swap(next_layer);
  }
}

bool ExplicitWords::safe() const {
  return std::none_of(distances_.begin(), distances_.end(),
                      [](const auto& distance) { return distance.has_value(); });
}

std::size_t ExplicitWords::num_reachable_states() const {
  std::set<std::uint32_t> states;
  for (std::uint32_t step = 0; step < table_->num_steps(); ++step)
    if ((*table_)[step].constrained &&
        ((*table_)[step].initial || reached_[table_->state_of(step)]))
      states.insert(table_->state_of(step));
  return states.size();
}

WordTrace ExplicitWords::trace(std::size_t bad) const {
  std::vector<std::uint32_t> steps;
  for (Origin at = last_[bad];; at = origins_[table_->state_of(at.step)]) {
    steps.push_back(at.step);
    if (at.initial) break;
  }
  std::reverse(steps.begin(), steps.end());
  WordTrace result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Assignment values = table_->values(steps[i]);
    Assignment& inputs = result.inputs.emplace_back();
    for (const Term input : system_.inputs) inputs.emplace(input, values.at(input));
    for (const WordState& state : system_.states) {
      if (i == 0 && !state.init.valid()) result.initial.emplace(state.term, values.at(state.term));
      if (i != 0 && !state.next.valid()) inputs.emplace(state.term, values.at(state.term));
    }
  }
  return result;
}

Term ExplicitWords::step_term(std::uint32_t step) const {
  Terms& terms = *system_.terms;
  std::vector<Term> parts;
  const Assignment values = table_->values(step);
  for (const WordState& state : system_.states)
    parts.push_back(terms.equal(state.term, terms.constant(values.at(state.term))));
  for (const Term input : system_.inputs)
    parts.push_back(terms.equal(input, terms.constant(values.at(input))));
  return terms.and_all(parts);
}

WordInvariant ExplicitWords::reachable_steps() const {
  std::vector<Term> steps;
  for (std::uint32_t step = 0; step < table_->num_steps(); ++step)
    if ((*table_)[step].constrained &&
        ((*table_)[step].initial || reached_[table_->state_of(step)]))
      steps.push_back(step_term(step));
  WordInvariant invariant;
  invariant.conjuncts = {system_.terms->or_all(steps)};
  return invariant;
}

std::string check_invariant_by_steps(const WordSystem& system, const WordInvariant& invariant) {
  CAIRN_CHECK(invariant.k == 1);
  WordSystem extended = system;
  extended.states.insert(extended.states.end(), invariant.auxiliary.begin(),
                         invariant.auxiliary.end());
  std::set<Term> known(extended.inputs.begin(), extended.inputs.end());
  for (const WordState& state : extended.states) known.insert(state.term);
  for (const Term variable : system.terms->variables_of(invariant.conjuncts))
    if (!known.contains(variable)) return "reads " + system.terms->name(variable);
  const ExplicitWords::Table table(extended, invariant.conjuncts);
  const auto is_good = [&](std::uint32_t step) {
    return table[step].holds && std::none_of(table[step].bad.begin(), table[step].bad.end(),
                                             [](bool bad) { return bad; });
  };
  for (std::uint32_t step = 0; step < table.num_steps(); ++step) {
    if (!table[step].constrained) continue;
    if (table[step].initial && !is_good(step)) return "does not hold in the first step";
    if (!is_good(step)) continue;
    for (std::uint32_t choice = 0; choice < table.num_choices(); ++choice) {
      const std::uint32_t successor = table[step].next * table.num_choices() + choice;
      if (table[successor].constrained && !is_good(successor)) return "is not inductive";
    }
  }
  return "";
}

std::string check_trace_by_evaluation(const WordSystem& system, const WordTrace& trace,
                                      std::size_t bad) {
  const Terms& terms = *system.terms;
  std::set<Term> states, inputs(system.inputs.begin(), system.inputs.end());
  for (const WordState& state : system.states) {
    states.insert(state.term);
    if (!state.next.valid()) inputs.insert(state.term);
  }
  for (const auto& [variable, value] : trace.initial)
    if (!states.contains(variable)) return "an initial value of " + terms.name(variable);
  if (trace.length() == 0) return "no step";
  Assignment now = trace.initial;
  for (std::size_t i = 0; i < trace.length(); ++i) {
    for (const auto& [variable, value] : trace.inputs[i])
      if (!inputs.contains(variable)) return "a value of " + terms.name(variable);
    now.insert(trace.inputs[i].begin(), trace.inputs[i].end());
    // As often as the longest chain of initial values that read each other may need.
    for (std::size_t round = 0; i == 0 && round <= system.states.size(); ++round)
      for (const WordState& state : system.states)
        if (state.init.valid()) now.insert_or_assign(state.term, evaluate(terms, state.init, now));
    Evaluator value_of(terms, now);
    for (const Term constraint : system.constraints)
      if (!value_of(constraint).as_bool()) return fmt::format("a constraint fails in step {}", i);
    if (i + 1 == trace.length() && !value_of(system.bad[bad]).as_bool()) return "not bad";
    Assignment next;
    for (const WordState& state : system.states)
      if (state.next.valid()) next.emplace(state.term, value_of(state.next));
    now = std::move(next);
  }
  return "";
}

}  // namespace cairn::support
