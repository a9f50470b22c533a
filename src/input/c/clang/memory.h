// SPDX-License-Identifier: MIT
//
// Reads, writes, copies and initialisers, as pseudo calls (c_unit.h).
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

Term Frontend::scaled(Term index, CBits bytes) {
  const Term product = terms_.make(
      Op::BvMul, {index, terms_.bv(unit_.pointer_bits, static_cast<std::uint64_t>(bytes))});
  if (!terms_.is_value(product) && bytes != 1) unit_.scales[product.id] = bytes;
  return product;
}

Term Frontend::address(const CPlace& place) {
  Term sum = place.object != kNoObject ? unit_.objects[place.object].address : place.pointer;
  for (const CPlace::Index& index : place.indices)
    sum = terms_.make(Op::BvAdd, {sum, scaled(index.term, index.stride / 8)});
  if (place.offset != 0)
    sum = terms_.make(Op::BvAdd, {sum, terms_.constant(Value(BitVector::from_signed(
                                           unit_.pointer_bits, place.offset / 8)))});
  return sum;
}

void Frontend::add_index(CPlace& place, Term index, const CScalar& type, Size size, bool backwards,
                         bool named) {
  const CBits stride = backwards ? -size.bits : size.bits;
  Term wide = type.is_signed ? terms_.resize_signed(index, unit_.pointer_bits)
                             : terms_.resize_unsigned(index, unit_.pointer_bits);
  wide = times(wide, size);
  if (terms_.is_value(wide)) {
    const std::int64_t number = terms_.value(wide).bits().to_signed();
    if (std::abs(number) < (CBits{1} << 31)) {
      place.offset += number * stride;
      return;
    }
  }
  if (stride < 0)
    place.indices.push_back({terms_.make(Op::BvNeg, {wide}), -stride, named});
  else
    place.indices.push_back({wide, stride, named});
}

void Frontend::pseudo(const char* name, std::size_t number, std::vector<Term> targets,
                      std::vector<Term> values, const std::string& note) {
  Statement statement;
  statement.kind = Statement::Kind::Call;
  statement.names = {name, std::to_string(number)};
  statement.targets = std::move(targets);
  statement.values = std::move(values);
  statement.note = note;
  emit(std::move(statement));
}

Term Frontend::load(const CPlace& place, const Sort& sort, CBits storage,
                    CAccess::Purpose purpose) {
  const Term target = temporary(sort);
  unit_.accesses.push_back({place, sort, storage, CAccess::Kind::Value, purpose});
  pseudo(kLoad, unit_.accesses.size() - 1, {target}, {}, "");
  return target;
}

void Frontend::store(const CPlace& place, const Sort& sort, CBits storage, Term value) {
  unit_.accesses.push_back({place, sort, storage});
  pseudo(kStore, unit_.accesses.size() - 1, {}, {value}, "");
}

Term Frontend::read(const LValue& value) {
  if (value.variable.valid()) {
    if (const auto flag = set_.find(value.variable.id); flag != set_.end())
      property(flag->second, fmt::format("{} has been set", terms_.name(value.variable)));
    return value.variable;
  }
  if (value.field_width == 0) return load(value.place, value.type.sort, value.type.storage);
  const Term bits = load(value.place, Sort::bit_vector(value.field_width), value.field_width);
  return value.type.is_signed ? terms_.resize_signed(bits, value.type.width())
                              : terms_.resize_unsigned(bits, value.type.width());
}

/// Assigns to a variable that has a name in the source.
void Frontend::set_variable(Term variable, Term value) {
  assign(variable, value);
  if (const auto flag = set_.find(variable.id); flag != set_.end())
    assign(flag->second, terms_.true_term());
}

/// A variable that is declared without a value: every read of it is checked.
void Frontend::declare_unset(const Variable& variable, const std::string& name) {
  if (!checks("uninitialised")) return;
  Term& flag = set_[variable.term.id];
  if (!flag.valid())
    flag = new_variable(procedure_->locals, name + ".set", Sort::boolean(), "", Show::Hidden);
  add_scope_end({.flag = flag});
  assign(flag, terms_.false_term());
}

/// The character that an assignment moves from one place in memory to another: that is a copy, not
/// a use (C11 6.2.6.1 p5).
std::optional<Term> Frontend::copied_character(const Expr* expression) {
  if (!checks("uninitialised")) return std::nullopt;
  expression = strip(expression);
  while (const auto* conversion = dyn_cast<clang::CastExpr>(expression)) {
    if (!expression->getType()->isCharType()) return std::nullopt;
    if (conversion->getCastKind() != clang::CK_IntegralCast &&
        conversion->getCastKind() != clang::CK_LValueToRValue)
      return std::nullopt;
    expression = strip(conversion->getSubExpr());
    if (conversion->getCastKind() == clang::CK_LValueToRValue) {
      if (!expression->getType()->isCharType() || is_input(expression)) return std::nullopt;
      const LValue from = lvalue(expression);
      if (from.variable.valid() || from.field_width != 0) return read(from);
      return load(from.place, from.type.sort, from.type.storage, CAccess::Purpose::Copy);
    }
  }
  return std::nullopt;
}

bool Frontend::in_library() const {
  const SiteId site = function_->body.site;
  return site < unit_.program.sites.size() && unit_.program.sites[site].at.file == kLibraryFile;
}

/// Pointers that are ordered or subtracted (C11 6.5.8 p5, 6.5.6 p9).
void Frontend::check_same_object(Term left, Term right, const Expr* where) {
  if (checks("same-object") && !in_library())
    pseudo(kSame, 0, {}, {left, right}, text_of(where->getSourceRange()));
}

void Frontend::check_lost(CLost where) {
  if (checks("lost-memory")) pseudo(kLost, static_cast<std::size_t>(where), {}, {}, "");
}

/// The value that a read finds after `term` was written: bit-fields cut it.
Term Frontend::as_stored(const LValue& value, Term term) {
  if (value.field_width == 0) return term;
  const Term bits = terms_.extract(term, value.field_width - 1, 0);
  return value.type.is_signed ? terms_.resize_signed(bits, value.type.width())
                              : terms_.resize_unsigned(bits, value.type.width());
}

void Frontend::write(const LValue& value, Term term) {
  if (value.variable.valid()) {
    set_variable(value.variable, term);
  } else if (value.field_width == 0) {
    store(value.place, value.type.sort, value.type.storage, term);
  } else {
    store(value.place, Sort::bit_vector(value.field_width), value.field_width,
          terms_.extract(term, value.field_width - 1, 0));
  }
}

void Frontend::copy_leaves(const CPlace& to, const CPlace& from, const std::vector<CLeaf>& leaves) {
  if (count_elements(leaves) > kMostCopies) return limit("copy of a large object");
  std::vector<Term> values;
  for_each_element(leaves, [&](const CLeaf& leaf, CBits offset) {
    values.push_back(load(moved(from, offset), leaf.sort, leaf.storage, CAccess::Purpose::Copy));
  });
  auto value = values.begin();
  for_each_element(leaves, [&](const CLeaf& leaf, CBits offset) {
    store(moved(to, offset), leaf.sort, leaf.storage, *value++);
  });
}

void Frontend::copy(const CPlace& to, const CPlace& from, QualType type) {
  copy_leaves(to, from, leaves_of(type));
}

void Frontend::initialise_string(const CPlace& place, QualType type,
                                 const clang::StringLiteral* text) {
  const auto* array = context_->getAsConstantArrayType(type);
  if (array == nullptr) array = context_->getAsConstantArrayType(text->getType());
  if (array == nullptr) return limit("initialiser");
  const CScalar element = scalar(array->getElementType());
  const CBits count = std::min<CBits>(static_cast<CBits>(array->getSize().getLimitedValue(1 << 20)),
                                      text->getLength());
  for (CBits i = 0; i < count; ++i) {
    const std::uint32_t unit = text->getCodeUnit(static_cast<unsigned>(i));
    if (unit != 0)
      store(moved(place, i * element.storage), element.sort, element.storage,
            terms_.bv(element.width(), unit));
  }
}

/// Gives an object its first value; what an initialiser list leaves out is zero already.
void Frontend::initialise(const CPlace& place, QualType type, const Expr* value) {
  value = strip(value);
  if (isa<clang::ImplicitValueInitExpr>(value)) return;
  const auto* list = dyn_cast<clang::InitListExpr>(value);
  if (list != nullptr && list->isTransparent()) return initialise(place, type, list->getInit(0));
  if (is_scalar(type)) {
    const CScalar target = scalar(type);
    const Term term = list == nullptr || type->isVectorType() ? rvalue(value)
                      : list->getNumInits() == 0              ? c_zero(terms_, target.sort)
                                                              : rvalue(list->getInit(0));
    return store(place, target.sort, target.storage, term);
  }
  if (list == nullptr) {
    if (const auto* text = dyn_cast<clang::StringLiteral>(value))
      return initialise_string(place, type, text);
    if (type->isRecordType()) return copy(place, aggregate(value), type);
    if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(value))
      return initialise(place, type, literal->getInitializer());
    return limit("initialiser");
  }
  if (const auto* array = context_->getAsArrayType(type)) {
    const CBits stride = size_of(array->getElementType());
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      initialise(moved(place, i * stride), array->getElementType(), list->getInit(i));
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return limit("initialiser");
  const clang::RecordDecl* definition = record->getDecl()->getDefinition();
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(definition);
  unsigned next = 0;
  for (const clang::FieldDecl* field : definition->fields()) {
    if (field->isUnnamedBitfield()) continue;
    if (definition->isUnion() && field != list->getInitializedFieldInUnion()) continue;
    if (next >= list->getNumInits()) break;
    const Expr* init = list->getInit(next++);
    const CPlace inside =
        moved(place, static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex())));
    if (!field->isBitField()) {
      initialise(inside, field->getType(), init);
    } else if (!isa<clang::ImplicitValueInitExpr>(init)) {
      LValue target;
      target.place = inside;
      target.type = scalar(field->getType());
      target.field_width = field->getBitWidthValue(*context_);
      write(target, rvalue(init));
    }
  }
}

}  // namespace
}  // namespace cairn
