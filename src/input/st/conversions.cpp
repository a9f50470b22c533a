// SPDX-License-Identifier: MIT
//
// What converts into what. Without saying so: literals to any type that has their value; shorter to
// longer integers of the same signedness, unsigned to longer signed ones; integers to REAL and
// LREAL; REAL to LREAL; shorter to longer bit strings; TIME to LTIME. All else needs X_TO_Y.
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "logic/word/float_value.h"

namespace cairn::st {
namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;

/// The first type in which a number fits.
const Type* type_of_number(const mpz_class& number) {
  for (const Basic which : {Basic::Int, Basic::DInt, Basic::LInt, Basic::ULInt}) {
    const auto [least, most] = limits_of(*basic_type(which));
    if (number >= least && number <= most) return basic_type(which);
  }
  return nullptr;
}

}  // namespace

/// A literal's type where nothing else says one.
const Type* Compiler::settled_type(const Operand& literal) const {
  switch (literal.form) {
    case Operand::Form::Integer: {
      const Type* type = type_of_number(literal.number);
      if (type == nullptr) fail(literal.at, "the number has more than 64 bits");
      return type;
    }
    case Operand::Form::Real:
      return basic_type(Basic::Real);
    case Operand::Form::Duration:
      return basic_type(Basic::Time);
    case Operand::Form::String:
      return basic_type(Basic::String);
    case Operand::Form::Value:
      break;
  }
  return literal.type;
}

Operand Compiler::settle(Operand operand) {
  if (!operand.is_literal()) return operand;
  const Type* type = settled_type(operand);
  return value(type, literal_as(operand, type, operand.at), operand.at);
}

bool Compiler::widens(const Type* from, const Type* to) const {
  if (same_type(from, to)) return true;
  if (from->kind != Type::Kind::Basic || to->kind != Type::Kind::Basic) return false;
  if (from->is_integer() && to->is_integer()) {
    if (from->is_signed() == to->is_signed()) return from->bits() <= to->bits();
    return to->is_signed() && from->bits() < to->bits();
  }
  if (from->is_integer() && to->is_real()) return true;
  if (from->is(Basic::Real) && to->is(Basic::LReal)) return true;
  if (from->is_bits() && to->is_bits()) return from->bits() <= to->bits();
  if (from->is_bits() && to->is_integer())
    return from->bits() < to->bits() || (from->bits() == to->bits() && !to->is_signed());
  if (from->is_string() && to->is_string()) return from->basic == to->basic;
  return from->is(Basic::Time) && to->is(Basic::LTime);
}

/// The type in which two operands meet.
const Type* Compiler::common_type(Operand& a, Operand& b, const Spot& at, std::string_view what) {
  if (a.is_literal() && b.is_literal()) {
    const Type* left = settled_type(a);
    const Type* right = settled_type(b);
    return widens(left, right) ? right : left;
  }
  if (a.is_literal() || b.is_literal()) {
    const Operand& literal = a.is_literal() ? a : b;
    const Type* type = without_range(a.is_literal() ? b.type : a.type);
    // A real literal with an integer makes the integer real.
    if (literal.form == Operand::Form::Real && type->is_integer()) return basic_type(Basic::Real);
    return type;
  }
  const Type* left = without_range(a.type);
  const Type* right = without_range(b.type);
  if (widens(left, right)) return right;
  if (widens(right, left)) return left;
  if (left->is_integer() && right->is_integer()) {
    // UINT with INT: the shortest type that has both.
    for (const Basic which : {Basic::Int, Basic::DInt, Basic::LInt})
      if (widens(left, basic_type(which)) && widens(right, basic_type(which)))
        return basic_type(which);
  }
  fail(at, fmt::format("'{}' has operands of different types, {} and {}", what, left->name,
                       right->name));
}

Value Compiler::real_value(const std::string& text, const Type* type) const {
  if (type->is(Basic::Real)) {
    const float number = std::strtof(text.c_str(), nullptr);
    std::uint32_t bits = 0;
    static_assert(sizeof bits == sizeof number);
    std::memcpy(&bits, &number, sizeof bits);
    return Value::of_float(Sort::float32(), BitVector(32, bits));
  }
  const double number = std::strtod(text.c_str(), nullptr);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return Value::of_float(Sort::float64(), BitVector(64, bits));
}

Term Compiler::literal_as(const Operand& literal, const Type* type, const Spot& at) {
  const auto refuse = [&](const char* what) -> Term {
    fail(at, fmt::format("expected {}, got {}", type->name, what));
  };
  switch (literal.form) {
    case Operand::Form::Integer: {
      if (literal.is_inverted &&
          (type->is_bool() || type->is_bits() || (type->is_integer() && !type->is_signed()))) {
        // All bits of the type are turned over.
        Operand upright = literal;
        upright.is_inverted = false;
        upright.number = -literal.number - 1;
        const Term term = literal_as(upright, type, at);
        return type->is_bool() ? terms().not_(term) : terms().make(Op::BvNot, {term});
      }
      if (type->is_real()) return terms().constant(real_value(literal.number.get_str(), type));
      if (type->is_bool()) {
        if (literal.number == 0 || literal.number == 1) return terms().boolean(literal.number == 1);
        return refuse("a number");
      }
      if (type->kind == Type::Kind::Enum) {
        for (const Type::EnumValue& one : type->values)
          if (mpz_class(std::to_string(one.value)) == literal.number)
            return terms().bv(type->width, one.value);
        fail(at, fmt::format("{} is no value of {}", literal.number.get_str(), type->name));
      }
      if (!type->is_integer() && !type->is_bits()) return refuse("a number");
      const auto [least, most] = limits_of(*type);
      // 16#FFFF is -1 of INT for some; the standard has it as a number that is too large.
      if (literal.number < least || literal.number > most)
        fail(at, fmt::format("{} is not among the values of {}, {} to {}", literal.number.get_str(),
                             type->name, least.get_str(), most.get_str()));
      return terms().constant(Value(to_bit_vector(type->bits(), literal.number)));
    }
    case Operand::Form::Real:
      if (!type->is_real()) return refuse("a real number");
      return terms().constant(real_value(literal.text, type));
    case Operand::Form::Duration: {
      if (!type->is_duration()) return refuse("a duration");
      const mpz_class unit = type->is(Basic::Time) ? kMillisecond : 1;
      if (literal.number % unit != 0)
        names_.refuse(at, "parts of a millisecond in TIME (LTIME has nanoseconds)");
      const mpz_class count = literal.number / unit;
      const auto [least, most] = limits_of(*type);
      if (count < least || count > most)
        names_.refuse(at, fmt::format("durations beyond {} (24 days in TIME)", type->name));
      return terms().constant(Value(to_bit_vector(type->bits(), count)));
    }
    case Operand::Form::String: {
      if (type->is(Basic::Char) && literal.text.size() == 1)
        return terms().bv(8, static_cast<unsigned char>(literal.text[0]));
      if (!type->is_string()) return refuse("a string");
      if (type->is(Basic::WideString)) names_.refuse(at, "strings of wide characters");
      mpz_class bits = 0;
      const std::size_t length = std::min<std::size_t>(literal.text.size(), type->length);
      for (std::size_t i = length; i-- > 0;)
        bits = (bits << 8) + static_cast<unsigned char>(literal.text[i]);
      return terms().constant(Value(to_bit_vector(type->bits(), bits)));
    }
    case Operand::Form::Value:
      break;
  }
  return literal.term;
}

Term Compiler::convert(Operand operand, const Type* type, const Spot& at) {
  if (operand.is_literal()) return literal_as(operand, type, operand.at);
  if (!operand.type->is_scalar() || !type->is_scalar())
    fail(at, fmt::format("expected {}, got {}", type->name, operand.type->name));
  const bool is_wide = options_.arithmetic == ReadOptions::Arithmetic::Wide;
  const bool narrows_back = is_wide && operand.type->is(Basic::DInt) && type->is_integer();
  if (!widens(operand.type, type) && !narrows_back) {
    const std::string hint =
        operand.type->kind == Type::Kind::Basic && type->kind == Type::Kind::Basic &&
                !operand.type->is_string() && !type->is_string()
            ? fmt::format("; {}_TO_{} converts", without_range(operand.type)->name,
                          without_range(type)->name)
            : "";
    fail(at, fmt::format("expected {}, got {}{}", type->name, operand.type->name, hint));
  }
  return cast(operand.term, without_range(operand.type), without_range(type), at, false);
}

Term Compiler::cast(Term term, const Type* from, const Type* to, const Spot& at, bool truncates) {
  if (same_type(from, to)) return term;
  const auto nearest = RoundingMode::NearestEven;
  if (to->is_bool()) {
    if (from->is_real()) {
      const Term zero = terms().constant(Value::zero(from->sort()));
      return terms().not_(terms().make(Op::FpEq, {term, zero}));
    }
    return terms().distinct(term, terms().bv(terms().sort(term).width(), 0));
  }
  if (from->is_bool()) {
    const Term bit = terms().ite(term, terms().bv(1, 1), terms().bv(1, 0));
    if (to->is_real()) return terms().rounded(Op::UbvToFp, nearest, std::span(&bit, 1), to->sort());
    return terms().resize_unsigned(bit, to->bits());
  }
  if (from->is_string() || to->is_string()) {
    if (!from->is_string() || !to->is_string() || from->basic != to->basic)
      names_.refuse(at, fmt::format("conversions between {} and {}", from->name, to->name));
    return terms().resize_unsigned(term, to->bits());
  }
  if (from->is_real() && to->is_real())
    return terms().rounded(Op::FpToFp, nearest, std::span(&term, 1), to->sort());
  if (to->is_real()) {
    const Op op = from->is_signed() ? Op::SbvToFp : Op::UbvToFp;
    return terms().rounded(op, nearest, std::span(&term, 1), to->sort());
  }
  if (from->is_real()) {
    const auto mode = truncates ? RoundingMode::Zero : nearest;
    const Sort sort = Sort::bit_vector(to->bits());
    // What lies beyond differs from processor to processor.
    const auto [least, most] = limits_of(*to);
    const Term whole = terms().rounded(Op::FpRoundToIntegral, mode, std::span(&term, 1));
    const Term low = terms().constant(real_value(least.get_str(), from));
    const Term high = terms().constant(real_value(mpz_class(most + 1).get_str(), from));
    mark(at);
    limit(terms().and_(terms().make(Op::FpLe, {low, whole}), terms().make(Op::FpLt, {whole, high})),
          fmt::format("a conversion to {} of a number that it does not have", to->name));
    return terms().rounded(to->is_signed() ? Op::FpToSbv : Op::FpToUbv, mode, std::span(&term, 1),
                           sort);
  }
  if (from->is(Basic::Time) && to->is(Basic::LTime)) {
    const Term wide_term = terms().sign_extend(term, 64);
    return terms().make(Op::BvMul, {wide_term, terms().bv(64, kMillisecond)});
  }
  if (from->is(Basic::LTime) && to->is(Basic::Time)) {
    const Term milliseconds = terms().make(Op::BvSdiv, {term, terms().bv(64, kMillisecond)});
    return terms().extract(milliseconds, 31, 0);
  }
  return from->is_signed() ? terms().resize_signed(term, to->bits())
                           : terms().resize_unsigned(term, to->bits());
}

}  // namespace cairn::st
