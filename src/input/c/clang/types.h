// SPDX-License-Identifier: MIT
//
// Types: scalars, sizes, lengths of arrays, and the leaves of objects.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

bool Frontend::is_scalar(QualType type) const {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
  return type->isIntegralOrEnumerationType() || type->isPointerType() ||
         type->isRealFloatingType() || type->isVectorType();
}

CScalar Frontend::scalar(QualType type) const {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
  CScalar result;
  if (type->isPointerType() || type->isFunctionType() || type->isArrayType()) {
    result.kind = CScalar::Kind::Pointer;
    result.sort = Sort::bit_vector(unit_.pointer_bits);
    result.storage = unit_.pointer_bits;
    result.show = Show::Pointer;
  } else if (type->isRealFloatingType()) {
    result.kind = CScalar::Kind::Float;
    result.is_signed = true;
    result.show = Show::Float;
    result.storage = static_cast<CBits>(context_->getTypeSize(type));
    const llvm::fltSemantics& format = context_->getFloatTypeSemantics(type);
    if (&format == &llvm::APFloat::IEEEsingle())
      result.sort = Sort::float32();
    else if (&format == &llvm::APFloat::IEEEdouble())
      result.sort = Sort::float64();
    else if (&format == &llvm::APFloat::x87DoubleExtended())
      result.sort = Sort::floating(15, 64);
    else if (&format == &llvm::APFloat::IEEEquad())
      result.sort = Sort::floating(15, 113);
    else
      result.sort = Sort::floating(5, 11);
    if (options_.float_bits) {
      result.number = result.sort;
      // long double shows the leading bit of its significand.
      const bool extended = result.sort == Sort::floating(15, 64);
      result.sort = Sort::bit_vector(extended ? 80 : result.sort.width());
    }
  } else if (type->isBooleanType()) {
    result = {CScalar::Kind::Bool, false, Sort::bit_vector(8), 8, Show::Bool};
  } else if (type->isIntegralOrEnumerationType()) {
    const auto width = static_cast<std::uint32_t>(context_->getTypeSize(type));
    result.is_signed = type->isSignedIntegerOrEnumerationType();
    result.sort = Sort::bit_vector(width);
    result.storage = width;
    result.show = result.is_signed ? Show::Signed : Show::Unsigned;
    if (type->isCharType() && type->isSpecificBuiltinType(clang::BuiltinType::Char_S))
      result.show = Show::Char;
    if (const auto* precise = type->getAs<clang::BitIntType>())
      result.sort = Sort::bit_vector(precise->getNumBits());
  } else if (const auto* vector = type->getAs<clang::VectorType>()) {
    const auto width = static_cast<std::uint32_t>(scalar(vector->getElementType()).storage *
                                                  vector->getNumElements());
    result.sort = Sort::bit_vector(width);
    result.storage = width;
    result.show = Show::Raw;
  }
  return result;
}

CBits Frontend::size_of(QualType type) const {
  if (type->isVoidType() || type->isFunctionType()) return 8;
  if (type->isIncompleteType()) return 0;
  return static_cast<CBits>(context_->getTypeSize(type));
}

Frontend::Size Frontend::dynamic_size(QualType type) {
  const auto* array = context_->getAsVariableArrayType(type);
  if (array == nullptr) {
    const auto* fixed = context_->getAsConstantArrayType(type);
    if (fixed == nullptr || !type->isVariablyModifiedType()) return {kNoTerm, size_of(type)};
    Size size = dynamic_size(fixed->getElementType());
    size.bits *= static_cast<CBits>(fixed->getSize().getLimitedValue(1 << 24));
    return size;
  }
  Size size = dynamic_size(array->getElementType());
  const auto length = lengths_.find(array->getSizeExpr());
  if (length == lengths_.end()) {
    size.count = limit("array of unknown length", Sort::bit_vector(unit_.pointer_bits));
    return size;
  }
  size.count =
      size.count.valid() ? terms_.make(Op::BvMul, {size.count, length->second}) : length->second;
  return size;
}

Term Frontend::times(Term index, const Size& size) {
  return size.count.valid() ? terms_.make(Op::BvMul, {index, size.count}) : index;
}

/// Evaluates the lengths in a type, which C does when control reaches its declaration.
void Frontend::capture_lengths(QualType type) {
  type = type.getCanonicalType();
  if (!type->isVariablyModifiedType()) return;
  if (type->isPointerType()) return capture_lengths(type->getPointeeType());
  if (const auto* array = context_->getAsArrayType(type)) capture_lengths(array->getElementType());
  const auto* array = context_->getAsVariableArrayType(type);
  if (array == nullptr || array->getSizeExpr() == nullptr) return;
  const Expr* expression = array->getSizeExpr();
  const CScalar length = scalar(expression->getType());
  const Term value = rvalue(expression);
  const Sort sort = Sort::bit_vector(unit_.pointer_bits);
  Term& variable = lengths_[expression];
  if (!variable.valid())
    variable = new_variable(procedure_->locals, "length", sort, "", Show::Hidden);
  assign(variable, length.is_signed ? terms_.resize_signed(value, sort.width())
                                    : terms_.resize_unsigned(value, sort.width()));
}

std::vector<CLeaf> Frontend::leaves_of(QualType type) {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>())
    type = atomic->getValueType().getCanonicalType();
  if (is_scalar(type)) {
    const CScalar element = scalar(type);
    CLeaf leaf;
    leaf.storage = element.storage;
    leaf.sort = element.sort;
    leaf.show = element.show;
    return {leaf};
  }
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const auto count = static_cast<CBits>(array->getSize().getLimitedValue());
    const CBits stride = size_of(array->getElementType());
    if (count == 0 || stride == 0) return {};
    std::vector<CLeaf> leaves = leaves_of(array->getElementType());
    repeat_leaves(leaves, count, stride);
    return leaves;
  }
  if (const auto* record = type->getAs<clang::RecordType>())
    return record_leaves(record->getDecl()->getDefinition());
  CObject other;
  other.size = size_of(type);
  melt_leaves(other, 0, other.size);
  return other.leaves;
}

std::vector<CLeaf> Frontend::record_leaves(const clang::RecordDecl* record) {
  if (record == nullptr || record->isInvalidDecl()) return {};
  if (const auto found = record_leaves_.find(record); found != record_leaves_.end())
    return found->second;
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  std::vector<std::vector<CLeaf>> members;
  std::vector<CExtent> extents;
  for (const clang::FieldDecl* field : record->fields()) {
    std::vector<CLeaf> leaves;
    CBits size = 0;
    if (field->isBitField()) {
      const unsigned width = field->getBitWidthValue(*context_);
      if (width == 0) continue;
      CLeaf leaf;
      leaf.storage = width;
      leaf.sort = Sort::bit_vector(width);
      leaf.show = scalar(field->getType()).show;
      leaves.push_back(leaf);
      size = width;
    } else {
      leaves = leaves_of(field->getType());
      size = size_of(field->getType());
    }
    const auto offset = static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex()));
    for (CLeaf& leaf : leaves) {
      leaf.offset += offset;
      if (!field->getName().empty()) leaf.name = "." + field->getName().str() + leaf.name;
    }
    members.push_back(std::move(leaves));
    extents.push_back({offset, size});
  }
  const CBits size = context_->toBits(layout.getSize());
  members.push_back(padding_leaves(std::move(extents), size));
  std::vector<CLeaf> leaves;
  if (record->isUnion()) {
    leaves = overlay_leaves(members, size);
  } else {
    for (std::vector<CLeaf>& member : members)
      std::ranges::move(member, std::back_inserter(leaves));
  }
  record_leaves_[record] = leaves;
  return leaves;
}

CObjectId Frontend::add_object(CObject object) {
  object.address = terms_.variable("&" + object.name, Sort::bit_vector(unit_.pointer_bits));
  unit_.objects.push_back(std::move(object));
  return static_cast<CObjectId>(unit_.objects.size() - 1);
}

CObjectId Frontend::new_object(CObject::Kind kind, std::string name, QualType type) {
  CObject object;
  object.kind = kind;
  object.name = std::move(name);
  object.size = size_of(type);
  if (object.size < 0 || object.size > kLargestObject) {
    // At the start, for every use of it is one.
    Block* const before = block_;
    block_ = &start_;
    limit(fmt::format("object of more than {} MB", kLargestObject >> 23));
    block_ = before;
    object.size = 0;
  } else {
    object.leaves = leaves_of(type);
  }
  if (!type->isIncompleteType())
    object.align = static_cast<std::uint32_t>(context_->getTypeAlignInChars(type).getQuantity());
  if (kind == CObject::Kind::Local && function_ != nullptr) {
    object.function = function_name_;
    object.procedure = function_->procedure;
  }
  return add_object(std::move(object));
}

}  // namespace
}  // namespace cairn
