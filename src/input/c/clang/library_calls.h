// SPDX-License-Identifier: MIT
//
// Functions of the C library and builtins that have a meaning of their own.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// What `size` bits behind a pointer look like, by the type that the pointer had before it became
/// void*; bytes if that does not fit.
std::vector<CLeaf> Frontend::memory_leaves(const Expr* pointer, CBits size) {
  const Expr* typed = pointer->IgnoreParenImpCasts();
  while (const auto* conversion = dyn_cast<clang::CStyleCastExpr>(typed)) {
    if (!conversion->getSubExpr()->getType()->isPointerType() &&
        !conversion->getSubExpr()->getType()->isArrayType())
      break;
    const Expr* inner = conversion->getSubExpr()->IgnoreParenImpCasts();
    const QualType type = conversion->getType()->getPointeeType();
    if (!type->isVoidType() && !type->isCharType()) break;
    typed = inner;
  }
  QualType element = typed->getType()->isArrayType()
                         ? context_->getAsArrayType(typed->getType())->getElementType()
                     : typed->getType()->isPointerType() ? typed->getType()->getPointeeType()
                                                         : QualType();
  if (!element.isNull() && (element->isIncompleteType() || element->isFunctionType() ||
                            element->isVariablyModifiedType() || size_of(element) == 0))
    element = QualType();
  return memory_of(element, size);
}

std::optional<Frontend::Result> Frontend::move_memory(const clang::CallExpr* expression,
                                                      CLibrary kind) {
  if (expression->getNumArgs() < 3) return std::nullopt;
  const auto size = constant_of(expression->getArg(2));
  if (!size || *size > std::uint64_t{kMostCopies} * 8) return std::nullopt;
  const auto bits = static_cast<CBits>(*size) * 8;
  const Expr* target = expression->getArg(0);
  const std::vector<CLeaf> leaves = memory_leaves(target, bits);
  if (count_elements(leaves) > kMostCopies) return std::nullopt;
  if (has_effects(target) || has_effects(expression->getArg(1))) return std::nullopt;
  const CPlace to = pointer_place(target);
  if (kind == CLibrary::Copy) {
    const std::vector<CLeaf> source = memory_leaves(expression->getArg(1), bits);
    const bool alike = std::ranges::equal(leaves, source, [](const CLeaf& a, const CLeaf& b) {
      return a.offset == b.offset && a.sort == b.sort && a.storage == b.storage &&
             a.elements() == b.elements() && a.end() == b.end();
    });
    CObject bytes;
    bytes.size = bits;
    melt_leaves(bytes, 0, bits);
    const CPlace from = pointer_place(expression->getArg(1));
    copy_leaves(to, from, alike ? leaves : bytes.leaves);
  } else {
    const Term byte = terms_.extract(rvalue(expression->getArg(1)), 7, 0);
    for_each_element(leaves, [&](const CLeaf& leaf, CBits offset) {
      const auto first = static_cast<std::uint32_t>(offset % 8);  // bit-fields
      Term value = byte;
      while (terms_.sort(value).width() < first + leaf.sort.width())
        value = terms_.concat(value, byte);
      value = terms_.extract(value, first + leaf.sort.width() - 1, first);
      if (leaf.sort == Sort::floating(15, 64) && byte != terms_.bv(8, 0))
        value = limit("memset of a long double", Sort::bit_vector(leaf.sort.width()));
      store(moved(to, offset), leaf.sort, leaf.storage, c_from_bits(terms_, value, leaf.sort));
    });
  }
  return Result{address(to), {}};
}

/// __builtin_add_overflow and its kind: the exact result, cut to the target's type, and whether
/// that changed it.
std::optional<Frontend::Result> Frontend::overflow_builtin(const clang::CallExpr* expression,
                                                           std::string_view name) {
  if (!name.starts_with("__builtin_") || !name.ends_with("_overflow")) return std::nullopt;
  const auto has = [&](const char* part) { return name.find(part) != std::string_view::npos; };
  if (!has("add") && !has("sub") && !has("mul")) return std::nullopt;
  if (expression->getNumArgs() != 3) return std::nullopt;
  const std::vector<Term> arguments = evaluate_arguments(expression);
  const CScalar left = scalar(expression->getArg(0)->getType());
  const CScalar right = scalar(expression->getArg(1)->getType());
  const CScalar target = scalar(expression->getArg(2)->getType()->getPointeeType());
  const std::uint32_t width =
      std::max(left.width() + right.width(), target.width()) + 2;  // any result, with its sign
  const auto widened = [&](Term value, const CScalar& type) {
    return type.is_signed ? terms_.sign_extend(value, width) : terms_.zero_extend(value, width);
  };
  const Term a = widened(arguments[0], left);
  const Term b = widened(arguments[1], right);
  const Term exact = has("add")   ? terms_.make(Op::BvAdd, {a, b})
                     : has("sub") ? terms_.bv_sub(a, b)
                                  : terms_.make(Op::BvMul, {a, b});
  const Term cut = terms_.extract(exact, target.width() - 1, 0);
  const Term overflows = snapshot(
      c_number(terms_, terms_.distinct(exact, widened(cut, target)), result_scalar(expression)));
  CPlace place;
  place.pointer = arguments[2];
  store(place, target.sort, target.storage, cut);
  return Result{overflows, {}};
}

/// __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x).
Term Frontend::classified(const clang::CallExpr* expression) {
  std::vector<Term> kinds = evaluate_arguments(expression);
  const Term x = number_of(kinds[5], scalar(expression->getArg(5)->getType()));
  Term result = kinds[3];
  const std::pair<Op, std::size_t> tests[] = {
      {Op::FpIsZero, 4}, {Op::FpIsNormal, 2}, {Op::FpIsInfinite, 1}, {Op::FpIsNan, 0}};
  for (const auto& [op, which] : tests)
    result = terms_.ite(terms_.make(op, {x}), kinds[which], result);
  return result;
}

/// Functions that write what is not modelled, such as sprintf: nothing is known of the memory from
/// then on, and reading it is a limit. Their result counts, so it must not be used.
std::optional<Frontend::Result> Frontend::scribble(const clang::CallExpr* expression,
                                                   std::string_view name) {
  const auto written = unknown_writes(name);
  if (!written || unused_result_ != expression) return std::nullopt;
  evaluate_arguments(expression);
  const unsigned count = expression->getNumArgs();
  const unsigned end = written->all ? count : std::min(count, written->first + 1);
  for (unsigned i = written->first; i < end; ++i) {
    const Expr* argument = expression->getArg(i);
    if (!argument->getType()->isPointerType() || has_effects(argument)) return std::nullopt;
    unit_.accesses.push_back(
        {pointer_place(argument), Sort::bit_vector(8), 8, CAccess::Kind::Text});
    pseudo(kScribble, unit_.accesses.size() - 1, {}, {}, std::string(name));
  }
  return Result{
      is_scalar(expression->getType()) ? c_zero(terms_, result_scalar(expression).sort) : kNoTerm,
      {}};
}

/// What an assertion claims, as the source has it.
std::string assertion_note(const std::string& text) {
  return "assertion '" + text + "'";
}

/// The text of the assertion whose failure __assert_fail("x > 0", ...) reports; empty if it is
/// none.
std::string failed_assertion(const clang::CallExpr* expression, CLibrary kind) {
  constexpr std::size_t kMost = 80;
  if (kind != CLibrary::AssertFail || expression->getNumArgs() == 0) return {};
  const auto* literal =
      dyn_cast<clang::StringLiteral>(expression->getArg(0)->IgnoreParenImpCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) return {};
  std::string text;
  for (const char c : literal->getString()) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space || (!text.empty() && text.back() != ' ')) text += space ? ' ' : c;
  }
  return text.size() > kMost ? text.substr(0, kMost - 3) + "..." : text;
}

Frontend::Result Frontend::call_library(const clang::CallExpr* expression,
                                        const FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  const CLibrary kind = library_function(name);
  const auto zero_result = [&]() -> Result {
    const QualType type = expression->getType();
    if (is_scalar(type)) return {c_zero(terms_, scalar(type).sort), {}};
    if (type->isVoidType()) return {};
    return {kNoTerm, whole(new_object(CObject::Kind::Local, "returned", type))};
  };
  const auto assertion = [&](Term holds) {
    if (is_error_function("assert"))
      property(holds, assertion_note(text_of(expression->getArg(0)->getSourceRange())));
    assume(holds);
  };
  if (is_error_function(name) && kind != CLibrary::Assert) {
    evaluate_arguments(expression);
    if (const std::string text = failed_assertion(expression, kind); !text.empty()) {
      property(terms_.false_term(), assertion_note(text));
      assume(terms_.false_term());
    } else {
      violation(name + "()");
    }
    return zero_result();
  }
  if (name == "fegetround" && expression->getNumArgs() == 0) {
    const std::uint32_t width = result_scalar(expression).width();
    return {rounding_.valid() ? terms_.resize_unsigned(rounding_, width) : terms_.bv(width, 0), {}};
  }
  switch (kind) {
    case CLibrary::Own:
      return own_function(expression, name);
    case CLibrary::Nondet:
      return nondet(expression, callee);
    case CLibrary::Assume:
      if (expression->getNumArgs() < 1 || expression->getNumArgs() > 2) break;  // and a message
      assume(condition(expression->getArg(0)));
      return zero_result();
    case CLibrary::Assert:
      if (expression->getNumArgs() < 1 || expression->getNumArgs() > 2) break;
      assertion(condition(expression->getArg(0)));
      return zero_result();
    case CLibrary::AssertFail:
    case CLibrary::Stop:
      evaluate_arguments(expression);
      if (checks("leak") && (name == "_Exit" || name == "_exit" || name == "quick_exit"))
        pseudo(kLeak, 0, {}, {}, "");
      check_lost(CLost::Running);
      assume(terms_.false_term());
      return zero_result();
    case CLibrary::Exit:
      evaluate_arguments(expression);
      run_exit_handlers(CLost::Running);
      assume(terms_.false_term());
      return zero_result();
    case CLibrary::Print:
      return print(expression, name);
    case CLibrary::Scan:
      return scan(expression, name);
    case CLibrary::Nothing:
      if (variadic_builtin(expression, name)) return zero_result();
      return call_unknown(expression, name);
    case CLibrary::Allocate:
    case CLibrary::AllocateZero:
    case CLibrary::AllocateCells:
    case CLibrary::AllocateAligned:
    case CLibrary::AllocateAt:
    case CLibrary::Reallocate:
    case CLibrary::ReallocateCells:
      return may_fail(expression, kind, name);
    case CLibrary::Free: {
      const std::vector<Term> values = evaluate_arguments(expression);
      if (values.size() == 1 && values[0].valid() &&
          terms_.sort(values[0]) == Sort::bit_vector(unit_.pointer_bits))
        pseudo(kFree, 0, {}, {snapshot(values[0])}, short_text(expression));
      return zero_result();
    }
    case CLibrary::Copy:
    case CLibrary::Fill:
      if (const auto result = move_memory(expression, kind)) return *result;
      break;
    case CLibrary::First: {
      const std::vector<Term> values = evaluate_arguments(expression);
      if (values.empty() || !values[0].valid()) break;
      return {values[0], {}};
    }
    case CLibrary::Rounding: {
      const std::vector<Term> values = evaluate_arguments(expression);
      if (values.size() != 1 || !values[0].valid() ||
          terms_.sort(values[0]) != Sort::bit_vector(32))
        break;
      Term known = terms_.equal(values[0], terms_.bv(32, 0));
      for (const std::uint64_t mode : {kRoundDown, kRoundUp, kRoundToZero})
        known = terms_.or_(known, terms_.equal(values[0], terms_.bv(32, mode)));
      const Term failed = snapshot(c_number(terms_, terms_.not_(known), result_scalar(expression)));
      assign(rounding_, terms_.ite(known, values[0], rounding_));
      return {failed, {}};
    }
    case CLibrary::Math:
      if (uses_errno_ && may_set_errno(name)) {
        approximate(name);
        CPlace place;
        place.pointer = call_helper("__errno_location", {});
        store(place, Sort::bit_vector(32), 32, havoc(Sort::bit_vector(32), name));
      }
      return math(expression, name);
    case CLibrary::Limit:
      if (const auto result = scribble(expression, name)) return *result;
      evaluate_arguments(expression);
      limit(fmt::format("call of '{}'", name));
      return zero_result();
    case CLibrary::Unknown:
      break;
  }
  if (const auto result = sync_builtin(expression, name)) return *result;
  if (const FunctionDecl* definition = library_definition(callee))
    return call_function(expression, function_of(definition));
  if (name == "__builtin_assume" && expression->getNumArgs() == 1) {
    // Whatever follows a condition that does not hold has no meaning; the condition is not
    // evaluated.
    if (!has_effects(expression->getArg(0))) assume(condition(expression->getArg(0)));
    return {};
  }
  if (name == "__builtin_fpclassify" && expression->getNumArgs() == 6)
    return {classified(expression), {}};
  if (callee->getBuiltinID() != 0) {
    if (const auto overflow = overflow_builtin(expression, name)) return *overflow;
    Expr::EvalResult result;
    if (is_scalar(expression->getType())) {
      if (expression->EvaluateAsRValue(result, *context_)) {
        if (result.Val.isInt()) return {literal(result.Val.getInt()), {}};
        if (result.Val.isFloat())
          return {literal(result.Val.getFloat(), result_scalar(expression)), {}};
      }
    }
    limit(fmt::format("call of '{}'", name));
    return zero_result();
  }
  if (callee->isNoReturn()) {
    evaluate_arguments(expression);
    assume(terms_.false_term());
    return zero_result();
  }
  if (is_opaque(expression)) return call_opaque(expression, name);
  // What a header of the system declares is no input of the program's.
  if (options_.externals != CReadOptions::Externals::Pure &&
      context_->getSourceManager().isInSystemHeader(callee->getLocation()))
    approximate(name);
  unknown_.insert(name);
  return call_unknown(expression, name);
}

}  // namespace
}  // namespace cairn
