// SPDX-License-Identifier: MIT
#include "run/words/lemmas.h"

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "format/btor2/btor2_certificate.h"
#include "format/btor2/btor2_reader.h"
#include "logic/word/substitution.h"
#include "model/word_simulate.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

/// Operands of a disjunction, however it is nested.
std::vector<Term> disjuncts_of(const Terms& terms, Term term) {
  std::vector<Term> result, stack{term};
  std::unordered_set<Term> seen;
  while (!stack.empty()) {
    const Term next = stack.back();
    stack.pop_back();
    if (!seen.insert(next).second) continue;
    if (terms.op(next) != Op::Or) {
      result.push_back(next);
      continue;
    }
    for (const Term operand : terms.operands(next)) stack.push_back(operand);
  }
  std::sort(result.begin(), result.end());
  return result;
}

class InvariantCheck {
 public:
  InvariantCheck(const WordSystem& system, const Context& context)
      : system_(system), terms_(*system.terms), context_(context) {
    Substitution::Map first;
    for (const std::uint32_t position : init_order(system)) {
      const WordState& state = system.states[position];
      if (!state.init.valid()) continue;
      Term init =
          terms_.is_value(state.init) ? state.init : Substitution(terms_, first)(state.init);
      const Sort& sort = terms_.sort(state.term);
      if (sort != terms_.sort(init)) init = terms_.constant_array(sort, init);
      first.emplace(state.term.id, init);
    }
    first_ = std::move(first);
    for (const Term input : system.inputs) next_.emplace(input.id, primed(input));
    for (const WordState& state : system.states)
      next_.emplace(state.term.id, state.next.valid() ? state.next : primed(state.term));
  }

  std::vector<ProposedInvariant> run(const std::vector<Term>& proposed) {
    std::vector<ProposedInvariant> result;
    for (const Term term : proposed)
      result.push_back({term, ProposedInvariant::Status::Holds, {}, {}});
    for (ProposedInvariant& each : result) ask_initially(each);
    while (drop_one_round(result)) {
    }
    return result;
  }

 private:
  using Status = ProposedInvariant::Status;

  Term primed(Term variable) {
    return terms_.variable(terms_.name(variable) + "'", terms_.sort(variable));
  }

  /// Sat, with the values that show it; Unsat; or Unknown.
  SmtResult ask(const std::vector<Term>& query, Term goal, const Substitution::Map& step,
                ProposedInvariant& each) {
    const auto known = known_smt_solvers();
    const bool has_z3 = std::find(known.begin(), known.end(), "z3") != known.end();
    const auto solver = make_smt_solver(has_z3 ? "z3" : "arrays", terms_, context_);
    for (const Term term : query) solver->add(term);
    solver->add(terms_.not_(goal));
    const SmtResult result = solver->check();
    if (result != SmtResult::Sat) return result;
    // What the invariant reads now, and what it depends on afterwards.
    for (const Term variable : terms_.variables_of(std::vector<Term>{each.term, goal}))
      if (is_of_system(variable)) each.before.insert_or_assign(variable, solver->value(variable));
    for (const Term variable : terms_.variables_of(std::vector<Term>{each.term}))
      if (const auto place = step.find(variable.id); place != step.end())
        each.after.insert_or_assign(variable, solver->value(place->second));
    return result;
  }

  bool is_of_system(Term variable) const { return next_.contains(variable.id); }

  void ask_initially(ProposedInvariant& each) {
    Substitution first(terms_, first_);
    std::vector<Term> query;
    for (const Term constraint : system_.constraints) query.push_back(first(constraint));
    const SmtResult result = ask(query, first(each.term), first_, each);
    if (result == SmtResult::Sat) each.status = Status::FailsInitially;
    if (result == SmtResult::Unknown) each.status = Status::Undecided;
  }

  /// Whether one was dropped.
  bool drop_one_round(std::vector<ProposedInvariant>& all) {
    Substitution next(terms_, next_);
    std::vector<Term> query = system_.constraints;
    for (const Term constraint : system_.constraints) query.push_back(next(constraint));
    for (const ProposedInvariant& each : all)
      if (each.status == Status::Holds) query.push_back(each.term);
    bool dropped = false;
    for (ProposedInvariant& each : all) {
      if (each.status != Status::Holds) continue;
      const SmtResult result = ask(query, next(each.term), next_, each);
      if (result == SmtResult::Unsat) continue;
      each.status = result == SmtResult::Sat ? Status::NotInductive : Status::Undecided;
      dropped = true;
    }
    return dropped;
  }

  const WordSystem& system_;
  Terms& terms_;
  const Context& context_;
  Substitution::Map first_, next_;  // what states are in the first step, and one step later
};

}  // namespace

std::vector<Term> lemmas_of_certificate(const std::string& certificate, const WordModel& model) {
  Terms& terms = *model.system.terms;
  const Source source{"certificate", certificate};
  const Btor2Model read = read_btor2(source, model.system.terms);
  const WordMapping mapping = read_word_mapping(source, read, model);
  Substitution::Map names;
  for (std::size_t i = 0; i < mapping.inputs.size(); ++i)
    if (mapping.inputs[i])
      names.emplace(read.system.inputs[i].id, model.system.inputs[*mapping.inputs[i]]);
  for (std::size_t i = 0; i < mapping.states.size(); ++i)
    if (mapping.states[i])
      names.emplace(read.system.states[i].term.id, model.system.states[*mapping.states[i]].term);
  Substitution to_model(terms, names);
  std::unordered_set<Term> of_model;
  for (const Term bad : model.system.bad)
    for (const Term disjunct : disjuncts_of(terms, bad)) of_model.insert(disjunct);
  std::vector<Term> lemmas;
  for (const Term bad : read.system.bad)
    for (const Term disjunct : disjuncts_of(terms, to_model(bad)))
      if (!of_model.contains(disjunct)) lemmas.push_back(terms.not_(disjunct));
  return lemmas;
}

std::vector<ProposedInvariant> check_invariants(const WordSystem& system,
                                                const std::vector<Term>& proposed,
                                                const Context& context) {
  return InvariantCheck(system, context).run(proposed);
}

}  // namespace cairn
