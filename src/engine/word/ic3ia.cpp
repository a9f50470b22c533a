// SPDX-License-Identifier: MIT
#include "engine/word/ic3ia.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/error.h"

namespace cairn::word {
namespace {

using Map = std::unordered_map<std::uint32_t, Term>;

std::vector<const WordPath*> steps_of(const WordPath& path) {
  std::vector<const WordPath*> steps;
  for (const WordPath* step = &path; step != nullptr; step = step->next.get())
    steps.push_back(step);
  return steps;
}

bool holds(const Terms& terms, const TermCube& cube, const Assignment& state) {
  Evaluator value_of(terms, state);
  return std::all_of(cube.begin(), cube.end(),
                     [&](Term literal) { return value_of(literal).as_bool(); });
}

}  // namespace

Ic3ia::Ic3ia(const WordSystem& system, const Ic3iaConfig& config, const Context& context)
    : WordIc3("ic3ia", system, config.common, context), own_config_(config) {
  if (!supported_) return;
  domain_ = std::make_unique<PredicateDomain>(*transition_, config.predicates);
  stats_.predicates = domain_->size();
}

void Ic3ia::on_predecessor(const Assignment& model, const Path& next, Level level) {
  auto path = std::make_shared<WordPath>();
  path->model = model;
  path->next = next;
  path->depth = next ? next->depth + 1 : 0;
  path->cube = domain_->abstraction(model);
  const SmtResult lifted = lift(path->cube, goals(next, next ? next->cube : TermCube{}), model);
  if (lifted == SmtResult::Unknown) return;
  path->exact = lifted == SmtResult::Unsat;
  if (!path->exact) ++stats_.lift_failures;
  const SmtResult initial = frames_->ask_initial(path->cube);
  if (initial == SmtResult::Unknown) return;
  if (initial == SmtResult::Unsat) {
    ++stats_.ctis;
    oblige(path, level);
    return;
  }
  const Assignment first = frames_->model();
  WordTrace trace;
  switch (concretize(*path, trace)) {
    case SmtResult::Sat:
      conclude_unsafe(std::move(trace));
      return;
    case SmtResult::Unsat:
      refine(*path, first);
      return;
    case SmtResult::Unknown:
      return;
  }
}

// States become terms over the first ones and the inputs of each step. Control states that the cube
// fixes become constants, which leaves of the next-state terms what this path needs.
SmtResult Ic3ia::concretize(const WordPath& path, WordTrace& trace) {
  Terms& terms = transition_->terms();
  const WordSystem& system = transition_->system();
  std::vector<Term> formulas = transition_->init();
  std::vector<std::vector<Term>> inputs;
  Map now;
  for (const WordPath* step : steps_of(path)) {
    inputs.emplace_back();
    for (const Term input : system.inputs) {
      inputs.back().push_back(terms.variable(terms.name(input), terms.sort(input)));
      now[input.id] = inputs.back().back();
    }
    for (const Term literal : step->cube) formulas.push_back(terms.substitute(literal, now));
    for (const WordState& state : system.states) {
      const Term value = terms.constant(step->model.at(state.term));
      const Term literal = terms.equal(state.term, value);
      if (std::binary_search(step->cube.begin(), step->cube.end(), literal))
        now[state.term.id] = value;
    }
    formulas.push_back(terms.substitute(transition_->constraint(), now));
    if (!step->next) formulas.push_back(terms.substitute(transition_->bad(), now));
    Map after;
    for (const WordState& state : system.states)
      after[state.term.id] = terms.substitute(state.next, now);
    now = std::move(after);
  }
  const auto solver = new_solver();
  for (const Term formula : formulas) solver->add(formula);
  const SmtResult result = solver->check();
  if (result == SmtResult::Unknown) frames_->give_up(solver->reason());
  if (result != SmtResult::Sat) return result;
  for (const WordState& state : system.states)
    trace.initial.insert_or_assign(state.term, solver->value(state.term));
  for (const auto& copies : inputs) {
    trace.inputs.emplace_back();
    for (std::size_t i = 0; i < copies.size(); ++i)
      trace.inputs.back().insert_or_assign(system.inputs[i], solver->value(copies[i]));
  }
  return result;
}

void Ic3ia::refine(const WordPath& path, const Assignment& initial) {
  std::size_t found = 0;
  if (own_config_.refine == Ic3iaConfig::Refine::Interpolants) found = refine_by_interpolants(path);
  if (found == 0 && context_.budget.exhausted()) return;
  if (found == 0) found = refine_by_preconditions(path);
  if (found == 0) {
    conclude_unsafe(initial, &path);
    return;
  }
  ++stats_.spurious;
  ++stats_.refinements;
  stats_.predicates = domain_->size();
  context_.log.detail("ic3ia: {} predicates at level {}", domain_->size(), frames_->top());
  // Those that wait are abstract states of fewer predicates.
  forget_obligations();
}

// Backwards; `target` are states that all lead to a bad one.
std::size_t Ic3ia::refine_by_preconditions(const WordPath& path) {
  const auto steps = steps_of(path);
  TermCube target;
  std::size_t found = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const WordPath& step = *steps[i];
    if (found == 0 && step.exact) {
      target = step.cube;
      continue;
    }
    // Once predicates are new the next model may lead elsewhere.
    if (found > 0 && !holds(transition_->terms(), target, transition_->successor(step.model)))
      break;
    target = (*preimage_)(goals(step.next, target), step.model);
    found += domain_->add(target);
  }
  return found;
}

// I_0 = I, and I_(k+1) separates I_k and step k from the rest of the path.
std::size_t Ic3ia::refine_by_interpolants(const WordPath& path) {
  Terms& terms = transition_->terms();
  const WordSystem& system = transition_->system();
  const auto steps = steps_of(path);
  std::vector<Map> at(steps.size());
  for (Map& map : at) {
    for (const WordState& state : system.states)
      map[state.term.id] = terms.variable(terms.name(state.term), terms.sort(state.term));
    for (const Term input : system.inputs)
      map[input.id] = terms.variable(terms.name(input), terms.sort(input));
  }
  std::vector<Term> parts;  // by step: its cube, its constraint, and where it leads
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::vector<Term> part = steps[i]->cube;
    part.push_back(transition_->constraint());
    if (!steps[i]->next) part.push_back(transition_->bad());
    for (Term& term : part) term = terms.substitute(term, at[i]);
    if (steps[i]->next)
      for (const WordState& state : system.states)
        part.push_back(
            terms.equal(at[i + 1].at(state.term.id), terms.substitute(state.next, at[i])));
    parts.push_back(terms.and_all(part));
  }
  SmtConfig smt = config_.smt;
  smt.solver = own_config_.interpolator;
  const auto solver = make_smt_solver(smt, own_config_.interpolator, terms, context_, stats_.smt);
  Term before = terms.substitute(terms.and_all(transition_->init()), at[0]);
  std::size_t found = 0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const std::vector<Term> first{before, parts[i]};
    const auto separating = solver->interpolant(first, std::span(parts).subspan(i + 1));
    if (!separating) return found;
    before = *separating;
    Map back;
    for (const WordState& state : system.states) back[at[i + 1].at(state.term.id).id] = state.term;
    const Term formula = terms.substitute(before, back);
    if (terms.is_value(formula)) {
      if (terms.is_false(formula)) return found;
      continue;
    }
    const auto operands = terms.operands(formula);
    found += domain_->add(terms.op(formula) == Op::And ? TermCube(operands.begin(), operands.end())
                                                       : TermCube{formula});
  }
  return found;
}

void Ic3ia::add_own_statistics(Statistics& statistics) const {
  statistics.count("ic3ia.predicates", stats_.predicates);
  statistics.count("ic3ia.refinements", stats_.refinements);
  statistics.count("ic3ia.spurious", stats_.spurious);
  statistics.count("ic3ia.lift_failures", stats_.lift_failures);
}

}  // namespace cairn::word
