// SPDX-License-Identifier: MIT
//
// Functions without a body: models in C (library/), and what is assumed of all others.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// The definition of a function, or the model of the library.
const FunctionDecl* Frontend::library_definition(const FunctionDecl* declaration) {
  if (const FunctionDecl* found = definition_of(declaration)) return found;
  if (!declaration->isExternallyVisible()) return nullptr;
  std::string name = declaration->getNameAsString();
  if (name.starts_with("__builtin_")) {
    name.erase(0, 10);
    if (in_library_source("__cairn_" + name)) name.insert(0, "__cairn_");
  }
  if (!in_library_source(name)) return nullptr;
  load_library();
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? nullptr : found->second;
}

/// A call of a function of the library's source by its name.
Term Frontend::call_helper(const char* name, std::vector<Term> values) {
  load_library();
  const Function& function = function_of(definitions_.at(name));
  CAIRN_CHECK(values.size() == function.parameters.size());
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {function.procedure};
  call.values = std::move(values);
  Term result;
  if (function.returns_scalar) {
    result = temporary(function.result_type.sort);
    call.targets = {result};
  }
  emit(std::move(call));
  return result;
}

/// Zero, where nobody looks at the result.
Frontend::Result Frontend::no_result(QualType type) {
  if (is_scalar(type)) return {c_zero(terms_, scalar(type).sort), {}};
  if (type->isVoidType()) return {};
  return {kNoTerm, whole(new_object(CObject::Kind::Local, "returned", type))};
}

/// The functions that the library's source is made of.
Frontend::Result Frontend::own_function(const clang::CallExpr* expression,
                                        const std::string& name) {
  if (name.starts_with("__cairn_any_")) return {arbitrary(result_scalar(expression), name), {}};
  const Expr* argument = expression->getArg(0);
  if (name == "__cairn_assume") {
    assume(condition(argument));
    return {};
  }
  const auto* text = dyn_cast<clang::StringLiteral>(argument->IgnoreParenImpCasts());
  const std::string word = text == nullptr ? "a function of the library" : text->getString().str();
  if (name == "__cairn_limit")
    limit(word);
  else
    approximate(word);
  return {};
}

/// From here on the run depends on what the function does, which is not known exactly.
void Frontend::approximate(const std::string& function) {
  if (!unit_.tainted.valid()) {
    unit_.tainted =
        new_variable(unit_.program.globals, "approximate", Sort::boolean(), "", Show::Hidden);
    at_start([&] { assign(unit_.tainted, terms_.false_term()); });
  }
  if (std::ranges::find(unit_.approximate, function) == unit_.approximate.end())
    unit_.approximate.push_back(function);
  assign(unit_.tainted, terms_.true_term());
}

bool Frontend::carries_pointer(QualType type) const {
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isFunctionType()) return true;
  if (const auto* array = context_->getAsArrayType(type))
    return carries_pointer(array->getElementType());
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr || record->getDecl()->getDefinition() == nullptr) return false;
  return std::ranges::any_of(
      record->getDecl()->getDefinition()->fields(),
      [this](const clang::FieldDecl* field) { return carries_pointer(field->getType()); });
}

/// A function from values to a value, which is called for the value: any input.
bool Frontend::is_plain(const clang::CallExpr* expression) const {
  if (expression->getType()->isVoidType() || carries_pointer(expression->getType())) return false;
  return std::ranges::none_of(expression->arguments(), [this](const Expr* argument) {
    return carries_pointer(argument->getType());
  });
}

/// Whether nothing is known about a function, so that it may change memory.
bool Frontend::is_opaque(const clang::CallExpr* expression) {
  if (options_.externals == CReadOptions::Externals::Pure) return false;
  const FunctionDecl* callee = expression->getDirectCallee();
  if (callee == nullptr) return false;
  const std::string name = callee->getNameAsString();
  if (is_error_function(name) || definition_of(callee) != nullptr || callee->isNoReturn())
    return false;
  if (library_function(name) != CLibrary::Unknown || in_library_source(name)) return false;
  if (callee->getBuiltinID() != 0 || name.starts_with("__builtin_") ||
      (is_plain(expression) && !has_opaque_calls_))
    return false;
  return !callee->hasAttr<clang::ConstAttr>();
}

/// Before anything is translated: variables that such functions know by name have addresses.
void Frontend::find_opaque_calls() {
  ASTContext* const before = context_;
  for (const auto& [name, survey] : surveys_)
    for (const Survey::Call& call : survey.calls) {
      if (call.expression == nullptr) continue;
      context_ = &call.expression->getDirectCallee()->getASTContext();
      has_opaque_calls_ = has_opaque_calls_ || is_opaque(call.expression);
    }
  context_ = before;
}

/// Whether another file may use the variable.
bool Frontend::is_visible(const VarDecl* declaration) const {
  return declaration->hasGlobalStorage() && !declaration->isStaticLocal() &&
         declaration->isExternallyVisible();
}

/// The function may do with all memory that it can reach what it likes; what the run does from then
/// on is not known.
Frontend::Result Frontend::call_opaque(const clang::CallExpr* expression, const std::string& name) {
  opaque_calls_.insert(name);
  std::vector<Term> reached;
  std::vector<Term> values(expression->getNumArgs());
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
    const Expr* argument = expression->getArg(i);
    if (is_scalar(argument->getType()))
      reached.push_back(values[i] = snapshot(rvalue(argument)));
    else if (argument->getType()->isRecordType())
      reached.push_back(address(aggregate(argument)));
    else
      effect(argument);
  }
  check_nonnull(expression, values);
  approximate(name);
  if (uses_errno_) reached.push_back(call_helper("__errno_location", {}));
  Result result;
  std::vector<Term> targets;
  const QualType type = expression->getType();
  if (is_scalar(type)) {
    result.value = temporary(scalar(type).sort);
    targets = {result.value};
  } else if (!type->isVoidType()) {
    result.place = whole(new_object(CObject::Kind::Local, "returned", type));
    reached.push_back(address(result.place));
  }
  pseudo(kHavoc, 0, std::move(targets), std::move(reached), name);
  if (is_scalar(type) && scalar(type).kind == CScalar::Kind::Bool)
    assume(terms_.make(Op::BvUle, {result.value, terms_.bv(8, 1)}));
  return result;
}

}  // namespace
}  // namespace cairn
