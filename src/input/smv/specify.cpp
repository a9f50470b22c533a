// SPDX-License-Identifier: MIT
#include "input/smv/specify.h"

#include <fmt/format.h>

#include "input/smv/ctl_formula.h"
#include "model/attach_monitor.h"

namespace cairn::smv {
namespace {

using temporal::Formula;

bool uses_ctl(const Expression& e) {
  if (!e.has_temporal) return false;
  if (is_ctl(e.op)) return true;
  for (const ExpressionPtr& operand : e.operands)
    if (uses_ctl(*operand)) return true;
  return false;
}
bool uses_ltl(const Expression& e) {
  if (!e.has_temporal) return false;
  if (is_temporal(e.op) && !is_ctl(e.op)) return true;
  for (const ExpressionPtr& operand : e.operands)
    if (uses_ltl(*operand)) return true;
  return false;
}

}  // namespace

void Specifier::add(const DesignSpecification& specification, WordModel& model) {
  const Specification& syntax = *specification.syntax;
  TemporalSpecification made;
  made.name = syntax.name;
  made.text = syntax.text;
  if (!specification.scope->prefix.empty()) made.text += " IN " + specification.scope->prefix;
  made.line = syntax.place.line;
  made.column = syntax.place.column;
  using Kind = TemporalSpecification::Kind;
  if (!syntax.refused.empty()) {
    made.refused = syntax.refused;
    temporal_.specifications.push_back(std::move(made));
    return;
  }
  const Expression& formula = *syntax.formula;
  const bool is_ctl = syntax.kind == Specification::Kind::Ctl ||
                      (syntax.kind == Specification::Kind::Psl && uses_ctl(formula));
  if (syntax.kind == Specification::Kind::Invariant) {
    made.kind = Kind::Invariant;
    add_invariant(specification, made, model);
  } else if (is_ctl) {
    made.kind = Kind::Ctl;
    if (uses_ltl(formula))
      evaluator_.design().fail(syntax.place, "operators of LTL and CTL in one formula");
    made.formula = deterministic(formula, *specification.scope, false);
    if (!made.formula) {
      made.formula = deterministic(formula, *specification.scope, true);
      made.is_negated = made.formula.has_value();
    }
    add_ctl(formula, *specification.scope, made);
  } else {
    made.kind = Kind::Ltl;
    if (uses_ctl(formula))
      evaluator_.design().fail(syntax.place, "operators of CTL in a formula of LTL");
    made.formula = ltl(formula, *specification.scope);
  }
  add_specification(std::move(made), model, temporal_);
}

/// Runs guess which part of a COMPASSION is true of them; a state would have to know the guess.
void Specifier::add_ctl(const Expression& e, const Instance& scope, TemporalSpecification& to) {
  if (!evaluator_.design().compassion().empty()) {
    if (!to.formula) to.refused = "CTL beyond what LTL can say is not supported with COMPASSION";
    return;
  }
  to.ctl = ctl_formula(
      e, temporal_.ctl_formulas,
      [&](const Expression& plain) {
        const temporal::Formula made = atom(plain, scope);
        const auto& node = temporal_.formulas.node(made);
        if (node.op == temporal::Operator::Atom) return temporal_.ctl_formulas.atom(node.a);
        return temporal_.ctl_formulas.constant(node.op == temporal::Operator::True);
      },
      [&](const Expression& wrong) {
        evaluator_.design().fail(wrong.place, "a temporal operator within an expression of states");
      });
}

void Specifier::add_invariant(const DesignSpecification& from, TemporalSpecification& to,
                              WordModel& model) {
  const Expression& e = *from.syntax->formula;
  if (e.has_temporal)
    evaluator_.design().fail(from.syntax->place, "temporal operators within INVARSPEC");
  if (e.has_next) {
    to.refused = "next() within INVARSPEC is not supported";
    return;
  }
  const Formula holds = atom(e, *from.scope);
  to.formula = temporal_.formulas.globally(holds);
  to.bad = static_cast<std::uint32_t>(model.system.bad.size());
  to.bad_is_exact = true;
  const Term term = evaluator_.boolean(e, *from.scope, Time::Now);
  model.system.bad.push_back(model.system.terms->not_(term));
}

Formula Specifier::atom(const Expression& e, const Instance& scope) {
  const Term term = evaluator_.boolean(e, scope, Time::Now);
  Terms& terms = evaluator_.terms();
  if (terms.is_true(term) || terms.is_false(term))
    return temporal_.formulas.constant(terms.is_true(term));
  const auto [found, is_new] =
      atoms_.try_emplace(term.id, static_cast<std::uint32_t>(temporal_.atoms.size()));
  if (is_new) {
    temporal_.atoms.push_back(term);
    temporal_.atom_texts.push_back(text_of_expression(e));
  }
  return temporal_.formulas.atom(found->second);
}

Formula Specifier::ltl(const Expression& e, const Instance& scope) {
  temporal::Formulas& f = temporal_.formulas;
  if (!e.has_temporal) return atom(e, scope);
  std::vector<Formula> parts;
  for (const ExpressionPtr& operand : e.operands) parts.push_back(ltl(*operand, scope));
  switch (e.op) {
    case Op::Not:
      return f.not_(parts[0]);
    case Op::And:
      return f.and_all(parts);
    case Op::Or:
      return f.or_all(parts);
    case Op::Implies:
      return f.implies(parts[0], parts[1]);
    case Op::Iff:
    case Op::Xnor:
    case Op::Equal:
      return f.iff(parts[0], parts[1]);
    case Op::Xor:
    case Op::NotEqual:
      return f.not_(f.iff(parts[0], parts[1]));
    case Op::IfThenElse:
      return f.or_(f.and_(parts[0], parts[1]), f.and_(f.not_(parts[0]), parts[2]));
    case Op::Globally:
      return f.globally(parts[0]);
    case Op::Finally:
      return f.finally_(parts[0]);
    case Op::NextStep:
      return f.next(parts[0]);
    case Op::Until:
      return f.until(parts[0], parts[1]);
    case Op::Release:
      return f.release(parts[0], parts[1]);
    case Op::WeakUntil:
      return f.weak_until(parts[0], parts[1]);
    case Op::StrongRelease:
      return f.strong_release(parts[0], parts[1]);
    case Op::Yesterday:
      return f.yesterday(parts[0]);
    case Op::WeakYesterday:
      return f.weak_yesterday(parts[0]);
    case Op::Once:
      return f.once(parts[0]);
    case Op::Historically:
      return f.historically(parts[0]);
    case Op::Since:
      return f.since(parts[0], parts[1]);
    case Op::Triggered:
      return f.triggered(parts[0], parts[1]);
    default:
      break;
  }
  evaluator_.design().fail(e.place, "a temporal operator within an expression of states");
}

std::optional<Formula> Specifier::deterministic(const Expression& e, const Instance& scope,
                                                bool negated) {
  temporal::Formulas& f = temporal_.formulas;
  if (!e.has_temporal) {
    const Formula found = atom(e, scope);
    return negated ? f.not_(found) : found;
  }
  const auto part = [&](std::size_t i) { return deterministic(*e.operands[i], scope, negated); };
  const auto is_plain = [&](std::size_t i) { return !e.operands[i]->has_temporal; };
  const auto lifted = [&](std::optional<Formula> inner, auto&& make) -> std::optional<Formula> {
    return inner ? std::optional(make(*inner)) : std::nullopt;
  };
  switch (e.op) {
    case Op::Not:
      return deterministic(*e.operands[0], scope, !negated);
    case Op::And:
    case Op::Or:
    case Op::Implies:
      return deterministic_choice(e, scope, negated);
    case Op::AX:
    case Op::EX:
      if ((e.op == Op::EX) != negated) return std::nullopt;
      return lifted(part(0), [&](Formula inner) { return f.next(inner); });
    case Op::AG:
    case Op::EF:
      if ((e.op == Op::EF) != negated) return std::nullopt;
      return lifted(part(0), [&](Formula inner) { return f.globally(inner); });
    case Op::AF:
    case Op::EG:
      if ((e.op == Op::EG) != negated || !is_plain(0)) return std::nullopt;
      return lifted(part(0), [&](Formula inner) { return f.finally_(inner); });
    case Op::AU:
    case Op::EU: {
      if ((e.op == Op::EU) != negated || !is_plain(0) || !is_plain(1)) return std::nullopt;
      const Formula until = f.until(atom(*e.operands[0], scope), atom(*e.operands[1], scope));
      return negated ? f.not_(until) : until;
    }
    default:
      return std::nullopt;
  }
}

/// A conjunction of any number, and a disjunction in which at most one part is no state predicate.
std::optional<Formula> Specifier::deterministic_choice(const Expression& e, const Instance& scope,
                                                       bool negated) {
  temporal::Formulas& f = temporal_.formulas;
  std::vector<Formula> parts;
  std::size_t temporal_parts = 0;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const bool flips = e.op == Op::Implies && i == 0;
    const auto found = deterministic(*e.operands[i], scope, negated != flips);
    if (!found) return std::nullopt;
    temporal_parts += e.operands[i]->has_temporal ? 1 : 0;
    parts.push_back(*found);
  }
  if ((e.op == Op::And) != negated) return f.and_all(parts);
  if (temporal_parts > 1) return std::nullopt;
  return f.or_all(parts);
}

}  // namespace cairn::smv
