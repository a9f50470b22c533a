// SPDX-License-Identifier: MIT
#include "model/word_simulate.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {
std::vector<std::uint32_t> init_order(const WordSystem& system) {
  const Terms& terms = *system.terms;
  std::unordered_map<Term, std::uint32_t> positions;
  for (std::uint32_t i = 0; i < system.states.size(); ++i)
    positions.emplace(system.states[i].term, i);
  // Kahn's algorithm. Most init terms are constants, and read nothing.
  std::vector<std::vector<std::uint32_t>> readers(system.states.size());
  std::vector<std::uint32_t> missing(system.states.size(), 0), order;
  for (std::uint32_t i = 0; i < system.states.size(); ++i) {
    const Term init = system.states[i].init;
    if (init.valid() && !terms.is_value(init))
      for (const Term variable : terms.variables_of(std::span(&init, 1)))
        if (const auto found = positions.find(variable); found != positions.end()) {
          readers[found->second].push_back(i);
          ++missing[i];
        }
  }
  for (std::uint32_t i = 0; i < missing.size(); ++i)
    if (missing[i] == 0) order.push_back(i);
  for (std::size_t done = 0; done < order.size(); ++done)
    for (const std::uint32_t reader : readers[order[done]])
      if (--missing[reader] == 0) order.push_back(reader);
  if (order.size() < system.states.size()) order.clear();
  return order;
}

WordSimulator::WordSimulator(const WordSystem& system, std::vector<Term> others)
    : system_(system), terms_(*system.terms), order_(init_order(system)) {
  CAIRN_CHECK(order_.size() == system.states.size());
  const std::vector<Term> roots = roots_of(system);
  others.insert(others.end(), roots.begin(), roots.end());
  add_roots(others);
}

void WordSimulator::add_roots(const std::vector<Term>& roots) {
  std::vector<Term> stack = roots, found;
  std::unordered_map<std::uint32_t, std::uint32_t>& places = places_;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!places.emplace(term.id, 0).second) continue;
    found.push_back(term);
    for (const Term operand : terms_.operands(term)) stack.push_back(operand);
  }
  std::sort(found.begin(), found.end());
  for (const Term term : found) {
    places[term.id] = static_cast<std::uint32_t>(nodes_.size());
    Node node{term, static_cast<std::uint32_t>(operands_.size()), 0};
    for (const Term operand : terms_.operands(term)) operands_.push_back(places.at(operand.id));
    node.count = static_cast<std::uint32_t>(operands_.size()) - node.first;
    nodes_.push_back(node);
  }
  values_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (terms_.is_value(nodes_[i].term)) values_[i] = terms_.value(nodes_[i].term);
}

void WordSimulator::set(Term variable, const Assignment& values) {
  const auto found = values.find(variable);
  variables_[variable] = found != values.end() ? found->second : Value::zero(terms_.sort(variable));
}

void WordSimulator::evaluate_all() {
  others_.clear();
  std::vector<Value> operands;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const Op op = terms_.op(node.term);
    if (op == Op::Value) continue;
    if (op == Op::Variable) {
      const auto found = variables_.find(node.term);
      values_[i] = found != variables_.end() ? found->second : Value::zero(terms_.sort(node.term));
      continue;
    }
    operands.clear();
    for (std::uint32_t k = 0; k < node.count; ++k)
      operands.push_back(values_[operands_[node.first + k]]);
    std::uint32_t parameters[2] = {};
    const unsigned count = parameter_count(op);
    for (unsigned k = 0; k < count; ++k) parameters[k] = terms_.parameter(node.term, k);
    values_[i] = apply(op, operands, std::span(parameters, count), terms_.sort(node.term));
  }
}

void WordSimulator::begin(const Assignment& initial, const Assignment& inputs) {
  variables_.clear();
  for (const Term input : system_.inputs) set(input, inputs);
  for (const std::uint32_t position : order_) {
    const WordState& state = system_.states[position];
    if (!state.init.valid())
      set(state.term, initial);
    else if (terms_.is_value(state.init))
      variables_[state.term] = terms_.sort(state.term) == terms_.sort(state.init)
                                   ? terms_.value(state.init)
                                   : Value::zero(terms_.sort(state.term));
    else
      variables_[state.term] = evaluate(terms_, state.init, variables_);
  }
  evaluate_all();
}

void WordSimulator::advance(const Assignment& inputs) {
  Assignment next;
  for (const WordState& state : system_.states)
    if (state.next.valid()) next.emplace(state.term, values_[places_.at(state.next.id)]);
  variables_ = std::move(next);
  for (const Term input : system_.inputs) set(input, inputs);
  for (const WordState& state : system_.states)
    if (!state.next.valid()) set(state.term, inputs);
  evaluate_all();
}

const Value& WordSimulator::value(Term term) {
  if (const auto found = places_.find(term.id); found != places_.end())
    return values_[found->second];
  for (const auto& [other, value] : others_)
    if (other == term) return value;
  return others_.emplace_back(term, evaluate(terms_, term, variables_)).second;
}

namespace {

void enter(WordSimulator& simulator, const WordTrace& trace, std::size_t step) {
  if (step == 0)
    simulator.begin(trace.initial, trace.inputs[0]);
  else
    simulator.advance(trace.inputs[step]);
}

}  // namespace

WordTrace up_to_bad(const WordSystem& system, WordTrace trace, std::optional<std::uint32_t> bad) {
  WordSimulator simulator(system);
  const auto is_bad = [&](Term term) { return simulator.is_true(term); };
  for (std::size_t step = 0; step < trace.length(); ++step) {
    enter(simulator, trace, step);
    if (!(bad ? is_bad(system.bad[*bad])
              : std::any_of(system.bad.begin(), system.bad.end(), is_bad)))
      continue;
    trace.inputs.resize(step + 1);
    break;
  }
  return trace;
}

WordReplay replay(const WordSystem& system, const WordTrace& trace, bool with_states) {
  WordReplay result;
  WordSimulator simulator(system);
  for (std::size_t step = 0; step < trace.length(); ++step) {
    enter(simulator, trace, step);
    for (std::size_t i = 0; i < system.constraints.size() && !result.violated; ++i)
      if (!simulator.is_true(system.constraints[i])) {
        result.violated = i;
        result.violated_step = step;
      }
    if (with_states) {
      Assignment& states = result.states.emplace_back();
      for (const WordState& state : system.states)
        states.emplace(state.term, simulator.value(state.term));
    }
    if (result.violated) break;
  }
  if (!result.violated && trace.length() > 0)
    for (std::uint32_t i = 0; i < system.bad.size(); ++i)
      if (simulator.is_true(system.bad[i])) result.bad.push_back(i);
  return result;
}

}  // namespace cairn
