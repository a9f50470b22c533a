// SPDX-License-Identifier: MIT
#include "engine/word/preimage.h"

#include <utility>

#include "base/error.h"

namespace cairn::word {

/// One way down from the goals.
class WordPreimage::Descent {
 public:
  Descent(const WordPreimage& owner, const Assignment& model)
      : owner_(owner),
        transition_(owner.transition_),
        terms_(owner.transition_.terms()),
        value_of_(terms_, model) {}

  void need(Term formula) {
    if (!terms_.is_value(formula) && seen_.insert(formula).second) needed_.push_back(formula);
  }

  std::vector<Term> run() {
    while (!needed_.empty()) {
      const Term formula = needed_.back();
      needed_.pop_back();
      explain(formula);
    }
    return std::move(literals_);
  }

 private:
  bool holds(Term formula) { return value_of_(formula).as_bool(); }

  void explain(Term formula) {
    const auto operands = terms_.operands(formula);
    switch (terms_.op(formula)) {
      case Op::Not:
        need(operands[0]);
        return;
      case Op::And:
        explain_junction(formula, /*decisive=*/false);
        return;
      case Op::Or:
        explain_junction(formula, /*decisive=*/true);
        return;
      case Op::Ite:
        need(operands[0]);
        need(operands[holds(operands[0]) ? 1 : 2]);
        return;
      case Op::Equal:
        if (!terms_.sort(operands[0]).is_bool()) break;
        need(operands[0]);
        need(operands[1]);
        return;
      default:
        break;
    }
    explain_atom(formula);
  }

  /// One operand with the decisive value explains the junction; else all are needed.
  void explain_junction(Term formula, bool decisive) {
    Term chosen;
    for (const Term operand : terms_.operands(formula)) {
      if (holds(operand) != decisive) continue;
      if (seen_.contains(operand)) return;
      if (!chosen.valid()) chosen = operand;
    }
    if (chosen.valid()) {
      need(chosen);
      return;
    }
    for (const Term operand : terms_.operands(formula)) need(operand);
  }

  void explain_atom(Term atom) {
    const Term resolved = resolve(atom);
    if (terms_.is_value(resolved)) return;
    const std::uint32_t limit = owner_.config_.atom_limit;
    const bool as_atom = owner_.config_.preimage == WordIc3Config::Preimage::Atoms &&
                         terms_.node_count(resolved, limit + 1) <= limit;
    if (as_atom) {
      say_atom(resolved, holds(atom));
      return;
    }
    for (const Term state : transition_.states_of(resolved)) say_value(state);
  }

  void say_atom(Term atom, bool positive) {
    if (positive && terms_.op(atom) == Op::Equal && terms_.is_value(terms_.operands(atom)[1]))
      owner_.say_value(terms_.operands(atom)[0], terms_.value(terms_.operands(atom)[1]), literals_);
    else
      literals_.push_back(positive ? atom : terms_.not_(atom));
  }

  void say_value(Term state) {
    if (said_.insert(state).second) owner_.say_value(state, value_of_(state), literals_);
  }

  /// The term on the path of the model: without if-then-else, inputs and control states.
  Term resolve(Term root) {
    std::vector<Term> stack{root};
    while (!stack.empty()) {
      const Term term = stack.back();
      if (resolved_.contains(term)) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      const Term result = resolve_one(term, stack);
      if (stack.size() != before) continue;
      resolved_.emplace(term, result);
      stack.pop_back();
    }
    return resolved_.at(root);
  }

  /// Pushes what has to be resolved first, if anything.
  Term resolve_one(Term term, std::vector<Term>& stack) {
    if (terms_.is_value(term)) return term;
    if (terms_.is_variable(term)) return resolve_variable(term);
    const auto operands = terms_.operands(term);
    if (terms_.op(term) == Op::Ite) {
      need(operands[0]);
      const Term branch = operands[holds(operands[0]) ? 1 : 2];
      const auto known = resolved_.find(branch);
      if (known != resolved_.end()) return known->second;
      stack.push_back(branch);
      return kNoTerm;
    }
    std::vector<Term> parts;
    for (const Term operand : operands) {
      const auto known = resolved_.find(operand);
      if (known == resolved_.end())
        stack.push_back(operand);
      else
        parts.push_back(known->second);
    }
    if (parts.size() != operands.size()) return kNoTerm;
    std::vector<std::uint32_t> parameters;
    for (unsigned i = 0; i < parameter_count(terms_.op(term)); ++i)
      parameters.push_back(terms_.parameter(term, i));
    return terms_.make(terms_.op(term), parts, parameters, terms_.sort(term));
  }

  Term resolve_variable(Term variable) {
    const bool input = transition_.is_input(variable);
    if (!input && !transition_.is_control(variable)) return variable;
    if (!input) say_value(variable);
    return terms_.constant(value_of_(variable));
  }

  const WordPreimage& owner_;
  const WordTransition& transition_;
  Terms& terms_;
  Evaluator value_of_;
  std::vector<Term> needed_;
  std::unordered_set<Term> seen_, said_;
  std::unordered_map<Term, Term> resolved_;
  std::vector<Term> literals_;
};

TermCube WordPreimage::operator()(std::span<const Term> goals, const Assignment& model) const {
  Descent descent(*this, model);
  for (const Term goal : goals) descent.need(goal);
  return make_cube(descent.run());
}

void WordPreimage::say_value(Term term, const Value& value, std::vector<Term>& literals) const {
  Terms& terms = transition_.terms();
  const Sort sort = terms.sort(term);
  const Term constant = terms.constant(value);
  using Literals = WordIc3Config::Literals;
  const bool as_word = config_.literals == Literals::Words ||
                       (config_.literals == Literals::Mixed && terms.is_variable(term));
  if (!sort.is_bit_vector() || transition_.is_control(term) || as_word) {
    literals.push_back(terms.equal(term, constant));
    return;
  }
  if (config_.literals != Literals::Bounds) {
    for (std::uint32_t bit = 0; bit < sort.width(); ++bit)
      literals.push_back(
          terms.equal(terms.extract(term, bit, bit), terms.extract(constant, bit, bit)));
    return;
  }
  for (const Op less : {Op::BvUlt, Op::BvSlt}) {
    for (const Term wrong :
         {terms.make(less, {term, constant}), terms.make(less, {constant, term})})
      if (!terms.is_false(wrong)) literals.push_back(terms.not_(wrong));
  }
}

}  // namespace cairn::word
