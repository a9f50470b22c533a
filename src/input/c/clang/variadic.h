// SPDX-License-Identifier: MIT
//
// Arguments behind the "...": the caller puts them into an array of words that belongs to the
// callee, each in as many words as it needs, and a va_list holds the address of the next one.
// (Calls do not nest: recursion is cut, and arguments are evaluated before any is stored.)
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

constexpr CBits kVariadicWords = 64;

/// The array for the arguments of a variadic function.
CObjectId Frontend::variadic_object(const std::string& function) {
  const CBits word = unit_.pointer_bits;
  CObject object;
  object.kind = CObject::Kind::Global;
  object.name = function + ".arguments";
  CLeaf leaf;
  leaf.storage = word;
  leaf.sort = Sort::bit_vector(unit_.pointer_bits);
  leaf.show = Show::Hidden;
  object.leaves = {leaf};
  repeat_leaves(object.leaves, kVariadicWords, word);
  object.size = kVariadicWords * word;
  object.align = 16;
  return add_object(std::move(object));
}

void Frontend::store_variadic(const Function& callee,
                              const std::vector<std::pair<Term, CScalar>>& values) {
  if (callee.variadic == kNoObject) return;
  const CBits word = unit_.pointer_bits;
  const Sort sort = Sort::bit_vector(unit_.pointer_bits);
  pseudo(kForget, callee.variadic, {}, {}, "missing arguments");
  CBits next = 0;
  for (const auto& [value, type] : values) {
    const CBits words = (type.storage + word - 1) / word;
    if (next + words > kVariadicWords) return limit("variadic call with too many arguments");
    const Term bits = c_to_memory(terms_, value, words * word);
    for (CBits i = 0; i < words; ++i) {
      const auto low = static_cast<std::uint32_t>(i * word);
      store(moved(whole(callee.variadic), (next + i) * word), sort, word,
            terms_.extract(bits, low + unit_.pointer_bits - 1, low));
    }
    next += words;
  }
}

/// Where a va_list keeps the address of the next argument. It is a pointer itself or, for x86-64,
/// an array of one struct whose second pointer serves.
LValue Frontend::cursor_of(const Expr* list) {
  LValue cursor;
  cursor.type = scalar(context_->VoidPtrTy);
  const Expr* inner = list;
  while (const auto* conversion = dyn_cast<clang::ImplicitCastExpr>(inner)) {
    if (conversion->getCastKind() != clang::CK_LValueToRValue &&
        conversion->getCastKind() != clang::CK_NoOp)
      break;
    if (unit_.pointer_bits != 32) break;
    inner = conversion->getSubExpr();
  }
  if (unit_.pointer_bits == 32 && inner->isGLValue()) return lvalue(inner);
  if (inner->getType()->isPointerType())
    cursor.place = pointer_place(inner);
  else if (inner->isGLValue())
    cursor.place = lvalue(inner).place;
  else
    cursor.place.pointer = limit("va_list", cursor.type.sort);
  cursor.place.offset += 64;  // reg_save_area and overflow_arg_area come after two ints
  return cursor;
}

/// va_start, va_end, va_copy.
bool Frontend::variadic_builtin(const clang::CallExpr* expression, std::string_view name) {
  if (name == "__builtin_va_start" && expression->getNumArgs() >= 1) {
    if (function_->variadic == kNoObject)
      limit("va_start outside of a variadic function");
    else
      write(cursor_of(expression->getArg(0)), unit_.objects[function_->variadic].address);
    return true;
  }
  if (name == "__builtin_va_copy" && expression->getNumArgs() == 2) {
    const Term from = snapshot(read(cursor_of(expression->getArg(1))));
    write(cursor_of(expression->getArg(0)), from);
    return true;
  }
  if (name != "__builtin_va_end") return false;
  for (const Expr* argument : expression->arguments())
    if (has_effects(argument)) effect(argument);
  return true;
}

/// The value of a struct or a union behind the "..." as a number, so that it is stored as others.
Term Frontend::record_bits(const CPlace& place, CBits size) {
  Term bits;
  for (CBits at = 0; at < size; at += 8) {
    const Term byte = load(moved(place, at), Sort::bit_vector(8), 8, CAccess::Purpose::Copy);
    bits = bits.valid() ? terms_.concat(byte, bits) : byte;
  }
  return bits;
}

/// va_arg of a struct or a union: an object with its bytes.
CPlace Frontend::next_record(const clang::VAArgExpr* expression) {
  const CPlace made = whole(new_object(CObject::Kind::Local, "argument", expression->getType()));
  const CBits size = size_of(expression->getType());
  LValue cursor = cursor_of(expression->getSubExpr());
  snapshot(cursor);
  CPlace from;
  from.pointer = snapshot(read(cursor));
  for (CBits at = 0; at < size; at += 8)
    store(moved(made, at), Sort::bit_vector(8), 8,
          load(moved(from, at), Sort::bit_vector(8), 8, CAccess::Purpose::Copy));
  const CBits words = (size + unit_.pointer_bits - 1) / unit_.pointer_bits;
  write(cursor,
        terms_.make(
            Op::BvAdd,
            {from.pointer, terms_.bv(unit_.pointer_bits,
                                     static_cast<std::uint64_t>(words * unit_.pointer_bits / 8))}));
  return made;
}

Term Frontend::next_argument(const clang::VAArgExpr* expression) {
  const CScalar type = scalar(expression->getType());
  if (!is_scalar(expression->getType()))
    return limit("va_arg of a struct, a union or a complex number", type.sort);
  LValue cursor = cursor_of(expression->getSubExpr());
  snapshot(cursor);
  const Term here = snapshot(read(cursor));
  const CBits word = unit_.pointer_bits;
  const CBits words = (type.storage + word - 1) / word;
  CPlace place;
  place.pointer = here;
  Term bits;
  for (CBits i = 0; i < words; ++i) {
    const Term part = load(moved(place, i * word), Sort::bit_vector(unit_.pointer_bits), word);
    bits = bits.valid() ? terms_.concat(part, bits) : part;
  }
  write(cursor,
        terms_.make(Op::BvAdd, {here, terms_.bv(unit_.pointer_bits,
                                                static_cast<std::uint64_t>(words * word / 8))}));
  if (type.sort.is_float()) return c_from_memory(terms_, bits, type.sort);
  return terms_.resize_unsigned(bits, type.sort.width());
}

}  // namespace
}  // namespace cairn
