// SPDX-License-Identifier: MIT
#include "transform/word/constraints.h"

#include <algorithm>

#include "transform/word/system_terms.h"

namespace cairn {
namespace {

/// The constraints as conjuncts, each once; a single `false` if one is false.
std::vector<Term> conjuncts_of(const WordSystem& system) {
  Terms& terms = *system.terms;
  std::vector<Term> stack(system.constraints.rbegin(), system.constraints.rend()), result;
  std::unordered_set<Term> seen;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (terms.is_false(term)) return {term};
    if (terms.is_true(term) || !seen.insert(term).second) continue;
    const bool negated = terms.op(term) == Op::Not;
    const Term inner = negated ? terms.operands(term)[0] : term;
    if (terms.op(inner) == (negated ? Op::Or : Op::And)) {
      const auto parts = terms.operands(inner);
      for (std::size_t i = parts.size(); i-- > 0;)
        stack.push_back(negated ? terms.not_(parts[i]) : parts[i]);
    } else {
      result.push_back(term);
    }
  }
  return result;
}

struct Equation {
  Term variable, value;
};

/// Equations that a conjunct is, or can be solved to.
std::vector<Equation> equations_of(Terms& terms, Term conjunct) {
  if (terms.is_variable(conjunct)) return {{conjunct, terms.true_term()}};
  if (terms.op(conjunct) == Op::Not) {
    const Term inner = terms.operands(conjunct)[0];
    if (terms.is_variable(inner)) return {{inner, terms.false_term()}};
    // That Booleans differ.
    if (terms.op(inner) != Op::Equal || !terms.sort(terms.operands(inner)[0]).is_bool()) return {};
    const Term a = terms.operands(inner)[0], b = terms.operands(inner)[1];
    return {{a, terms.not_(b)}, {b, terms.not_(a)}};
  }
  if (terms.op(conjunct) != Op::Equal) return {};
  std::vector<Equation> result;
  const auto solve = [&](Term a, Term b) {
    result.push_back({a, b});
    const auto parts = terms.operands(a);
    switch (terms.op(a)) {
      case Op::BvNot:
      case Op::BvNeg:
        result.push_back({parts[0], terms.make(terms.op(a), {b})});
        break;
      case Op::BvAdd:
      case Op::BvXor:
        for (const std::size_t i : {0, 1}) {
          if (!terms.is_variable(parts[i])) continue;
          const Term other = parts[1 - i];
          result.push_back({parts[i], terms.op(a) == Op::BvXor ? terms.make(Op::BvXor, {b, other})
                                                               : terms.bv_sub(b, other)});
        }
        break;
      default:
        break;
    }
  };
  const Term a = terms.operands(conjunct)[0], b = terms.operands(conjunct)[1];
  solve(a, b);
  solve(b, a);
  std::erase_if(result, [&](const Equation& each) { return !terms.is_variable(each.variable); });
  return result;
}

/// Chooses the equations to use.
class Equations {
 public:
  explicit Equations(const WordSystem& system);

  enum class Use { None, Everywhere, BesideConjunct };
  Use consider(const Equation& equation);

 private:
  enum class Role : std::uint8_t { None, Input, Rigid, State };

  Use use_of(const Equation& equation, const std::vector<Term>& read) const;
  std::optional<std::vector<Term>> variables_of(Term term);
  Role role(Term variable) const { return roles_[variable.id]; }

  Terms& terms_;
  std::vector<Role> roles_;  // by handle
  std::unordered_set<Term> in_init_, replaced_, read_;
  std::size_t work_;  // terms that may still be looked at, in all
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
};

Equations::Equations(const WordSystem& system)
    : terms_(*system.terms), roles_(terms_.size(), Role::None) {
  for (const Term input : system.inputs) roles_[input.id] = Role::Input;
  std::vector<Term> inits;
  for (const WordState& state : system.states) {
    const bool rigid = !state.init.valid() && state.next == state.term;
    roles_[state.term.id] = rigid ? Role::Rigid : Role::State;
    if (state.init.valid() && !terms_.is_value(state.init)) inits.push_back(state.init);
  }
  for (const Term variable : terms_.variables_of(inits)) in_init_.insert(variable);
  work_ = 10 * subterms(terms_, functions_of(system)).size() + 1000;
}

/// Nothing if that would take too long.
std::optional<std::vector<Term>> Equations::variables_of(Term term) {
  std::vector<Term> stack{term}, result;
  stamps_.resize(terms_.size(), 0);
  ++stamp_;
  while (!stack.empty()) {
    const Term part = stack.back();
    stack.pop_back();
    if (stamps_[part.id] == stamp_) continue;
    stamps_[part.id] = stamp_;
    if (work_ == 0) return std::nullopt;
    --work_;
    if (terms_.is_variable(part)) result.push_back(part);
    const auto parts = terms_.operands(part);
    stack.insert(stack.end(), parts.begin(), parts.end());
  }
  return result;
}

Equations::Use Equations::use_of(const Equation& equation, const std::vector<Term>& read) const {
  const auto all_read_are = [&](auto&& predicate) {
    return std::all_of(read.begin(), read.end(), predicate);
  };
  switch (role(equation.variable)) {
    case Role::Input:
      if (!in_init_.contains(equation.variable) ||
          all_read_are([&](Term variable) { return role(variable) == Role::Input; }))
        return Use::Everywhere;
      return Use::None;
    case Role::Rigid:
      if (all_read_are([&](Term variable) { return role(variable) == Role::Rigid; }))
        return Use::Everywhere;
      [[fallthrough]];
    case Role::State:
      return terms_.is_value(equation.value) || terms_.is_variable(equation.value)
                 ? Use::BesideConjunct
                 : Use::None;
    default:
      return Use::None;
  }
}

Equations::Use Equations::consider(const Equation& equation) {
  if (equation.variable.id >= roles_.size()) return Use::None;
  if (replaced_.contains(equation.variable) || read_.contains(equation.variable)) return Use::None;
  const auto read = variables_of(equation.value);
  if (!read) return Use::None;
  for (const Term variable : *read)
    if (variable == equation.variable || replaced_.contains(variable)) return Use::None;
  const Use use = use_of(equation, *read);
  if (use == Use::None) return use;
  replaced_.insert(equation.variable);
  read_.insert(read->begin(), read->end());
  return use;
}

/// The conjunct with images below it: its own image is `true`, because of it. (A variable that is
/// replaced is so because of another conjunct.)
Term rebuilt_below(Terms& terms, Term conjunct, TermTable& images) {
  if (terms.op(conjunct) == Op::Not)
    return terms.not_(rebuilt_below(terms, terms.operands(conjunct)[0], images));
  std::vector<Term> operands;
  for (const Term operand : terms.operands(conjunct)) operands.push_back(images(operand));
  return operands.empty() ? images(conjunct) : with_operands(terms, conjunct, operands);
}

}  // namespace

WordSystem WordConstraints::apply(WordSystem system) {
  Terms& terms = *system.terms;
  WordSystem result = system;
  const std::vector<Term> conjuncts = conjuncts_of(system);
  conjuncts_ = conjuncts.size();
  result.constraints = conjuncts;
  if (conjuncts_ == 1 && terms.is_false(conjuncts[0])) {  // no step counts
    for (Term& bad : result.bad) bad = terms.false_term();
    return result;
  }

  Equations equations(system);
  TermTable in_step(terms), in_init(terms);
  std::unordered_set<Term> gone;     // variables
  std::unordered_set<Term> as_is;    // conjuncts that replace a variable elsewhere
  std::unordered_set<Term> dropped;  // conjuncts that hold by themselves
  const auto set = [&](Term from, Term to) {
    in_step.set(from, to);
    in_init.set(from, to);
  };
  for (const Term conjunct : conjuncts) {
    for (const Equation& equation : equations_of(terms, conjunct)) {
      const Equations::Use use = equations.consider(equation);
      if (use == Equations::Use::None) continue;
      if (use == Equations::Use::Everywhere) {
        set(equation.variable, equation.value);
        back_.set_image(equation.variable, equation.value);
        gone.insert(equation.variable);
        dropped.insert(conjunct);
        ++inputs_;
      } else {
        // Another variable in an initial value could close a cycle.
        in_step.set(equation.variable, equation.value);
        if (terms.is_value(equation.value)) in_init.set(equation.variable, equation.value);
        as_is.insert(conjunct);
        ++states_;
      }
      break;
    }
    if (terms.is_variable(conjunct) || dropped.contains(conjunct)) continue;
    if (terms.op(conjunct) != Op::Not)
      set(conjunct, terms.true_term());
    else if (!terms.is_variable(terms.operands(conjunct)[0]))
      set(terms.operands(conjunct)[0], terms.false_term());
  }
  if (conjuncts.empty()) return result;

  result.constraints.clear();
  for (const Term conjunct : conjuncts) {
    if (dropped.contains(conjunct)) continue;
    const Term kept = as_is.contains(conjunct) ? conjunct : rebuilt_below(terms, conjunct, in_step);
    if (!terms.is_true(kept)) result.constraints.push_back(kept);
  }
  std::erase_if(result.inputs, [&](Term input) { return gone.contains(input); });
  std::erase_if(result.states, [&](const WordState& state) { return gone.contains(state.term); });
  for (WordState& state : result.states) {
    if (state.init.valid()) state.init = in_init(state.init);
    if (state.next.valid()) state.next = in_step(state.next);
  }
  for (Term& bad : result.bad) bad = in_step(bad);
  back_.finish(system, result);
  return result;
}

void WordConstraints::visit_counters(const CounterVisitor& visit) const {
  visit("word-constraints.conjuncts", conjuncts_);
  visit("word-constraints.inputs", inputs_);
  visit("word-constraints.states", states_);
}

}  // namespace cairn
