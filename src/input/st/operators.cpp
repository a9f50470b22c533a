// SPDX-License-Identifier: MIT
//
// Operators. Integers wrap at the type of the operation; division truncates toward zero, and MOD
// has the sign of the dividend. REAL and LREAL are IEEE 754, rounded to the nearest.
#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"

namespace cairn::st {
namespace {

constexpr auto kNearest = RoundingMode::NearestEven;

}  // namespace

/// In which type a dialect computes.
const Type* Compiler::wide(const Type* type) const {
  if (options_.arithmetic == ReadOptions::Arithmetic::Wrap) return type;
  if (!type->is_integer() || type->bits() >= 32) return type;
  return basic_type(Basic::DInt);  // what is shorter fits
}

Operand Compiler::arithmetic(BinaryOp op, Operand a, Operand b, const Spot& at) {
  const bool has_time = [&] {
    for (const Operand* one : {&a, &b})
      if (one->form == Operand::Form::Duration ||
          (!one->is_literal() && (one->type->is_duration() || one->type->is_date())))
        return true;
    return false;
  }();
  if (has_time) return duration_arithmetic(op, a, b, at);
  if (a.form == Operand::Form::Integer && b.form == Operand::Form::Integer) {
    if ((op == BinaryOp::Divide || op == BinaryOp::Modulo) && b.number == 0)
      fail(at, "division by zero");
    Operand result = a;
    result.at = at;
    result.is_inverted = false;
    result.number = op == BinaryOp::Add        ? mpz_class(a.number + b.number)
                    : op == BinaryOp::Subtract ? mpz_class(a.number - b.number)
                    : op == BinaryOp::Multiply ? mpz_class(a.number * b.number)
                    : op == BinaryOp::Divide   ? mpz_class(a.number / b.number)
                                               : mpz_class(a.number % b.number);
    return result;
  }
  const Type* type = common_type(a, b, at, to_string(op));
  if (!type->is_number() && !type->is_bits())
    fail(at, fmt::format("'{}' needs numbers, and not {}", to_string(op), type->name));
  type = wide(type);
  const Term left = convert(std::move(a), type, at);
  const Term right = convert(std::move(b), type, at);
  if (type->is_real()) {
    if (op == BinaryOp::Modulo) fail(at, fmt::format("MOD needs integers, and not {}", type->name));
    return value(type, real_operation(op, left, right), at);
  }
  return value(type, integer_operation(op, type, left, right, at), at);
}

Term Compiler::real_operation(BinaryOp op, Term a, Term b) {
  const Op operation = op == BinaryOp::Add        ? Op::FpAdd
                       : op == BinaryOp::Subtract ? Op::FpSub
                       : op == BinaryOp::Multiply ? Op::FpMul
                                                  : Op::FpDiv;
  const Term operands[] = {a, b};
  return terms().rounded(operation, kNearest, operands);
}

/// A claim, or the end of what is modelled, where the divisor is zero.
Term Compiler::divisor_checked(Term divisor, Term result, const Spot& at) {
  const Term zero = terms().bv(terms().sort(divisor).width(), 0);
  const Term is_zero = terms().equal(divisor, zero);
  if (terms().is_true(is_zero)) fail(at, "division by zero");
  if (terms().is_false(is_zero)) return result;
  mark(at);
  const bool stops = options_.division_by_zero == ReadOptions::DivisionByZero::Stop;
  if (checks("division") && !in_annotation_) {
    out_.assert_(terms().not_(is_zero), "the divisor is not zero");
    if (stops) out_.assume(terms().not_(is_zero));
  } else if (stops) {
    limit(terms().not_(is_zero), "a division by zero");
  }
  return stops ? result : terms().ite(is_zero, terms().bv(terms().sort(result).width(), 0), result);
}

void Compiler::check_overflow(BinaryOp op, const Type* type, Term a, Term b) {
  if (!checks("overflow") || in_annotation_ || type->is_real()) return;
  const std::uint32_t width = type->bits();
  const bool is_signed = type->is_signed();
  // Exact in twice the width and one more.
  const std::uint32_t wide_width = 2 * width + 1;
  const auto extend = [&](Term term) {
    return is_signed ? terms().sign_extend(term, wide_width)
                     : terms().zero_extend(term, wide_width);
  };
  const Term x = extend(a), y = extend(b);
  Term exact;
  if (op == BinaryOp::Add) exact = terms().make(Op::BvAdd, {x, y});
  if (op == BinaryOp::Subtract) exact = terms().bv_sub(x, y);
  if (op == BinaryOp::Multiply) exact = terms().make(Op::BvMul, {x, y});
  if (op == BinaryOp::Divide) exact = terms().make(Op::BvSdiv, {x, y});
  if (!exact.valid()) return;
  const Term fits = terms().equal(extend(terms().extract(exact, width - 1, 0)), exact);
  out_.assert_(fits, fmt::format("{} does not overflow {}", to_string(op), type->name));
}

Term Compiler::integer_operation(BinaryOp op, const Type* type, Term a, Term b, const Spot& at) {
  mark(at);
  const bool is_signed = type->is_signed();
  switch (op) {
    case BinaryOp::Add:
      check_overflow(op, type, a, b);
      return terms().make(Op::BvAdd, {a, b});
    case BinaryOp::Subtract:
      check_overflow(op, type, a, b);
      return terms().bv_sub(a, b);
    case BinaryOp::Multiply:
      check_overflow(op, type, a, b);
      return terms().make(Op::BvMul, {a, b});
    case BinaryOp::Divide: {
      const Term result =
          divisor_checked(b, terms().make(is_signed ? Op::BvSdiv : Op::BvUdiv, {a, b}), at);
      if (is_signed) check_overflow(op, type, a, b);
      return result;
    }
    default:
      return divisor_checked(b, terms().make(is_signed ? Op::BvSrem : Op::BvUrem, {a, b}), at);
  }
}

/// TIME with TIME, with a number, and with dates.
Operand Compiler::duration_arithmetic(BinaryOp op, const Operand& a, const Operand& b,
                                      const Spot& at) {
  const auto is_time = [](const Operand& one) {
    return one.form == Operand::Form::Duration || (!one.is_literal() && one.type->is_duration());
  };
  const auto is_date = [](const Operand& one) { return !one.is_literal() && one.type->is_date(); };
  const auto refuse = [&]() -> Operand {
    fail(at, fmt::format("'{}' is not defined for {} and {}", to_string(op), settle(a).type->name,
                         settle(b).type->name));
  };
  const bool is_sum = op == BinaryOp::Add || op == BinaryOp::Subtract;
  if (is_time(a) && is_time(b)) {
    if (!is_sum) return refuse();
    if (a.is_literal() && b.is_literal()) {
      Operand result = a;
      result.number =
          op == BinaryOp::Add ? mpz_class(a.number + b.number) : mpz_class(a.number - b.number);
      return result;
    }
    Operand left = a, right = b;
    const Type* type = common_type(left, right, at, to_string(op));
    const Term x = convert(left, type, at), y = convert(right, type, at);
    return value(type, integer_operation(op, type, x, y, at), at);
  }
  const bool scales = op == BinaryOp::Multiply || op == BinaryOp::Divide;
  const Operand& time = is_time(a) ? a : b;
  const Operand& factor = is_time(a) ? b : a;
  if (scales && is_time(time) && !is_time(factor) && !is_date(factor) &&
      (op == BinaryOp::Multiply || is_time(a))) {
    const Operand number = settle(factor);
    const Operand duration = settle(time);
    if (number.type->is_real())
      names_.refuse(at, fmt::format("{} {} {}: what is rounded differs", duration.type->name,
                                    to_string(op), number.type->name));
    if (!number.type->is_integer()) return refuse();
    if (number.type->bits() > duration.type->bits()) return refuse();
    const Term x = duration.term;
    const Term y = number.type->is_signed()
                       ? terms().sign_extend(number.term, duration.type->bits())
                       : terms().zero_extend(number.term, duration.type->bits());
    return value(duration.type, integer_operation(op, duration.type, x, y, at), at);
  }
  if (!is_sum) return refuse();
  names_.refuse(at, "sums and differences of dates");
}

Operand Compiler::compare(BinaryOp op, Operand a, Operand b, const Spot& at) {
  const Type* type = common_type(a, b, at, to_string(op));
  const Term x = convert(std::move(a), type, at);
  const Term y = convert(std::move(b), type, at);
  const Type* boolean = basic_type(Basic::Bool);
  const bool is_equality = op == BinaryOp::Equal || op == BinaryOp::NotEqual;
  if (is_equality) {
    const Term equal = type->is_real() ? terms().make(Op::FpEq, {x, y}) : terms().equal(x, y);
    return value(boolean, op == BinaryOp::Equal ? equal : terms().not_(equal), at);
  }
  if (type->is_string()) names_.refuse(at, "the order of strings");
  if (type->kind == Type::Kind::Enum)
    fail(at, fmt::format("'{}' needs numbers, and not {}", to_string(op), type->name));
  if (type->is_bool()) {
    // FALSE is less than TRUE.
    const Term less = terms().and_(terms().not_(x), y), greater = terms().and_(x, terms().not_(y));
    const Term result = op == BinaryOp::Less        ? less
                        : op == BinaryOp::Greater   ? greater
                        : op == BinaryOp::LessEqual ? terms().not_(greater)
                                                    : terms().not_(less);
    return value(boolean, result, at);
  }
  const bool swaps = op == BinaryOp::Greater || op == BinaryOp::GreaterEqual;
  const bool is_strict = op == BinaryOp::Less || op == BinaryOp::Greater;
  const Op operation = type->is_real()     ? (is_strict ? Op::FpLt : Op::FpLe)
                       : type->is_signed() ? (is_strict ? Op::BvSlt : Op::BvSle)
                                           : (is_strict ? Op::BvUlt : Op::BvUle);
  return value(boolean, swaps ? terms().make(operation, {y, x}) : terms().make(operation, {x, y}),
               at);
}

Operand Compiler::logic(BinaryOp op, Operand a, Operand b, const Spot& at) {
  const Type* type = common_type(a, b, at, to_string(op));
  const Term x = convert(std::move(a), type, at);
  const Term y = convert(std::move(b), type, at);
  if (type->is_bool()) {
    const Op operation = op == BinaryOp::Or ? Op::Or : op == BinaryOp::And ? Op::And : Op::Xor;
    return value(type, terms().make(operation, {x, y}), at);
  }
  if (!type->is_bits() && !type->is_integer())
    fail(at, fmt::format("{} needs BOOL or bit strings, and not {}", to_string(op), type->name));
  const Op operation = op == BinaryOp::Or ? Op::BvOr : op == BinaryOp::And ? Op::BvAnd : Op::BvXor;
  return value(type, terms().make(operation, {x, y}), at);
}

/// x ** n: of integers with a constant exponent, as products; of reals it has no exact model.
Operand Compiler::power(Operand a, Operand b, const Spot& at) {
  constexpr std::uint32_t kMostFactors = 64;
  const bool is_small =
      b.form == Operand::Form::Integer && b.number >= 0 && b.number <= kMostFactors;
  if (!is_small || (!a.is_literal() && !a.type->is_integer()))
    names_.refuse(at, "powers but those of integers with a constant exponent up to 64");
  if (a.form == Operand::Form::Integer) {
    Operand result = a;
    result.is_inverted = false;
    mpz_pow_ui(result.number.get_mpz_t(), a.number.get_mpz_t(), b.number.get_ui());
    return result;
  }
  if (a.is_literal()) names_.refuse(at, "powers of reals");
  const Type* type = wide(without_range(a.type));
  const Term base = convert(std::move(a), type, at);
  Term result = terms().bv(type->bits(), 1);
  for (unsigned long i = 0; i < b.number.get_ui(); ++i)
    result = i == 0 ? base : integer_operation(BinaryOp::Multiply, type, result, base, at);
  return value(type, result, at);
}

}  // namespace cairn::st
