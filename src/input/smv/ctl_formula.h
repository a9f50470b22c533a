// SPDX-License-Identifier: MIT
//
// From the syntax of CTL to formulas of the pool. Who knows what names stand for makes the atoms.
#pragma once

#include <vector>

#include "input/smv/syntax.h"
#include "logic/temporal/ctl.h"

namespace cairn::smv {

/// `atom` makes a formula of an expression without temporal operators; `fail` throws about one that
/// cannot stand within CTL. The depth of the recursion is that of the expression.
template <class Atom, class Fail>
temporal::CtlFormula ctl_formula(const Expression& e, temporal::CtlFormulas& f, const Atom& atom,
                                 const Fail& fail) {
  if (!e.has_temporal) return atom(e);
  std::vector<temporal::CtlFormula> parts;
  for (const ExpressionPtr& operand : e.operands)
    parts.push_back(ctl_formula(*operand, f, atom, fail));
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
    case Op::AX:
      return f.ax(parts[0]);
    case Op::EX:
      return f.ex(parts[0]);
    case Op::AF:
      return f.af(parts[0]);
    case Op::EF:
      return f.ef(parts[0]);
    case Op::AG:
      return f.ag(parts[0]);
    case Op::EG:
      return f.eg(parts[0]);
    case Op::AU:
      return f.au(parts[0], parts[1]);
    case Op::EU:
      return f.eu(parts[0], parts[1]);
    default:
      break;
  }
  fail(e);
  return {};
}

}  // namespace cairn::smv
