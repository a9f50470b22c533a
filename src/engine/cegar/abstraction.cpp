// SPDX-License-Identifier: MIT
#include "engine/cegar/abstraction.h"

#include <algorithm>

#include "logic/word/substitution.h"

namespace cairn::cegar {

AbstractState PredicateAbstraction::state(std::vector<Term> conjuncts) const {
  std::sort(conjuncts.begin(), conjuncts.end());
  conjuncts.erase(std::unique(conjuncts.begin(), conjuncts.end()), conjuncts.end());
  const Term formula = terms_.and_all(conjuncts);
  return {std::move(conjuncts), formula};
}

/// The predicate at the end of the edge, in terms of its beginning.
Term PredicateAbstraction::after(const CfaMove& move, Term predicate) {
  const auto [found, is_new] = after_.try_emplace({predicate, move.edge});
  if (is_new) {
    Substitution::Map next;
    for (const auto& [variable, value] : move.effect.next) next.emplace(variable.id, value);
    found->second = terms_.substitute(predicate, next);
  }
  return found->second;
}

SmtResult PredicateAbstraction::ask(const AbstractState& from, const CfaMove& move, Term more) {
  std::vector<Term> assumptions = from.conjuncts;
  assumptions.push_back(move.effect.guard);
  assumptions.push_back(more);
  return solver_.check(assumptions);
}

void PredicateAbstraction::look_at_model(const CfaMove& move, const std::vector<Term>& predicates,
                                         Known& known) {
  for (const Term predicate : predicates)
    if (!known.verdicts.contains(predicate))
      known.seen[predicate] |=
          solver_.value(after(move, predicate)).as_bool() ? kTrueSeen : kFalseSeen;
}

bool PredicateAbstraction::find_feasible(const AbstractState& from, const CfaMove& move,
                                         const std::vector<Term>& predicates, Known& known) {
  const SmtResult result = ask(from, move, terms_.true_term());
  if (result == SmtResult::Unknown && budget_.exhausted()) return false;
  known.feasible = result != SmtResult::Unsat;
  if (result == SmtResult::Sat) look_at_model(move, predicates, known);
  return true;
}

/// What the solver does not know is not known to hold.
bool PredicateAbstraction::find_verdict(const AbstractState& from, const CfaMove& move,
                                        Term predicate, const std::vector<Term>& predicates,
                                        Known& known) {
  const Term later = after(move, predicate);
  const auto in_state = [&](Term conjunct) {
    return std::binary_search(from.conjuncts.begin(), from.conjuncts.end(), conjunct);
  };
  if (terms_.is_true(later) || in_state(later)) {
    known.verdicts[predicate] = predicate;
    return true;
  }
  if (terms_.is_false(later) || in_state(terms_.not_(later))) {
    known.verdicts[predicate] = terms_.not_(predicate);
    return true;
  }
  for (const bool holds : {true, false}) {
    if ((known.seen[predicate] & (holds ? kFalseSeen : kTrueSeen)) != 0) continue;
    const SmtResult result = ask(from, move, holds ? terms_.not_(later) : later);
    if (result == SmtResult::Unknown && budget_.exhausted()) return false;
    if (result == SmtResult::Unsat) {
      known.verdicts[predicate] = holds ? predicate : terms_.not_(predicate);
      return true;
    }
    if (result == SmtResult::Sat) look_at_model(move, predicates, known);
  }
  known.verdicts[predicate] = terms_.true_term();
  return true;
}

/// All combinations of the predicates' values.
bool PredicateAbstraction::find_cubes(const AbstractState& from, const CfaMove& move,
                                      const std::vector<Term>& predicates, Known& known) {
  if (known.cube_predicates != predicates.size()) {
    known.cubes.clear();
    known.cube_predicates = predicates.size();
    known.all_cubes = false;
  }
  if (known.all_cubes) return true;
  solver_.push();
  for (const Term cube : known.cubes) solver_.add(terms_.not_(after(move, cube)));
  SmtResult result = SmtResult::Sat;
  while (!budget_.exhausted() && (result = ask(from, move, terms_.true_term())) == SmtResult::Sat) {
    std::vector<Term> literals, later;
    for (const Term predicate : predicates) {
      const bool holds = solver_.value(after(move, predicate)).as_bool();
      literals.push_back(holds ? predicate : terms_.not_(predicate));
      later.push_back(after(move, literals.back()));
    }
    known.cubes.push_back(terms_.and_all(literals));
    solver_.add(terms_.not_(terms_.and_all(later)));
  }
  solver_.pop();
  if (budget_.exhausted()) return false;
  // What the solver leaves open may be any state.
  if (result == SmtResult::Unknown) known.cubes = {terms_.true_term()};
  known.all_cubes = true;
  return true;
}

std::optional<AbstractState> PredicateAbstraction::post(const AbstractState& from,
                                                        const CfaMove& move,
                                                        const std::vector<Term>& predicates) {
  Known& known = known_[{from.formula, move.edge}];
  if (!known.feasible && !find_feasible(from, move, predicates, known)) return std::nullopt;
  if (!*known.feasible) return AbstractState{{terms_.false_term()}, terms_.false_term()};
  if (kind_ == CegarConfig::Abstraction::Boolean) {
    if (!find_cubes(from, move, predicates, known)) return std::nullopt;
    return state({terms_.or_all(known.cubes)});
  }
  std::vector<Term> conjuncts;
  for (const Term predicate : predicates) {
    if (!known.verdicts.contains(predicate) &&
        (budget_.exhausted() || !find_verdict(from, move, predicate, predicates, known)))
      return std::nullopt;
    const Term verdict = known.verdicts.at(predicate);
    if (!terms_.is_true(verdict)) conjuncts.push_back(verdict);
  }
  return state(std::move(conjuncts));
}

std::optional<bool> PredicateAbstraction::implies(const AbstractState& from, Term formula) {
  if (terms_.is_true(formula)) return true;
  std::vector<Term> assumptions = from.conjuncts;
  assumptions.push_back(terms_.not_(formula));
  const SmtResult result = solver_.check(assumptions);
  if (result == SmtResult::Unknown && budget_.exhausted()) return std::nullopt;
  return result == SmtResult::Unsat;
}

}  // namespace cairn::cegar
