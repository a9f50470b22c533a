// SPDX-License-Identifier: MIT
#include "model/word_unroll.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

}  // namespace

WordUnroller::WordUnroller(const WordSystem& system, Start start)
    : system_(system), terms_(*system.terms), start_(start) {
  for (const Term input : system.inputs) variables_[input] = {Kind::Input, 0};
  for (std::uint32_t i = 0; i < system.states.size(); ++i)
    variables_[system.states[i].term] = {Kind::State, i};
}

std::uint32_t WordUnroller::position(Term term) {
  if (positions_.size() <= term.id) positions_.resize(terms_.size(), kNone);
  std::uint32_t& position = positions_[term.id];
  if (position == kNone) position = num_positions_++;
  return position;
}

Term& WordUnroller::slot(Term term, std::uint32_t step) {
  const std::uint32_t at = position(term);
  if (frames_.size() <= step) frames_.resize(step + 1);
  std::vector<Term>& frame = frames_[step];
  if (frame.size() <= at) frame.resize(std::max<std::size_t>(num_positions_, 2 * frame.size()));
  return frame[at];
}

WordUnroller::Variable WordUnroller::variable(Term term) const {
  const auto known = variables_.find(term);
  return known == variables_.end() ? Variable{} : known->second;
}

WordUnroller::Task WordUnroller::origin(Term term, std::uint32_t step) const {
  const Variable is = variable(term);
  if (is.kind != Kind::State) return {kNoTerm, step};
  const WordState& state = system_.states[is.position];
  if (step > 0) return {state.next, step - 1};
  return {start_ == Start::Initial ? state.init : kNoTerm, 0};
}

/// Requires that operands, or the origin of a variable, are there.
void WordUnroller::make(Term term, std::uint32_t step) {
  if (terms_.is_variable(term)) {
    const Task from = origin(term, step);
    const Term value =
        from.term.valid()
            ? slot(from.term, from.step)
            : terms_.variable(fmt::format("{}@{}", terms_.name(term), step), terms_.sort(term));
    slot(term, step) = value;
    return;
  }
  const auto parts = terms_.operands(term);
  operands_.clear();
  for (const Term part : parts) operands_.push_back(slot(part, step));
  if (std::equal(parts.begin(), parts.end(), operands_.begin())) {
    slot(term, step) = term;
    return;
  }
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(terms_.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(term, i);
  slot(term, step) =
      terms_.make(terms_.op(term), operands_, std::span(parameters, count), terms_.sort(term));
}

Term WordUnroller::at(Term term, std::uint32_t step) {
  tasks_.push_back({term, step});
  while (!tasks_.empty()) {
    const Task next = tasks_.back();
    if (slot(next.term, next.step).valid()) {
      tasks_.pop_back();
      continue;
    }
    const std::size_t before = tasks_.size();
    const auto need = [&](Term part, std::uint32_t when) {
      if (!slot(part, when).valid()) tasks_.push_back({part, when});
    };
    if (terms_.is_variable(next.term)) {
      const Task from = origin(next.term, next.step);
      if (from.term.valid()) need(from.term, from.step);
    } else {
      for (const Term part : terms_.operands(next.term)) need(part, next.step);
    }
    if (tasks_.size() != before) continue;
    tasks_.pop_back();
    make(next.term, next.step);
  }
  return slot(term, step);
}

Term WordUnroller::constrained_at(std::uint32_t step) {
  std::vector<Term> all;
  for (const Term constraint : system_.constraints) all.push_back(at(constraint, step));
  return terms_.and_all(all);
}

Term WordUnroller::bad_at(std::uint32_t step) {
  std::vector<Term> any;
  for (const Term bad : system_.bad) any.push_back(at(bad, step));
  return terms_.or_all(any);
}

Term WordUnroller::known(Term variable, std::uint32_t step) const {
  if (step >= frames_.size() || variable.id >= positions_.size()) return kNoTerm;
  const std::uint32_t position = positions_[variable.id];
  return position < frames_[step].size() ? frames_[step][position] : kNoTerm;
}

WordTrace WordUnroller::trace(std::uint32_t last, const std::function<Value(Term)>& value) {
  const auto value_of = [&](Term variable, std::uint32_t step) {
    const Term term = known(variable, step);
    return term.valid() ? value(term) : Value::zero(terms_.sort(variable));
  };
  WordTrace trace;
  for (const WordState& state : system_.states) {
    if (state.init.valid() && start_ == Start::Initial) at(state.term, 0);
    trace.initial.emplace(state.term, value_of(state.term, 0));
  }
  for (std::uint32_t step = 0; step <= last; ++step) {
    Assignment& values = trace.inputs.emplace_back();
    for (const Term input : system_.inputs) values.emplace(input, value_of(input, step));
    for (const WordState& state : system_.states)
      if (step > 0 && !state.next.valid()) values.emplace(state.term, value_of(state.term, step));
  }
  return trace;
}

}  // namespace cairn
