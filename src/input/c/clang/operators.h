// SPDX-License-Identifier: MIT
//
// Arithmetic, pointers, increments and assignments.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// -value, without a look at overflow.
Term Frontend::negated(Term value, const CScalar& type) {
  if (type.is_float_bits()) {
    const std::uint32_t last = type.sort.width() - 1;
    return terms_.concat(terms_.make(Op::BvNot, {terms_.extract(value, last, last)}),
                         terms_.extract(value, last - 1, 0));
  }
  return terms_.make(type.kind == CScalar::Kind::Float ? Op::FpNeg : Op::BvNeg, {value});
}

Term Frontend::unary(const clang::UnaryOperator* expression) {
  const Expr* inner = expression->getSubExpr();
  const CScalar type = scalar(expression->getType());
  if (expression->getType()->isVectorType() && !expression->isIncrementDecrementOp() &&
      expression->getOpcode() != clang::UO_Deref)
    return vector_unary(expression);
  switch (expression->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return rvalue(inner);
    case clang::UO_Minus: {
      const Term value = rvalue(inner);
      if (checks("overflow") && type.is_signed && type.kind == CScalar::Kind::Integer)
        property(
            terms_.distinct(value, terms_.constant(Value(BitVector::min_signed(type.width())))),
            fmt::format("no signed overflow in {}", text_of(expression->getSourceRange())));
      return negated(value, type);
    }
    case clang::UO_Not:
      return terms_.make(Op::BvNot, {rvalue(inner)});
    case clang::UO_LNot:
      return c_number(terms_, condition(expression), type);
    case clang::UO_AddrOf: {
      if (inner->getType()->isFunctionType()) return rvalue(inner);
      addressed_ = strip(inner);
      const LValue target = lvalue(inner);
      if (target.variable.valid()) return limit("address", type.sort);
      return address(target.place);
    }
    case clang::UO_Deref:
      return inner->getType()->getPointeeType()->isFunctionType() ? rvalue(inner)
                                                                  : read(lvalue(expression));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec:
      return increment(expression, true);
    default:
      return limit("complex number", type.sort);
  }
}

Term Frontend::increment(const clang::UnaryOperator* expression, bool wants_value) {
  LValue target = lvalue(expression->getSubExpr());
  const CScalar& type = target.type;
  const Term old = wants_value && expression->isPostfix() ? snapshot(read(target)) : read(target);
  Term next;
  if (expression->getType()->isVectorType()) {
    const clang::VectorType* vector = expression->getType()->getAs<clang::VectorType>();
    const CScalar element = scalar(vector->getElementType());
    const CScalar integer{CScalar::Kind::Integer, true, Sort::bit_vector(32), 32, Show::Signed};
    const std::vector<Term> ones(vector->getNumElements(),
                                 convert(terms_.bv(32, 1), integer, element));
    next = vector_binary(expression->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, old,
                         joined(ones, vector), expression->getType(), expression->getType(),
                         expression);
  } else if (type.kind == CScalar::Kind::Pointer) {
    const CScalar one{CScalar::Kind::Integer, true, Sort::bit_vector(32), 32, Show::Signed};
    next = move_pointer(old, terms_.bv(32, 1), one, expression->getType(),
                        expression->isDecrementOp());
  } else if (type.kind == CScalar::Kind::Bool) {
    next = expression->isIncrementOp() ? terms_.bv(8, 1)
                                       : terms_.make(Op::BvXor, {old, terms_.bv(8, 1)});
  } else if (type.kind == CScalar::Kind::Float) {
    const CScalar integer{CScalar::Kind::Integer, true, Sort::bit_vector(32), 32, Show::Signed};
    next = operate(expression->isIncrementOp() ? CBinary::Add : CBinary::Sub, old,
                   convert(terms_.bv(32, 1), integer, type), type, type, expression);
  } else {
    const CBinary op = expression->isIncrementOp() ? CBinary::Add : CBinary::Sub;
    const Term one = terms_.bv(type.width(), 1);
    if (checks("overflow") && type.is_signed && type.width() >= 32 && target.field_width == 0)
      property(terms_.not_(c_overflows(terms_, op, old, one)),
               fmt::format("no signed overflow in {}", text_of(expression->getSourceRange())));
    next = c_arithmetic(terms_, op, old, one, type);
  }
  next = as_stored(target, next);
  if (wants_value && !target.variable.valid()) next = snapshot(next);
  write(target, next);
  if (!wants_value) return next;
  return expression->isPostfix() ? old : target.variable.valid() ? target.variable : next;
}

Term Frontend::move_pointer(Term pointer, Term index, const CScalar& type, QualType pointer_type,
                            bool backwards) {
  const Size size = dynamic_size(pointer_type->getPointeeType());
  const Term wide = type.is_signed ? terms_.resize_signed(index, unit_.pointer_bits)
                                   : terms_.resize_unsigned(index, unit_.pointer_bits);
  const CBits bytes = size.bits / 8;
  return terms_.make(Op::BvAdd, {pointer, scaled(times(wide, size), backwards ? -bytes : bytes)});
}

Term Frontend::pointer_arithmetic(const clang::BinaryOperator* expression) {
  const Expr* left = expression->getLHS();
  const Expr* right = expression->getRHS();
  Term a = rvalue(left);
  if (has_effects(right)) a = snapshot(a);
  const Term b = rvalue(right);
  const bool left_pointer = left->getType()->isPointerType();
  if (left_pointer && right->getType()->isPointerType()) {
    const CScalar result = scalar(expression->getType());
    const CBits bytes = size_of(left->getType()->getPointeeType()) / 8;
    if (bytes == 0 || left->getType()->getPointeeType()->isVariablyModifiedType())
      return limit("difference of pointers", result.sort);
    check_same_object(a, b, expression);
    const Term difference = terms_.bv_sub(a, b);
    const Term quotient = terms_.make(
        Op::BvSdiv, {difference, terms_.bv(unit_.pointer_bits, static_cast<std::uint64_t>(bytes))});
    const Term integer = temporary(terms_.sort(quotient));
    unit_.integers.insert(integer.id);
    assign(integer, quotient);
    return terms_.resize_signed(integer, result.width());
  }
  if (left_pointer)
    return move_pointer(a, b, scalar(right->getType()), left->getType(),
                        expression->getOpcode() == clang::BO_Sub);
  return move_pointer(b, a, scalar(left->getType()), right->getType(), false);
}

std::optional<CBinary> arithmetic_kind(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
    case clang::BO_AddAssign:
      return CBinary::Add;
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return CBinary::Sub;
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return CBinary::Mul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return CBinary::Div;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return CBinary::Rem;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return CBinary::Shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return CBinary::Shr;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return CBinary::And;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return CBinary::Or;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return CBinary::Xor;
    default:
      return std::nullopt;
  }
}

Term Frontend::operate(CBinary op, Term a, Term b, const CScalar& type, const CScalar& right,
                       const Expr* where) {
  const bool shift = op == CBinary::Shl || op == CBinary::Shr;
  if (!shift && terms_.sort(a) != terms_.sort(b)) return limit("operands", type.sort);
  if (type.kind == CScalar::Kind::Float) {
    if (op != CBinary::Add && op != CBinary::Sub && op != CBinary::Mul && op != CBinary::Div)
      return limit("operator on floats", type.sort);
    const Term left = number_of(a, type);
    const Term other = number_of(b, type);
    return packed(rounded([&](RoundingMode mode) {
                    return c_arithmetic(terms_, op, left, other, type, mode);
                  }),
                  type);
  }
  const std::string text = text_of(where->getSourceRange());
  if (op == CBinary::Div || op == CBinary::Rem) {
    const Term divides = terms_.distinct(b, c_zero(terms_, type.sort));
    if (checks("division")) property(divides, "no division by zero in " + text);
    // The machine stops there.
    assume(divides);
  }
  if (shift && checks("shift")) {
    const Term in_range = terms_.make(Op::BvUlt, {b, terms_.bv(right.width(), type.width())});
    property(in_range, "the shift amount is in range in " + text);
    if (op == CBinary::Shl && type.is_signed)
      property(terms_.make(Op::BvSle, {c_zero(terms_, type.sort), a}),
               "no shift of a negative value in " + text);
  }
  if ((checks("overflow") || checks("shift")) && type.is_signed && op == CBinary::Shl) {
    // Amounts that are out of range are another claim of the check 'shift'.
    const Term in_range = terms_.make(Op::BvUlt, {b, terms_.bv(right.width(), type.width())});
    const Term amount = terms_.resize_unsigned(b, type.width());
    const Term back = terms_.make(Op::BvAshr, {terms_.make(Op::BvShl, {a, amount}), amount});
    property(terms_.implies(in_range, terms_.equal(back, a)), "no signed overflow in " + text);
  }
  if (checks("overflow") && type.is_signed && type.kind == CScalar::Kind::Integer &&
      op <= CBinary::Rem)
    property(terms_.not_(c_overflows(terms_, op, a, b)), "no signed overflow in " + text);
  return c_arithmetic(terms_, op, a, b, type);
}

Term Frontend::binary(const clang::BinaryOperator* expression) {
  const CScalar type = scalar(expression->getType());
  if (expression->getOpcode() == clang::BO_Comma) {
    effect(expression->getLHS());
    return rvalue(expression->getRHS());
  }
  if (expression->isAssignmentOp()) {
    Term value;
    const LValue target = assignment(expression, &value);
    return target.variable.valid() ? target.variable : value;
  }
  if (expression->getType()->isVectorType()) {
    Term left = rvalue(expression->getLHS());
    if (has_effects(expression->getRHS())) left = snapshot(left);
    return vector_binary(expression->getOpcode(), left, rvalue(expression->getRHS()),
                         expression->getLHS()->getType(), expression->getType(), expression);
  }
  if (expression->isLogicalOp() || expression->isComparisonOp())
    return c_number(terms_, condition(expression), type);
  if (expression->getLHS()->getType()->isPointerType() ||
      expression->getRHS()->getType()->isPointerType())
    return pointer_arithmetic(expression);
  const std::optional<CBinary> op = arithmetic_kind(expression->getOpcode());
  if (!op) return limit("operator", type.sort);
  Term left = rvalue(expression->getLHS());
  if (has_effects(expression->getRHS())) left = snapshot(left);
  const Term right = rvalue(expression->getRHS());
  return operate(*op, left, right, type, scalar(expression->getRHS()->getType()), expression);
}

/// Carries out an assignment. If `value` is given, it becomes what a read of the target finds.
LValue Frontend::assignment(const clang::BinaryOperator* expression, Term* value) {
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(expression))
    return compound_assignment(compound, value);
  const Expr* right = expression->getRHS();
  LValue target = lvalue(expression->getLHS());
  if (has_effects(right)) snapshot(target);
  const QualType before = heap_hint_;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression->getLHS()->IgnoreParens())) {
    const auto hint = hints_.find(key_of(reference->getDecl()));
    if (hint != hints_.end()) heap_hint_ = hint->second;
  }
  // Characters that are moved one by one may be those of anything, also of what was never set.
  std::optional<Term> copy;
  if (value == nullptr && !target.variable.valid() && target.field_width == 0)
    copy = copied_character(right);
  Term term = copy ? *copy : as_stored(target, rvalue(right));
  heap_hint_ = before;
  if (value != nullptr && !target.variable.valid()) {
    term = snapshot(term);
    *value = term;
  }
  write(target, term);
  return target;
}

LValue Frontend::compound_assignment(const clang::CompoundAssignOperator* expression, Term* value) {
  LValue target = lvalue(expression->getLHS());
  const Expr* right = expression->getRHS();
  if (has_effects(right)) snapshot(target);
  Term old = read(target);
  if (has_effects(right)) old = snapshot(old);
  const Term operand = rvalue(right);
  Term next;
  if (target.type.kind == CScalar::Kind::Pointer) {
    next = move_pointer(old, operand, scalar(right->getType()), expression->getType(),
                        expression->getOpcode() == clang::BO_SubAssign);
  } else if (expression->getType()->isVectorType()) {
    next = vector_binary(clang::BinaryOperator::getOpForCompoundAssignment(expression->getOpcode()),
                         old, operand, expression->getType(), expression->getType(), expression);
  } else {
    const CScalar type = scalar(expression->getComputationLHSType());
    const CScalar result = scalar(expression->getComputationResultType());
    const std::optional<CBinary> op = arithmetic_kind(expression->getOpcode());
    const Term left = convert(old, target.type, type);
    next = op ? operate(*op, left, operand, type, scalar(right->getType()), expression)
              : limit("operator", type.sort);
    next = convert(next, result, target.type);
  }
  next = as_stored(target, next);
  if (value != nullptr && !target.variable.valid()) {
    next = snapshot(next);
    *value = next;
  }
  write(target, next);
  return target;
}

}  // namespace
}  // namespace cairn
