// SPDX-License-Identifier: MIT
//
// Vectors of GNU C: values of all their bits, operations by element, the first one lowest.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

const clang::VectorType* vector_type(QualType type) {
  return type.getCanonicalType()->getAs<clang::VectorType>();
}

/// The elements of a vector's value.
std::vector<Term> Frontend::lanes(Term value, const clang::VectorType* type) {
  const CScalar element = scalar(type->getElementType());
  const auto width = static_cast<std::uint32_t>(element.storage);
  if (element.kind == CScalar::Kind::Float) unit_.asks_float_signs = true;
  std::vector<Term> result;
  for (std::uint32_t i = 0; i < type->getNumElements(); ++i) {
    const Term bits = terms_.extract(value, (i + 1) * width - 1, i * width);
    result.push_back(element.sort.is_float() ? c_from_memory(terms_, bits, element.sort) : bits);
  }
  return result;
}

Term Frontend::joined(const std::vector<Term>& elements, const clang::VectorType* type) {
  const CBits storage = scalar(type->getElementType()).storage;
  Term value;
  for (const Term element : elements) {
    const Term bits = c_to_memory(terms_, element, storage);
    value = value.valid() ? terms_.concat(bits, value) : bits;
  }
  return value;
}

/// A vector of comparisons has all bits of an element set where they hold.
Term Frontend::vector_binary(clang::BinaryOperatorKind kind, Term left, Term right,
                             QualType operand, QualType result, const Expr* where) {
  const clang::VectorType* from = vector_type(operand);
  const clang::VectorType* to = vector_type(result);
  const CScalar sort = scalar(result);
  if (from == nullptr || to == nullptr || from->getNumElements() != to->getNumElements())
    return limit("vector operation", sort.sort);
  const CScalar element = scalar(from->getElementType());
  const std::vector<Term> a = lanes(left, from);
  const std::vector<Term> b = lanes(right, from);
  std::vector<Term> values;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (clang::BinaryOperator::isComparisonOp(kind)) {
      const CScalar flag = scalar(to->getElementType());
      const Term holds = c_compare(terms_, comparison_kind(kind), number_of(a[i], element),
                                   number_of(b[i], element), element);
      values.push_back(terms_.ite(holds, terms_.constant(Value(BitVector::ones(flag.width()))),
                                  terms_.bv(flag.width(), 0)));
      continue;
    }
    const std::optional<CBinary> op = arithmetic_kind(kind);
    if (!op) return limit("vector operation", sort.sort);
    values.push_back(operate(*op, a[i], b[i], element, element, where));
  }
  return joined(values, to);
}

Term Frontend::vector_unary(const clang::UnaryOperator* expression) {
  const clang::VectorType* type = vector_type(expression->getType());
  const CScalar whole_type = scalar(expression->getType());
  const Term value = rvalue(expression->getSubExpr());
  const CScalar element = scalar(type->getElementType());
  switch (expression->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return value;
    case clang::UO_Not:
      return terms_.make(Op::BvNot, {value});
    case clang::UO_Minus: {
      std::vector<Term> values;
      for (const Term each : lanes(value, type)) values.push_back(negated(each, element));
      return joined(values, type);
    }
    default:
      return limit("vector operation", whole_type.sort);
  }
}

/// A scalar for each element, or the same bits as another type.
Term Frontend::vector_cast(const clang::CastExpr* expression) {
  const CScalar to = scalar(expression->getType());
  const Expr* inner = expression->getSubExpr();
  if (expression->getCastKind() == clang::CK_VectorSplat) {
    const clang::VectorType* type = vector_type(expression->getType());
    const Term value = rvalue(inner);
    return joined(std::vector<Term>(type->getNumElements(), value), type);
  }
  if (expression->getCastKind() == clang::CK_BitCast) {
    const CScalar from = scalar(inner->getType());
    const Term bits = c_to_memory(terms_, rvalue(inner), from.storage);
    if (from.storage == to.storage)
      return to.sort.is_float() ? c_from_memory(terms_, bits, to.sort) : bits;
  }
  return limit(fmt::format("conversion of a vector ({})", expression->getCastKindName()), to.sort);
}

/// An element of a value that has no place.
Term Frontend::vector_element(const clang::ArraySubscriptExpr* expression) {
  const clang::VectorType* type = vector_type(expression->getBase()->getType());
  const std::vector<Term> values = lanes(snapshot(rvalue(expression->getBase())), type);
  const Term index = rvalue(expression->getIdx());
  const std::uint32_t width = terms_.sort(index).width();
  Term result = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;)
    result = terms_.ite(terms_.equal(index, terms_.bv(width, i)), values[i], result);
  return result;
}

/// __builtin_shufflevector: elements of two vectors by number; -1 stands for anything.
Term Frontend::vector_shuffle(const clang::ShuffleVectorExpr* expression) {
  const clang::VectorType* to = vector_type(expression->getType());
  const CScalar sort = scalar(expression->getType());
  // With two arguments the second one is the mask, which is no constant.
  if (expression->getNumSubExprs() < 3) return limit("vector operation", sort.sort);
  std::vector<Term> elements;
  const Term first = snapshot(rvalue(expression->getExpr(0)));
  const Term second = rvalue(expression->getExpr(1));
  for (const auto& [value, which] : {std::pair(first, 0u), std::pair(second, 1u)})
    for (const Term each : lanes(value, vector_type(expression->getExpr(which)->getType())))
      elements.push_back(each);
  std::vector<Term> chosen;
  for (unsigned i = 0; i < to->getNumElements(); ++i) {
    const llvm::APSInt number = expression->getShuffleMaskIdx(*context_, i);
    if (number.isNegative())
      chosen.push_back(arbitrary(scalar(to->getElementType()), "element of a vector"));
    else if (number.getZExtValue() < elements.size())
      chosen.push_back(elements[number.getZExtValue()]);
    else
      return limit("vector operation", sort.sort);
  }
  return joined(chosen, to);
}

/// __builtin_convertvector: each element by itself.
Term Frontend::vector_convert(const clang::ConvertVectorExpr* expression) {
  const clang::VectorType* from = vector_type(expression->getSrcExpr()->getType());
  const clang::VectorType* to = vector_type(expression->getType());
  std::vector<Term> values;
  for (const Term each : lanes(rvalue(expression->getSrcExpr()), from))
    values.push_back(convert(each, scalar(from->getElementType()), scalar(to->getElementType())));
  return joined(values, to);
}

Term Frontend::vector_list(const clang::InitListExpr* list) {
  const clang::VectorType* type = vector_type(list->getType());
  const CScalar element = scalar(type->getElementType());
  std::vector<Term> values;
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    values.push_back(i < list->getNumInits() ? snapshot(rvalue(list->getInit(i)))
                                             : c_zero(terms_, element.sort));
  return joined(values, type);
}

}  // namespace
}  // namespace cairn
