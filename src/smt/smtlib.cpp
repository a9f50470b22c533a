// SPDX-License-Identifier: MIT
#include "smt/smtlib.h"

#include <fmt/format.h>

#include "base/error.h"
#include "smt/corner_case.h"

namespace cairn {
namespace {

std::string scalar_sort(const ScalarSort& sort) {
  switch (sort.kind) {
    case SortKind::Bool:
      return "Bool";
    case SortKind::BitVector:
      return fmt::format("(_ BitVec {})", sort.size);
    case SortKind::Float:
      return fmt::format("(_ FloatingPoint {} {})", sort.exponent, sort.size);
    case SortKind::Int:
      return "Int";
    default:
      return "Real";
  }
}

std::string integer(const mpz_class& value) {
  return value < 0 ? fmt::format("(- {})", mpz_class(-value).get_str()) : value.get_str();
}

std::string_view mode_name(RoundingMode mode) {
  switch (mode) {
    case RoundingMode::NearestEven:
      return "RNE";
    case RoundingMode::NearestAway:
      return "RNA";
    case RoundingMode::Up:
      return "RTP";
    case RoundingMode::Down:
      return "RTN";
    default:
      return "RTZ";
  }
}

/// Of operations without index.
std::string_view operator_name(Op op) {
  switch (op) {
    case Op::Equal:
      return "=";
    case Op::Ite:
      return "ite";
    case Op::Not:
      return "not";
    case Op::And:
      return "and";
    case Op::Or:
      return "or";
    case Op::Xor:
      return "xor";
    case Op::BvNot:
      return "bvnot";
    case Op::BvNeg:
      return "bvneg";
    case Op::BvAnd:
      return "bvand";
    case Op::BvOr:
      return "bvor";
    case Op::BvXor:
      return "bvxor";
    case Op::BvAdd:
      return "bvadd";
    case Op::BvMul:
      return "bvmul";
    case Op::BvUdiv:
      return "bvudiv";
    case Op::BvUrem:
      return "bvurem";
    case Op::BvSdiv:
      return "bvsdiv";
    case Op::BvSrem:
      return "bvsrem";
    case Op::BvShl:
      return "bvshl";
    case Op::BvLshr:
      return "bvlshr";
    case Op::BvAshr:
      return "bvashr";
    case Op::BvUlt:
      return "bvult";
    case Op::BvUle:
      return "bvule";
    case Op::BvSlt:
      return "bvslt";
    case Op::BvSle:
      return "bvsle";
    case Op::Concat:
      return "concat";
    case Op::Select:
      return "select";
    case Op::Store:
      return "store";
    case Op::FpAbs:
      return "fp.abs";
    case Op::FpNeg:
      return "fp.neg";
    case Op::FpAdd:
      return "fp.add";
    case Op::FpSub:
      return "fp.sub";
    case Op::FpMul:
      return "fp.mul";
    case Op::FpDiv:
      return "fp.div";
    case Op::FpFma:
      return "fp.fma";
    case Op::FpSqrt:
      return "fp.sqrt";
    case Op::FpRem:
      return "fp.rem";
    case Op::FpRoundToIntegral:
      return "fp.roundToIntegral";
    case Op::FpMin:
      return "fp.min";
    case Op::FpMax:
      return "fp.max";
    case Op::FpLe:
      return "fp.leq";
    case Op::FpLt:
      return "fp.lt";
    case Op::FpEq:
      return "fp.eq";
    case Op::FpIsNan:
      return "fp.isNaN";
    case Op::FpIsInfinite:
      return "fp.isInfinite";
    case Op::FpIsZero:
      return "fp.isZero";
    case Op::FpIsNormal:
      return "fp.isNormal";
    case Op::FpIsSubnormal:
      return "fp.isSubnormal";
    case Op::FpIsNegative:
      return "fp.isNegative";
    case Op::Neg:
      return "-";
    case Op::Add:
      return "+";
    case Op::Mul:
      return "*";
    case Op::IntDiv:
      return "div";
    case Op::IntMod:
      return "mod";
    case Op::RealDiv:
      return "/";
    case Op::Le:
      return "<=";
    case Op::Lt:
      return "<";
    case Op::ToReal:
      return "to_real";
    case Op::ToInt:
      return "to_int";
    default:
      return "";
  }
}

}  // namespace

std::string smtlib_sort(const Sort& sort) {
  const std::string element = scalar_sort(sort.element);
  return sort.array ? fmt::format("(Array {} {})", scalar_sort(sort.index), element) : element;
}

std::string smtlib_value(const Value& value) {
  const Sort& sort = value.sort();
  if (sort.is_bool()) return value.as_bool() ? "true" : "false";
  if (sort.is_bit_vector()) return "#b" + value.bits().to_binary();
  if (sort.is_int()) return integer(value.as_int());
  if (sort.is_real())
    return fmt::format("(/ {} {})", integer(value.as_real().get_num()),
                       value.as_real().get_den().get_str());
  if (sort.is_float()) {
    const std::string bits = value.bits().to_binary();
    const std::size_t exponent = sort.element.exponent;
    return fmt::format("(fp #b{} #b{} #b{})", bits.substr(0, 1), bits.substr(1, exponent),
                       bits.substr(1 + exponent));
  }
  std::string text =
      fmt::format("((as const {}) {})", smtlib_sort(sort), smtlib_value(value.array().otherwise));
  for (const auto& [index, element] : value.array().entries)
    text = fmt::format("(store {} {} {})", text, smtlib_value(index), smtlib_value(element));
  return text;
}

std::string SmtLibWriter::head(Term term) const {
  const Sort& sort = terms_.sort(term);
  const auto to_fp = [&](std::string_view name) {
    return fmt::format("(_ {} {} {})", name, sort.element.exponent, sort.element.size);
  };
  switch (terms_.op(term)) {
    case Op::Extract:
      return fmt::format("(_ extract {} {})", terms_.parameter(term, 0), terms_.parameter(term, 1));
    case Op::ZeroExtend:
    case Op::SignExtend:
      return fmt::format("(_ {} {})",
                         terms_.op(term) == Op::ZeroExtend ? "zero_extend" : "sign_extend",
                         sort.width() - terms_.sort(terms_.operands(term)[0]).width());
    case Op::ConstArray:
      return fmt::format("(as const {})", smtlib_sort(sort));
    case Op::FpFromBits:
    case Op::FpToFp:
    case Op::SbvToFp:
      return to_fp("to_fp");
    case Op::UbvToFp:
      return to_fp("to_fp_unsigned");
    case Op::FpToSbv:
      return fmt::format("(_ fp.to_sbv {})", sort.width());
    case Op::FpToUbv:
      return fmt::format("(_ fp.to_ubv {})", sort.width());
    default:
      return std::string(operator_name(terms_.op(term)));
  }
}

/// A bit-vector that the float is made of.
std::string SmtLibWriter::bits_of_float(Term term, std::string& script) {
  const Sort& from = terms_.sort(terms_.operands(term)[0]);
  const std::string bits = fmt::format("b{}", term.id), side = fmt::format("s{}", term.id);
  script += fmt::format("(declare-const {} {})\n", bits, smtlib_sort(terms_.sort(term)));
  script += fmt::format("(define-fun {} () Bool (= ((_ to_fp {} {}) {}) {}))\n", side,
                        from.element.exponent, from.element.size, bits, operand(term, 0));
  side_conditions_.push_back(side);
  return bits;
}

std::string SmtLibWriter::application(Term term, std::string& script) {
  if (terms_.op(term) == Op::FpToBits) return bits_of_float(term, script);
  std::string text = fmt::format("({}", head(term));
  const bool rounds = terms_.op(term) >= Op::FpFromBits && parameter_count(terms_.op(term)) == 1;
  if (rounds) fmt::format_to(std::back_inserter(text), " {}", mode_name(terms_.rounding(term)));
  for (std::size_t i = 0; i < terms_.operands(term).size(); ++i) (text += " ") += operand(term, i);
  return text + ")";
}

std::string SmtLibWriter::define(Term term, std::string& script) {
  if (terms_.is_value(term)) return smtlib_value(terms_.value(term));
  const std::string sort = smtlib_sort(terms_.sort(term));
  if (terms_.is_variable(term)) {
    const std::string name = fmt::format("v{}", term.id);
    // A comment ends with its line.
    script += fmt::format("(declare-const {} {}) ; {}\n", name, sort, printable(terms_.name(term)));
    return name;
  }
  std::string text = application(term, script);
  if (const auto corner = corner_case(terms_, term))
    text = fmt::format("(ite {} {} {})", names_.at(corner->defined), text,
                       names_.at(corner->otherwise));
  const std::string name = fmt::format("t{}", term.id);
  script += fmt::format("(define-fun {} () {} {})\n", name, sort, text);
  return name;
}

std::string SmtLibWriter::name(Term term, std::string& script) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term next = stack.back();
    if (names_.contains(next)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    const auto need = [&](Term operand) {
      if (!names_.contains(operand)) stack.push_back(operand);
    };
    if (const auto corner = corner_case(terms_, next)) {
      need(corner->defined);
      need(corner->otherwise);
    }
    for (const Term operand : terms_.operands(next)) need(operand);
    if (stack.size() != before) continue;
    stack.pop_back();
    names_.emplace(next, define(next, script));
  }
  return names_.find(term)->second;
}

std::string smtlib_query(Terms& terms, std::span<const Term> formulas,
                         std::span<const Term> assumptions, std::string_view status) {
  std::string script = "(set-logic ALL)\n";
  if (!status.empty()) script += fmt::format("(set-info :status {})\n", status);
  SmtLibWriter writer(terms);
  std::string asserts;
  for (const auto part : {formulas, assumptions})
    for (const Term formula : part)
      asserts += fmt::format("(assert {})\n", writer.name(formula, script));
  for (const std::string& side : writer.side_conditions())
    asserts += fmt::format("(assert {})\n", side);
  return script + asserts + "(check-sat)\n";
}

}  // namespace cairn
