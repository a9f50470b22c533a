// SPDX-License-Identifier: MIT
#include "engine/word/transition.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn::word {
namespace {

bool is_junction(const Terms& terms, Term term) {
  switch (terms.op(term)) {
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Ite:
      return true;
    case Op::Equal:
      return terms.sort(terms.operands(term)[0]).is_bool();
    default:
      return false;
  }
}

/// All subterms, each once.
std::vector<Term> subterms(const Terms& terms, std::span<const Term> roots) {
  std::vector<Term> found(roots.begin(), roots.end());
  std::unordered_set<Term> seen(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Term operand : terms.operands(found[i]))
      if (seen.insert(operand).second) found.push_back(operand);
  return found;
}

}  // namespace

TermCube make_cube(std::vector<Term> literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  return literals;
}

bool subsumes(const TermCube& a, const TermCube& b) {
  return a.size() <= b.size() && std::includes(b.begin(), b.end(), a.begin(), a.end());
}

bool init_reads_inputs(const WordSystem& system) {
  std::vector<Term> init;
  for (const WordState& state : system.states)
    if (state.init.valid()) init.push_back(state.init);
  const std::unordered_set<Term> inputs(system.inputs.begin(), system.inputs.end());
  const auto variables = system.terms->variables_of(init);
  return std::any_of(variables.begin(), variables.end(),
                     [&](Term variable) { return inputs.contains(variable); });
}

WordTransition::WordTransition(const WordSystem& system)
    : system_(system), inputs_(system.inputs.begin(), system.inputs.end()) {
  CAIRN_CHECK(!init_reads_inputs(system));
  for (const WordState& state : system.states) {
    // A state without a next value may become anything; no model that Cairn reads has one.
    CAIRN_CHECK(state.next.valid());
    next_map_[state.term.id] = state.next;
    if (!state.init.valid()) continue;
    init_.push_back(terms().equal(state.term, state.init));
    if (terms().is_value(state.init)) init_map_[state.term.id] = state.init;
  }
  constraint_ = terms().and_all(system.constraints);
  bad_ = terms().or_all(system.bad);
  find_control();
}

void WordTransition::find_control() {
  for (const WordState& state : system_.states) {
    std::vector<Term> leaves{state.next};
    std::unordered_set<Term> seen{state.next};
    bool steers = !terms().sort(state.term).is_array() && init_map_.contains(state.term.id);
    for (std::size_t i = 0; i < leaves.size() && steers; ++i) {
      if (terms().op(leaves[i]) == Op::Ite) {
        for (const Term branch : terms().operands(leaves[i]).subspan(1))
          if (seen.insert(branch).second) leaves.push_back(branch);
      } else {
        steers = terms().is_value(leaves[i]) || leaves[i] == state.term;
      }
    }
    // Booleans have no other values anyway, and those of one counter belong together.
    if (steers || terms().sort(state.term).is_bool()) control_.insert(state.term);
  }
}

bool WordTransition::is_control_literal(Term literal) const {
  if (terms().op(literal) == Op::Not) literal = terms().operands(literal)[0];
  if (terms().op(literal) == Op::Equal && terms().is_value(terms().operands(literal)[1]))
    literal = terms().operands(literal)[0];
  return is_control(literal);
}

Term WordTransition::next(Term formula) {
  const auto [known, isNew] = next_.try_emplace(formula, kNoTerm);
  if (!isNew) return known->second;
  const Term result = terms().substitute(formula, next_map_);
  return next_[formula] = result;
}

TermCube WordTransition::next(const TermCube& cube) {
  TermCube result;
  for (const Term literal : cube) result.push_back(next(literal));
  return result;
}

bool WordTransition::excludes_init(Term literal) {
  const auto known = excludes_init_.find(literal);
  if (known != excludes_init_.end()) return known->second;
  const bool excludes = terms().is_false(terms().substitute(literal, init_map_));
  excludes_init_.emplace(literal, excludes);
  return excludes;
}

Assignment WordTransition::successor(const Assignment& before) const {
  Evaluator value_of(terms(), before);
  Assignment after;
  for (const WordState& state : system_.states) after.emplace(state.term, value_of(state.next));
  return after;
}

std::vector<Term> WordTransition::states_of(Term formula) const {
  std::vector<Term> variables = terms().variables_of(std::span(&formula, 1));
  std::erase_if(variables, [&](Term variable) { return is_input(variable); });
  return variables;
}

std::vector<Term> atoms_of(const WordTransition& transition, std::span<const Term> formulas) {
  const Terms& terms = transition.terms();
  std::vector<Term> atoms;
  for (const Term term : subterms(terms, formulas)) {
    if (!terms.sort(term).is_bool() || is_junction(terms, term) || terms.is_value(term)) continue;
    const std::vector<Term> inside = subterms(terms, std::span(&term, 1));
    const bool plain = std::none_of(inside.begin(), inside.end(), [&](Term part) {
      return terms.op(part) == Op::Ite || (terms.is_variable(part) && transition.is_input(part));
    });
    const auto states = transition.states_of(term);
    const bool steers = std::all_of(states.begin(), states.end(),
                                    [&](Term state) { return transition.is_control(state); });
    if (plain && !steers) atoms.push_back(term);
  }
  return make_cube(std::move(atoms));
}

}  // namespace cairn::word
