// SPDX-License-Identifier: MIT
//
// Arguments of the function that runs, if that is not main(): arbitrary values, and for pointers
// objects of their own with arbitrary contents. Objects are filled scalar by scalar, so that a
// counterexample says what is where (format/c/argument_note.h).
#pragma once

#include "format/c/argument_note.h"
#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// Pointers in objects that pointers point to have objects, too, down to here; deeper ones have
/// arbitrary values.
constexpr unsigned kEntryDepth = 2;

std::vector<Term> Frontend::entry_arguments(Function& entry) {
  std::vector<Term> values;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const clang::ParmVarDecl* declaration =
        entry.definition->getParamDecl(static_cast<unsigned>(i));
    const Function::Parameter& parameter = entry.parameters[i];
    const QualType type = declaration->getType();
    ArgumentNote note;
    note.parameter = static_cast<std::uint32_t>(i + 1);
    note.name = declaration->getNameAsString();
    if (parameter.object != kNoObject) {
      note.kind = ArgumentNote::Kind::Record;
      note.object = ++entry_objects_;
      note.bytes = static_cast<std::uint64_t>(size_of(type)) / 8;
      note.type = type.getUnqualifiedType().getAsString();
      havoc(Sort::boolean(), argument_text(note));  // tells a trace where the object belongs
      ArgumentNote part = note;
      part.inside = note.object;
      fill_argument(whole(parameter.object), type, part, kEntryDepth);
    } else if (type->isPointerType()) {
      values.push_back(entry_pointer(type->getPointeeType(), note, kEntryDepth));
    } else {
      const CScalar& scalar = parameter.type;
      values.push_back(scalar.is_float_bits()
                           ? packed(havoc(scalar.number, argument_text(note)), scalar)
                           : arbitrary(scalar, argument_text(note)));
    }
  }
  return values;
}

/// A pointer to a new object, or null if the options allow it.
Term Frontend::entry_pointer(QualType pointee, ArgumentNote note, unsigned depth) {
  if (depth == 0 || pointee->isFunctionType() || pointee->isVariablyModifiedType()) {
    note.kind = note.inside == 0 ? ArgumentNote::Kind::Scalar : ArgumentNote::Kind::Part;
    const Term pointer = havoc(Sort::bit_vector(unit_.pointer_bits), argument_text(note));
    unit_.unknowns.insert(pointer.id);
    return pointer;
  }
  const bool opaque = !pointee->isVoidType() && pointee->isIncompleteType();
  const QualType element =
      pointee->isVoidType() || opaque ? context_->CharTy : pointee.getUnqualifiedType();
  const unsigned count = opaque ? 1 : std::max(options_.entry_array, 1u);
  const QualType array = context_->getConstantArrayType(element, llvm::APInt(64, count), nullptr,
                                                        clang::ArrayType::Normal, 0);
  const CObjectId object = new_object(CObject::Kind::Global, "*" + note.name, array);
  note.kind = ArgumentNote::Kind::Pointer;
  note.object = ++entry_objects_;
  note.bytes = static_cast<std::uint64_t>(size_of(array)) / 8;
  const Term null = havoc(Sort::boolean(), argument_text(note));
  pseudo(kForget, object, {}, {}, "padding of an argument");
  ArgumentNote part = note;
  part.inside = note.object;
  part.bit = 0;
  fill_argument(whole(object), array, part, depth - 1);
  const Term address = unit_.objects[object].address;
  return options_.entry_null ? terms_.ite(null, terms_.bv(unit_.pointer_bits, 0), address)
                             : address;
}

/// Gives each scalar of a place an arbitrary value; `part` says which object has it, and where.
void Frontend::fill_argument(const CPlace& place, QualType type, ArgumentNote part,
                             unsigned depth) {
  part.kind = ArgumentNote::Kind::Part;
  part.bit = static_cast<std::uint64_t>(place.offset);
  if (++entry_scalars_ > kMostCopies) {
    if (entry_scalars_ == kMostCopies + 1)
      limit(fmt::format("arguments of '{}' with more than {} scalars (--entry-array N takes fewer)",
                        options_.entry, kMostCopies));
    return;
  }
  if (is_scalar(type)) {
    const CScalar target = scalar(type);
    const Term value = type->isPointerType() ? entry_pointer(type->getPointeeType(), part, depth)
                                             : arbitrary(target, argument_text(part));
    return store(place, target.sort, target.storage, value);
  }
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const CBits stride = size_of(array->getElementType());
    const auto count = static_cast<CBits>(array->getSize().getLimitedValue(kMostCopies + 1));
    for (CBits i = 0; i < count && entry_scalars_ <= kMostCopies; ++i)
      fill_argument(moved(place, i * stride), array->getElementType(), part, depth);
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr || record->getDecl()->getDefinition() == nullptr ||
      record->getDecl()->isUnion()) {
    for_each_element(leaves_of(type), [&](const CLeaf& leaf, CBits offset) {
      ArgumentNote inner = part;
      inner.bit = static_cast<std::uint64_t>(place.offset + offset);
      store(moved(place, offset), leaf.sort, leaf.storage, havoc(leaf.sort, argument_text(inner)));
    });
    return;
  }
  const clang::RecordDecl* definition = record->getDecl()->getDefinition();
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(definition);
  for (const clang::FieldDecl* field : definition->fields()) {
    if (field->isUnnamedBitfield() || field->getType()->isIncompleteArrayType()) continue;
    const CPlace inside =
        moved(place, static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex())));
    if (!field->isBitField()) {
      fill_argument(inside, field->getType(), part, depth);
      continue;
    }
    const std::uint32_t width = field->getBitWidthValue(*context_);
    ArgumentNote inner = part;
    inner.bit = static_cast<std::uint64_t>(inside.offset);
    store(inside, Sort::bit_vector(width), width,
          havoc(Sort::bit_vector(width), argument_text(inner)));
  }
}

}  // namespace
}  // namespace cairn
