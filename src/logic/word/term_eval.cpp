// SPDX-License-Identifier: MIT
#include "logic/word/term_eval.h"

#include <algorithm>

#include "base/error.h"
#include "logic/word/float_value.h"

namespace cairn {

namespace {

using Values = std::span<const Value>;
using Parameters = std::span<const std::uint32_t>;

Value apply_boolean(Op op, Values v) {
  const auto holds = [](const Value& value) { return value.as_bool(); };
  switch (op) {
    case Op::Not:
      return Value(!v[0].as_bool());
    case Op::And:
      return Value(std::all_of(v.begin(), v.end(), holds));
    case Op::Or:
      return Value(std::any_of(v.begin(), v.end(), holds));
    default:  // Xor
      return Value(v[0].as_bool() != v[1].as_bool());
  }
}

Value apply_bit_vector(Op op, Values v, Parameters parameters) {
  const BitVector& a = v[0].bits();
  const BitVector& b = v[v.size() - 1].bits();
  switch (op) {
    case Op::BvNot:
      return Value(~a);
    case Op::BvNeg:
      return Value(-a);
    case Op::BvAnd:
      return Value(a & b);
    case Op::BvOr:
      return Value(a | b);
    case Op::BvXor:
      return Value(a ^ b);
    case Op::BvAdd:
      return Value(a + b);
    case Op::BvMul:
      return Value(a * b);
    case Op::BvUdiv:
      return Value(a.udiv(b));
    case Op::BvUrem:
      return Value(a.urem(b));
    case Op::BvSdiv:
      return Value(a.sdiv(b));
    case Op::BvSrem:
      return Value(a.srem(b));
    case Op::BvShl:
      return Value(a.shl(b));
    case Op::BvLshr:
      return Value(a.lshr(b));
    case Op::BvAshr:
      return Value(a.ashr(b));
    case Op::BvUlt:
      return Value(a.ult(b));
    case Op::BvUle:
      return Value(!b.ult(a));
    case Op::BvSlt:
      return Value(a.slt(b));
    case Op::BvSle:
      return Value(!b.slt(a));
    case Op::Concat:
      return Value(a.concat(b));
    case Op::Extract:
      return Value(a.extract(parameters[0], parameters[1]));
    case Op::ZeroExtend:
      return Value(a.zero_extend(parameters[0]));
    default:  // SignExtend
      return Value(a.sign_extend(parameters[0]));
  }
}

// Euclid's: the remainder is never negative.
mpz_class euclidean_mod(const mpz_class& a, const mpz_class& b) {
  mpz_class rest;
  mpz_mod(rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return rest;
}

Value apply_integer(Op op, Values v) {
  const mpz_class& a = v[0].as_int();
  const mpz_class& b = v[v.size() - 1].as_int();
  switch (op) {
    case Op::Neg:
      return Value(mpz_class(-a));
    case Op::Add:
      return Value(mpz_class(a + b));
    case Op::Mul:
      return Value(mpz_class(a * b));
    case Op::IntDiv:
      return Value(b == 0 ? mpz_class(0) : mpz_class((a - euclidean_mod(a, b)) / b));
    case Op::IntMod:
      return Value(b == 0 ? a : euclidean_mod(a, b));
    case Op::Le:
      return Value(a <= b);
    case Op::Lt:
      return Value(a < b);
    default:  // ToReal
      return Value(mpq_class(a));
  }
}

Value apply_real(Op op, Values v) {
  const mpq_class& a = v[0].as_real();
  const mpq_class& b = v[v.size() - 1].as_real();
  switch (op) {
    case Op::Neg:
      return Value(mpq_class(-a));
    case Op::Add:
      return Value(mpq_class(a + b));
    case Op::Mul:
      return Value(mpq_class(a * b));
    case Op::RealDiv:
      return Value(b == 0 ? mpq_class(0) : mpq_class(a / b));
    case Op::Le:
      return Value(a <= b);
    case Op::Lt:
      return Value(a < b);
    default: {  // ToInt: the floor
      mpz_class floor;
      mpz_fdiv_q(floor.get_mpz_t(), a.get_num_mpz_t(), a.get_den_mpz_t());
      return Value(floor);
    }
  }
}

}  // namespace

Value apply(Op op, Values operands, Parameters parameters, Sort sort) {
  switch (op) {
    case Op::Variable:
    case Op::Value:
      break;
    case Op::Equal:
      return Value(operands[0] == operands[1]);
    case Op::Ite:
      return operands[operands[0].as_bool() ? 1 : 2];
    case Op::Select:
      return operands[0].select(operands[1]);
    case Op::Store:
      return operands[0].store(operands[1], operands[2]);
    case Op::ConstArray:
      return Value::constant_array(sort, operands[0]);
    default:
      if (op <= Op::Xor) return apply_boolean(op, operands);
      if (op <= Op::SignExtend) return apply_bit_vector(op, operands, parameters);
      if (op < Op::Neg) return apply_float(op, operands, parameters, sort);
      return operands[0].sort().is_int() ? apply_integer(op, operands) : apply_real(op, operands);
  }
  internal_error(__FILE__, __LINE__, "not an application");
}

const Value& Evaluator::operator()(Term term) {
  std::vector<Term> stack{term};
  std::vector<Value> values;
  while (!stack.empty()) {
    const Term part = stack.back();
    if (values_.count(part) != 0) {
      stack.pop_back();
      continue;
    }
    if (terms_.is_value(part)) {
      values_.emplace(part, terms_.value(part));
      continue;
    }
    if (terms_.is_variable(part)) {
      const auto found = assignment_.find(part);
      values_.emplace(part,
                      found != assignment_.end() ? found->second : Value::zero(terms_.sort(part)));
      continue;
    }
    const auto operands = terms_.operands(part);
    const std::size_t before = stack.size();
    for (const Term operand : operands)
      if (values_.count(operand) == 0) stack.push_back(operand);
    if (stack.size() > before) continue;
    values.clear();
    for (const Term operand : operands) values.push_back(values_.at(operand));
    std::uint32_t parameters[2] = {};
    const unsigned count = parameter_count(terms_.op(part));
    for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(part, i);
    values_.emplace(
        part, apply(terms_.op(part), values, std::span(parameters, count), terms_.sort(part)));
  }
  return values_.at(term);
}

Value evaluate(const Terms& terms, Term term, const Assignment& assignment) {
  return Evaluator(terms, assignment)(term);
}

}  // namespace cairn
