// SPDX-License-Identifier: MIT
//
// Calls of functions with a body, through pointers, and of unknown ones.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

CScalar Frontend::result_scalar(const clang::CallExpr* expression) const {
  return scalar(expression->getType());
}

void Frontend::violation(const std::string& name) {
  property(terms_.false_term(), name + " is not reached");
  // Nothing happens after it; the asserts of what follows do not count.
  assume(terms_.false_term());
}

std::vector<Term> Frontend::evaluate_arguments(const clang::CallExpr* expression) {
  std::vector<Term> values;
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
    const Expr* argument = expression->getArg(i);
    bool later = false;
    for (unsigned j = i + 1; j < expression->getNumArgs(); ++j)
      later = later || has_effects(expression->getArg(j));
    Term value;
    if (is_scalar(argument->getType()))
      value = rvalue(argument);
    else
      effect(argument);
    values.push_back(value.valid() && later ? snapshot(value) : value);
  }
  check_nonnull(expression, values);
  return values;
}

/// Arguments that a declaration says are never null, as those of the GNU library's headers do.
void Frontend::check_nonnull(const clang::CallExpr* expression, std::span<const Term> values) {
  const FunctionDecl* callee = expression->getDirectCallee();
  if (!checks("nonnull") || callee == nullptr || in_library()) return;
  for (unsigned i = 0; i < std::min<std::size_t>(values.size(), callee->getNumParams()); ++i) {
    const clang::ParmVarDecl* parameter = callee->getParamDecl(i);
    if (!values[i].valid() || !parameter->getType()->isPointerType()) continue;
    const bool never = parameter->hasAttr<clang::NonNullAttr>() ||
                       std::ranges::any_of(callee->specific_attrs<clang::NonNullAttr>(),
                                           [i](const auto* each) { return each->isNonNull(i); });
    if (never)
      property(
          terms_.distinct(values[i], c_zero(terms_, terms_.sort(values[i]))),
          fmt::format("no null pointer is passed in {}", text_of(expression->getSourceRange())));
  }
}

Frontend::Result Frontend::call(const clang::CallExpr* expression) {
  const FunctionDecl* callee = expression->getDirectCallee();
  if (callee == nullptr) return call_pointer(expression);
  const std::string name = callee->getNameAsString();
  const CLibrary kind = library_function(name);
  // Where an error is by its name, a body does not matter.
  if (!is_error_function(name) || kind == CLibrary::Assert) {
    if (const FunctionDecl* definition = definition_of(callee)) {
      const std::string key = key_of(definition);
      const bool recursive = function_ != nullptr && function_->definition != nullptr &&
                             calls_back(key, key_of(function_->definition));
      const unsigned depth = recursive ? function_->depth + 1 : 0;
      if (depth <= deepest_recursion(key))
        return call_function(expression, function_of(definition, depth));
      return refuse_recursion(expression, name, depth);
    }
  }
  return call_library(expression, callee);
}

/// Whether a call of `callee` may lead to one of `caller`, by direct calls.
bool Frontend::calls_back(const std::string& callee, const std::string& caller) {
  const auto [found, added] = calls_back_.emplace(std::make_pair(callee, caller), false);
  if (!added) return found->second;
  std::set<std::string> seen = {callee};
  std::vector<std::string> waiting = {callee};
  while (!waiting.empty()) {
    const std::string next = waiting.back();
    waiting.pop_back();
    if (next == caller) return calls_back_[{callee, caller}] = true;
    const auto calls = surveys_.find(next);
    if (calls == surveys_.end()) continue;
    for (const Survey::Call& call : calls->second.calls)
      if (seen.insert(call.callee).second) waiting.push_back(call.callee);
  }
  return false;
}

/// How deep calls of a recursive function are followed. Each depth has copies of its own, and a
/// function that calls itself at several places has several for each.
unsigned Frontend::deepest_recursion(const std::string& key) {
  if (options_.recursion) return *options_.recursion;
  unsigned places = 0;
  for (const Survey::Call& call : surveys_[key].calls)
    if (calls_back(call.callee, key)) ++places;
  return places <= 1 ? 24 : places == 2 ? 8 : 5;
}

Frontend::Result Frontend::refuse_recursion(const clang::CallExpr* expression,
                                            const std::string& name, unsigned depth) {
  limit(fmt::format("recursion: {} calls of '{}' in each other (--recursion N follows more)", depth,
                    name));
  const QualType type = expression->getType();
  if (is_scalar(type)) return {c_zero(terms_, scalar(type).sort), {}};
  if (type->isVoidType()) return {};
  return {kNoTerm, whole(new_object(CObject::Kind::Local, "returned", type))};
}

Frontend::Result Frontend::call_function(const clang::CallExpr* expression, Function& function) {
  std::vector<Term> values;
  std::vector<std::pair<CObjectId, CPlace>> records;
  const unsigned count = expression->getNumArgs();
  std::vector<std::pair<Term, CScalar>> further;
  for (unsigned i = 0; i < count; ++i) {
    const Expr* argument = expression->getArg(i);
    bool later = false;
    for (unsigned j = i + 1; j < count; ++j) later = later || has_effects(expression->getArg(j));
    if (i >= function.parameters.size()) {
      if (function.variadic != kNoObject && is_scalar(argument->getType())) {
        const Term value = rvalue(argument);
        further.emplace_back(later ? snapshot(value) : value, scalar(argument->getType()));
      } else if (const QualType given = argument->getType();
                 function.variadic != kNoObject && given->isRecordType() && size_of(given) > 0 &&
                 size_of(given) <= kLargestVariadicRecord) {
        if (checks("uninitialised")) limit("struct behind '...' with the check 'uninitialised'");
        const CBits size = size_of(given);
        const CScalar whole_record{CScalar::Kind::Integer, false,
                                   Sort::bit_vector(static_cast<std::uint32_t>(size)), size,
                                   Show::Hidden};
        further.emplace_back(record_bits(aggregate(argument), size), whole_record);
      } else {
        if (function.variadic != kNoObject && (!given->isRecordType() || size_of(given) > 0))
          limit("variadic call with a large struct as argument");
        effect(argument);
      }
      continue;
    }
    const Function::Parameter& parameter = function.parameters[i];
    if (parameter.object == kNoObject && is_scalar(argument->getType())) {
      Term value = rvalue(argument);
      // Without a prototype the types may differ, which C leaves undefined.
      if (terms_.sort(value) != parameter.type.sort)
        value = limit("argument of another type", parameter.type.sort);
      values.push_back(later ? snapshot(value) : value);
    } else if (parameter.object != kNoObject && argument->getType()->isRecordType()) {
      CPlace place = aggregate(argument);
      if (later) {
        const CPlace kept =
            whole(new_object(CObject::Kind::Local, "argument", argument->getType()));
        copy(kept, place, argument->getType());
        place = kept;
      }
      records.emplace_back(parameter.object, place);
    } else {
      limit("argument of another type");
      if (parameter.object == kNoObject) values.push_back(c_zero(terms_, parameter.type.sort));
    }
  }
  if (std::ranges::all_of(function.parameters,
                          [](const auto& each) { return each.object == kNoObject; }))
    check_nonnull(expression, values);
  for (const auto& [object, place] : records) {
    const std::vector<CLeaf> leaves = unit_.objects[object].leaves;
    copy_leaves(whole(object), place, leaves);
  }
  store_variadic(function, further);
  for (std::size_t i = count; i < function.parameters.size(); ++i)
    if (function.parameters[i].object == kNoObject)
      values.push_back(arbitrary(function.parameters[i].type, "missing argument"));
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {function.procedure};
  call.values = std::move(values);
  Result result;
  if (function.returns_scalar) {
    result.value = temporary(function.result_type.sort);
    call.targets = {result.value};
  }
  emit(std::move(call));
  if (function.result_object != kNoObject) {
    // The callee's next call overwrites its result.
    const CPlace kept = whole(new_object(CObject::Kind::Local, "returned", expression->getType()));
    copy(kept, whole(function.result_object), expression->getType());
    result.place = kept;
  }
  return result;
}

/// Functions that a call through a pointer to `type` may mean: those whose address is taken.
std::vector<const FunctionDecl*> Frontend::callees_of(const clang::FunctionType* type) {
  std::vector<const FunctionDecl*> found;
  const QualType wanted = QualType(type, 0).getCanonicalType();
  for (const auto& [key, definition] : definitions_)
    if (taken_.contains(key) && &definition->getASTContext() == context_ &&
        context_->typesAreCompatible(definition->getType().getCanonicalType(), wanted) &&
        !definition->isVariadic())
      found.push_back(definition);
  return found;
}

/// A call through a pointer whose arguments or result are records: one call for each function that
/// it may mean, for each has objects of its own for them.
Frontend::Result Frontend::call_with_records(const clang::CallExpr* expression, Term pointer) {
  const QualType type = expression->getType();
  std::vector<Term> values;
  std::vector<CPlace> places;
  for (const Expr* argument : expression->arguments()) {
    Term value;
    CPlace place;
    if (is_scalar(argument->getType())) {
      value = snapshot(rvalue(argument));
    } else {
      place = whole(new_object(CObject::Kind::Local, "argument", argument->getType()));
      copy(place, aggregate(argument), argument->getType());
    }
    values.push_back(value);
    places.push_back(place);
  }
  Result result;
  if (is_scalar(type))
    result.value = temporary(scalar(type).sort);
  else if (!type->isVoidType())
    result.place = whole(new_object(CObject::Kind::Local, "returned", type));
  Block rest = collect_block([&] { limit("call through a pointer to an unknown function"); });
  const auto* pointee =
      expression->getCallee()->getType()->getPointeeType()->getAs<clang::FunctionType>();
  for (const FunctionDecl* definition :
       pointee == nullptr ? std::vector<const FunctionDecl*>() : callees_of(pointee)) {
    Function& callee = function_of(definition);
    if (callee.parameters.size() != values.size()) continue;
    const CObjectId object = function_object(definition);
    Block taken = collect_block([&] {
      Statement call;
      call.kind = Statement::Kind::Call;
      call.names = {callee.procedure};
      for (std::size_t i = 0; i < values.size(); ++i) {
        const Function::Parameter& parameter = callee.parameters[i];
        if (parameter.object == kNoObject)
          call.values.push_back(values[i]);
        else
          copy_leaves(whole(parameter.object), places[i],
                      std::vector<CLeaf>(unit_.objects[parameter.object].leaves));
      }
      if (callee.returns_scalar) call.targets = {result.value};
      emit(std::move(call));
      if (callee.result_object != kNoObject) copy(result.place, whole(callee.result_object), type);
    });
    Block choice = collect_block([&] {
      branch(terms_.equal(pointer, unit_.objects[object].address), std::move(taken),
             std::move(rest));
    });
    rest = std::move(choice);
  }
  std::ranges::move(rest, std::back_inserter(*block_));
  return result;
}

Frontend::Result Frontend::call_pointer(const clang::CallExpr* expression) {
  std::vector<Term> values = {rvalue(expression->getCallee())};
  const QualType type = expression->getType();
  bool effects = false;
  bool records = !type->isVoidType() && !is_scalar(type);
  for (const Expr* argument : expression->arguments()) {
    effects = effects || has_effects(argument);
    records = records || !is_scalar(argument->getType());
  }
  if (effects || records) values[0] = snapshot(values[0]);
  if (records) return call_with_records(expression, values[0]);
  for (const Term argument : evaluate_arguments(expression)) values.push_back(argument);
  Result result;
  std::vector<Term> targets;
  if (is_scalar(type)) {
    result.value = temporary(scalar(type).sort);
    targets = {result.value};
  }
  pseudo(kCallPointer, 0, targets, values, short_text(expression));
  return result;
}

Frontend::Result Frontend::call_unknown(const clang::CallExpr* expression,
                                        const std::string& name) {
  const std::vector<Term> arguments = evaluate_arguments(expression);
  // Memory whose value nobody knows has one after a function got its address.
  if (checks("uninitialised"))
    for (unsigned i = 0; i < expression->getNumArgs(); ++i)
      if (expression->getArg(i)->getType()->isPointerType() && arguments[i].valid())
        pseudo(kGiven, 0, {}, {arguments[i]}, name);
  Result result;
  const QualType type = expression->getType();
  if (is_scalar(type)) {
    result.value = arbitrary(scalar(type), name);
  } else if (!type->isVoidType()) {
    const CObjectId object = new_object(CObject::Kind::Local, "returned", type);
    pseudo(kForget, object, {}, {}, name);
    result.place = whole(object);
  }
  return result;
}

/// The type that a name of SV-COMP's says; nothing for other names.
QualType Frontend::nondet_type(std::string_view name) const {
  const ASTContext& c = *context_;
  const std::map<std::string_view, QualType> types = {{"bool", c.BoolTy},
                                                      {"char", c.CharTy},
                                                      {"uchar", c.UnsignedCharTy},
                                                      {"schar", c.SignedCharTy},
                                                      {"short", c.ShortTy},
                                                      {"ushort", c.UnsignedShortTy},
                                                      {"int", c.IntTy},
                                                      {"uint", c.UnsignedIntTy},
                                                      {"unsigned", c.UnsignedIntTy},
                                                      {"long", c.LongTy},
                                                      {"ulong", c.UnsignedLongTy},
                                                      {"longlong", c.LongLongTy},
                                                      {"ulonglong", c.UnsignedLongLongTy},
                                                      {"float", c.FloatTy},
                                                      {"double", c.DoubleTy},
                                                      {"pointer", c.VoidPtrTy},
                                                      {"size_t", c.getSizeType()},
                                                      {"u8", c.UnsignedCharTy},
                                                      {"u16", c.UnsignedShortTy},
                                                      {"u32", c.UnsignedIntTy}};
  const auto found = types.find(name);
  return found == types.end() ? QualType() : found->second;
}

Frontend::Result Frontend::nondet(const clang::CallExpr* expression, const FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  constexpr std::string_view kPrefix = "__VERIFIER_nondet_";
  const bool competition = name.starts_with(kPrefix);
  const bool parameters =
      expression->getNumArgs() != 0 || callee->getNumParams() != 0 || callee->isVariadic();
  if (competition && parameters)
    fail(expression->getBeginLoc(), fmt::format("'{}' must not have parameters", name));
  if (!is_scalar(expression->getType())) {
    if (competition && expression->getType()->isVoidType())
      fail(expression->getBeginLoc(), fmt::format("'{}' must return a value", name));
    return call_unknown(expression, name);
  }
  if (parameters) evaluate_arguments(expression);
  // Without a declaration the name counts, else the declaration; but that may be a slip.
  const CScalar found = result_scalar(expression);
  const QualType wanted =
      competition ? nondet_type(std::string_view(name).substr(kPrefix.size())) : QualType();
  if (!wanted.isNull() && callee->getCanonicalDecl()->isImplicit() &&
      scalar(wanted).kind != CScalar::Kind::Float)
    return {convert(arbitrary(scalar(wanted), name), scalar(wanted), found), {}};
  if (!wanted.isNull() &&
      (scalar(wanted).kind != found.kind || scalar(wanted).sort != found.sort) &&
      odd_nondets_.insert(name).second) {
    const clang::PresumedLoc at =
        context_->getSourceManager().getPresumedLoc(expression->getBeginLoc());
    log_.warning(
        "{}:{}:{}: '{}' is declared to return '{}': it returns an arbitrary value of that "
        "type",
        at.getFilename(), at.getLine(), at.getColumn(), name, expression->getType().getAsString());
  }
  // An input is a number, so that people see one; the payload of a NaN comes by itself.
  if (found.is_float_bits()) return {packed(havoc(found.number, name), found), {}};
  return {arbitrary(found, name), {}};
}

/// Functions that are about the sign of a float, NaN included.
std::optional<Term> Frontend::sign_function(std::string_view name, std::span<const Term> values,
                                            const CScalar& type, const CScalar& result) {
  if (!type.is_float_bits()) return std::nullopt;
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  const std::uint32_t last = type.sort.width() - 1;
  const auto sign = [&](Term bits) { return terms_.extract(bits, last, last); };
  const auto size = [&](Term bits) { return terms_.extract(bits, last - 1, 0); };
  const bool same = std::ranges::all_of(
      values, [&](Term value) { return value.valid() && terms_.sort(value) == type.sort; });
  if (!same) return std::nullopt;
  if (name.starts_with("signbit") || name.starts_with("__signbit"))
    return terms_.resize_unsigned(sign(values[0]), result.width());
  if (name.starts_with("fabs")) return terms_.concat(terms_.bv(1, 0), size(values[0]));
  if (name.starts_with("copysign") && values.size() == 2)
    return terms_.concat(sign(values[1]), size(values[0]));
  return std::nullopt;
}

Frontend::Result Frontend::math(const clang::CallExpr* expression, const std::string& name) {
  const CScalar result = result_scalar(expression);
  // Compilers agree on the bits of __builtin_nan("").
  Expr::EvalResult constant;
  if (result.is_float_bits() && expression->EvaluateAsRValue(constant, *context_) &&
      constant.Val.isFloat())
    return {literal(constant.Val.getFloat(), result), {}};
  std::vector<Term> arguments = evaluate_arguments(expression);
  if (!arguments.empty()) {
    const CScalar type = scalar(expression->getArg(0)->getType());
    if (const auto value = sign_function(name, arguments, type, result)) return {*value, {}};
  }
  if (checks("overflow") && name.ends_with("abs") && arguments.size() == 1 &&
      arguments[0].valid() && result.kind == CScalar::Kind::Integer) {
    const BitVector least = BitVector::min_signed(terms_.sort(arguments[0]).width());
    property(terms_.distinct(arguments[0], terms_.constant(Value(least))),
             "no signed overflow in " + text_of(expression->getSourceRange()));
  }
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (arguments[i].valid())
      arguments[i] = number_of(arguments[i], scalar(expression->getArg(i)->getType()));
  const Sort sort = result.is_float_bits() ? result.number : result.sort;
  if (std::ranges::all_of(arguments, [](Term each) { return each.valid(); }))
    if (const auto value = c_math(terms_, name, arguments, sort);
        value && terms_.sort(*value) == sort)
      return {packed(rounded([&](RoundingMode mode) {
                       return *c_math(terms_, name, arguments, sort, mode);
                     }),
                     result),
              {}};
  return {limit(fmt::format("call of '{}'", name), result.sort), {}};
}

}  // namespace
}  // namespace cairn
