// SPDX-License-Identifier: MIT
//
// Expressions to terms. All operands of AND and OR are evaluated; AND_THEN and OR_ELSE stop early.
// Where a call comes in between, operands keep the values that they had when their turn came.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {

using ExprKind = Expr::Kind;

Operand Compiler::value(const Type* type, Term term, const Spot& at) const {
  Operand result;
  result.type = type;
  result.term = term;
  result.at = at;
  return result;
}

bool Compiler::has_call(const Expr& expr) const {
  if (expr.kind == ExprKind::Call && expr.operands[0]->kind == ExprKind::Name) {
    const Pou* pou = names_.find_pou(upper_case(expr.operands[0]->text));
    if (pou != nullptr) return true;
  }
  if (expr.kind == ExprKind::Call && expr.operands[0]->kind != ExprKind::Name) return true;
  return std::ranges::any_of(expr.operands, [&](const ExprPtr& e) { return has_call(*e); }) ||
         std::ranges::any_of(expr.arguments,
                             [&](const Argument& a) { return a.value && has_call(*a.value); });
}

Operand Compiler::kept(Operand operand) {
  if (!operand.is_literal()) operand.term = out_.kept(operand.term, "operand");
  return operand;
}

Operand Compiler::lower(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Literal:
      return lower_literal(expr);
    case ExprKind::Name:
      return lower_name(expr);
    case ExprKind::Member:
      // Color.Red, as some write it.
      if (expr.operands[0]->kind == ExprKind::Name && !is_access(*expr.operands[0])) {
        const Type* type = names_.find_type(upper_case(expr.operands[0]->text));
        if (type != nullptr && type->kind == Type::Kind::Enum) return enum_value(expr);
      }
      [[fallthrough]];
    case ExprKind::Bit:
    case ExprKind::Index:
    case ExprKind::Direct:
    case ExprKind::Deref: {
      const Access found = access(expr);
      if (!found.type->is_scalar())
        fail(expr.at, fmt::format("'{}' has the type {}, where a single value is expected",
                                  printable(found.name, 60), found.type->name));
      return value(found.type, value_of(found), expr.at);
    }
    case ExprKind::EnumValue:
      return enum_value(expr);
    case ExprKind::Unary:
      return lower_unary(expr);
    case ExprKind::Binary:
      return lower_binary(expr);
    case ExprKind::Call:
      return lower_call(expr);
    case ExprKind::ArrayInit:
    case ExprKind::Repeat:
    case ExprKind::StructInit:
      fail(expr.at, "expected an expression, got initial values of several variables");
  }
  fail(expr.at, "expected an expression");
}

Operand Compiler::lower_literal(const Expr& expr) {
  const Literal& literal = expr.literal;
  Operand result;
  result.at = expr.at;
  result.number = mpz_class(std::to_string(literal.integer));
  if (literal.negative) result.number = -result.number;
  result.text = literal.text;
  const Type* type = literal.type.empty() ? nullptr : find_basic_type(literal.type);
  switch (literal.kind) {
    case Literal::Kind::Bool:
      return value(basic_type(Basic::Bool), terms().boolean(literal.integer != 0), expr.at);
    case Literal::Kind::Integer:
      result.form = Operand::Form::Integer;
      break;
    case Literal::Kind::Real:
      result.form = Operand::Form::Real;
      if (literal.negative) result.text = "-" + result.text;
      break;
    case Literal::Kind::Duration:
      result.form = Operand::Form::Duration;
      if (type != nullptr && type->is(Basic::Time)) return result;  // LTIME takes it, too
      break;
    case Literal::Kind::String:
    case Literal::Kind::WideString:
      result.form = Operand::Form::String;
      return result;
    case Literal::Kind::Date:
    case Literal::Kind::TimeOfDay:
    case Literal::Kind::DateTime: {
      // Days; milliseconds; seconds. The long forms are in nanoseconds.
      std::uint64_t unit = type->bits() == 64 ? 1 : 1'000'000;
      std::uint64_t count = literal.integer;
      if (literal.kind == Literal::Kind::DateTime && unit > 1) unit = 1'000'000'000;
      if (literal.kind == Literal::Kind::Date) {
        if (unit == 1) count *= 86'400'000'000'000;
        unit = 1;
      }
      if (count % unit != 0)
        names_.refuse(expr.at, fmt::format("parts of a unit of {}", type->name));
      return value(type, terms().bv(type->bits(), count / unit), expr.at);
    }
  }
  if (type == nullptr) return result;
  return value(type, literal_as(result, type, expr.at), expr.at);
}

Operand Compiler::enum_value(const Expr& expr) {
  const bool is_member = expr.kind == ExprKind::Member;
  const std::string& name = is_member ? expr.operands[0]->text : expr.type;
  const Type* type = names_.find_type(upper_case(name));
  if (type == nullptr || type->kind != Type::Kind::Enum) {
    std::vector<std::string> known;
    for (const TypeDeclaration& one : names_.unit().types)
      if (one.type->kind == TypeSpec::Kind::Enum) known.push_back(one.name);
    names_.fail_unknown(expr.at, "enumeration", name, known);
  }
  const std::string upper = upper_case(expr.text);
  std::vector<std::string> known;
  for (const Type::EnumValue& one : type->values) {
    if (one.upper == upper) return value(type, terms().bv(type->width, one.value), expr.at);
    known.push_back(one.name);
  }
  names_.fail_unknown(expr.at, fmt::format("value of {}", type->name), expr.text, known);
}

Operand Compiler::lower_name(const Expr& expr) {
  const std::string upper = upper_case(expr.text);
  if (const auto found = find_name(upper, expr.at)) {
    if (!found->type->is_scalar())
      fail(expr.at, fmt::format("'{}' has the type {}, where a single value is expected",
                                printable(expr.text, 60), found->type->name));
    return value(found->type, value_of(*found), expr.at);
  }
  std::uint64_t number = 0;
  if (const Type* type = names_.type_with_value(upper, number))
    return value(type, terms().bv(type->width, number), expr.at);
  const Pou* pou = names_.find_pou(upper);
  if (pou != nullptr)
    fail(expr.at, fmt::format("'{}' is {}, and no variable: {}", printable(expr.text, 60),
                              pou->kind == Pou::Kind::Function        ? "a function"
                              : pou->kind == Pou::Kind::FunctionBlock ? "a function block"
                                                                      : "a program",
                              pou->kind == Pou::Kind::Function
                                  ? "a call has parentheses"
                                  : "a variable of that type is called, or read"));
  names_.fail_unknown(expr.at, "variable", expr.text, visible_names());
}

Operand Compiler::lower_unary(const Expr& expr) {
  Operand operand = lower(*expr.operands[0]);
  operand.at = expr.at;
  if (expr.unary == UnaryOp::Not) {
    if (operand.form == Operand::Form::Integer) {
      operand.number = -operand.number - 1;
      operand.is_inverted = !operand.is_inverted;
      return operand;
    }
    operand = settle(std::move(operand));
    if (operand.type->is_bool()) {
      operand.term = terms().not_(operand.term);
    } else if (operand.type->is_bits() || operand.type->is_integer()) {
      operand.term = terms().make(Op::BvNot, {operand.term});
    } else {
      fail(expr.at, fmt::format("NOT needs BOOL or a bit string, and not {}", operand.type->name));
    }
    operand.type = without_range(operand.type);
    return operand;
  }
  const bool negates = expr.unary == UnaryOp::Negate;
  if (operand.form == Operand::Form::Integer || operand.form == Operand::Form::Duration) {
    if (negates) operand.number = -operand.number;
    operand.is_inverted = false;
    return operand;
  }
  if (operand.form == Operand::Form::Real) {
    if (negates)
      operand.text = operand.text.starts_with('-') ? operand.text.substr(1) : "-" + operand.text;
    return operand;
  }
  if (operand.is_literal() || !(operand.type->is_number() || operand.type->is_duration()))
    fail(expr.at, fmt::format("a sign needs a number, and not {}", settle(operand).type->name));
  if (!negates) return operand;
  if (operand.type->is_real()) {
    operand.term = terms().make(Op::FpNeg, {operand.term});
    return operand;
  }
  const Type* type = wide(without_range(operand.type));
  operand.term = convert(operand, type, expr.at);
  operand.type = type;
  const Term zero = terms().bv(type->bits(), 0);
  check_overflow(BinaryOp::Subtract, type, zero, operand.term);
  operand.term = terms().make(Op::BvNeg, {operand.term});
  return operand;
}

/// AND_THEN and OR_ELSE: what the right side calls happens only if the left side does not decide.
Operand Compiler::lower_short_circuit(const Expr& expr, Operand left) {
  const Type* boolean = basic_type(Basic::Bool);
  const Term first = convert(std::move(left), boolean, expr.operands[0]->at);
  const bool is_and = expr.binary == BinaryOp::AndThen;
  const Term result = out_.variable("short", Sort::boolean(), "", Show::Hidden);
  out_.assign(result, first);
  const Term decides = is_and ? result : terms().not_(result);
  out_.begin_block();
  out_.assign(result, lower_bool(*expr.operands[1]));
  Block then = out_.end_block();
  out_.if_(decides, std::move(then), {});
  return value(boolean, result, expr.at);
}

Operand Compiler::lower_binary(const Expr& expr) {
  Operand left = lower(*expr.operands[0]);
  BinaryOp op = expr.binary;
  // In assertions AND_THEN is AND: what looks back (HELD) looks at every scan, and where the left
  // side decides, the right one is not held against the assertion in either case.
  if (in_annotation_ && !has_call(*expr.operands[1])) {
    if (op == BinaryOp::AndThen) op = BinaryOp::And;
    if (op == BinaryOp::OrElse) op = BinaryOp::Or;
  }
  const bool stops = op == BinaryOp::AndThen || op == BinaryOp::OrElse;
  if (stops && in_annotation_ && looks_back(*expr.operands[1]))
    names_.refuse(expr.at, "calls beside HELD and the like behind AND_THEN and OR_ELSE");
  if (stops) return lower_short_circuit(expr, std::move(left));
  if (has_call(*expr.operands[1])) left = kept(std::move(left));
  const bool decides = in_annotation_ && left.form == Operand::Form::Value &&
                       left.type->is_bool() &&
                       (op == BinaryOp::And || op == BinaryOp::Or || op == BinaryOp::Implies);
  if (decides) guards_.push_back(op == BinaryOp::Or ? terms().not_(left.term) : left.term);
  Operand right = lower(*expr.operands[1]);
  if (decides) guards_.pop_back();
  switch (op) {
    case BinaryOp::Implies: {
      const Type* boolean = basic_type(Basic::Bool);
      const Term a = convert(std::move(left), boolean, expr.operands[0]->at);
      const Term b = convert(std::move(right), boolean, expr.operands[1]->at);
      return value(boolean, terms().implies(a, b), expr.at);
    }
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::And:
      return logic(op, std::move(left), std::move(right), expr.at);
    case BinaryOp::Equal:
    case BinaryOp::NotEqual:
    case BinaryOp::Less:
    case BinaryOp::LessEqual:
    case BinaryOp::Greater:
    case BinaryOp::GreaterEqual:
      return compare(op, std::move(left), std::move(right), expr.at);
    case BinaryOp::Power:
      return power(std::move(left), std::move(right), expr.at);
    default:
      return arithmetic(op, std::move(left), std::move(right), expr.at);
  }
}

Term Compiler::lower_bool(const Expr& expr) {
  const Operand operand = settle(lower(expr));
  if (!operand.type->is_bool())
    fail(expr.at, fmt::format("expected a condition (BOOL), got {}", operand.type->name));
  return operand.term;
}

Term Compiler::lower_as(const Expr& expr, const Type* type) {
  return convert(lower(expr), type, expr.at);
}

}  // namespace cairn::st
