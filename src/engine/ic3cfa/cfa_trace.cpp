// SPDX-License-Identifier: MIT
//
// A counterexample from the regions that lead to the error location [Lan18, page 113]: a state of
// the first one, and for each move inputs that lead into the next. All states of a region have
// such inputs, so nothing has to be taken back.
#include <unordered_map>

#include "base/error.h"
#include "engine/ic3cfa/ic3cfa.h"

namespace cairn::ic3cfa {

CfaTrace Ic3Cfa::trace() {
  CAIRN_CHECK(violation_ != nullptr);
  // The answer is found: whatever time is left, these queries about single states are easy.
  const Budget enough;
  const Context context{context_.log, enough, context_.progress, context_.seed};
  const auto solver = make_smt_solver(config_.solver, terms_, context);
  CAIRN_CHECK(solver->check(violation_->cube) == SmtResult::Sat);
  CfaTrace result;
  for (const ProgramVariable& variable : cfa_.variables)
    result.initial.insert_or_assign(variable.term, solver->value(variable.term));

  Assignment state = result.initial;
  for (const BadRegion* region = violation_.get(); region != nullptr; region = region->next.get()) {
    const Move& move = moves_[region->move];
    std::unordered_map<std::uint32_t, Term> values;
    for (const auto& [variable, value] : state) values.emplace(variable.id, terms_.constant(value));
    std::vector<Term> queries{terms_.substitute(move.guard, values)};
    if (region->next != nullptr)
      for (const Term literal : region->next->cube)
        queries.push_back(terms_.substitute(moves_.image(region->move, literal), values));
    CAIRN_CHECK(solver->check(queries) == SmtResult::Sat);
    CfaTrace::Step step;
    step.edge = move.edge;
    for (const Term input : terms_.variables_of(queries))
      step.inputs.insert_or_assign(input, solver->value(input));
    CAIRN_CHECK(execute(terms_, *cfa_.edges[move.edge].command, step.inputs, state));
    result.steps.push_back(std::move(step));
  }
  return result;
}

}  // namespace cairn::ic3cfa
