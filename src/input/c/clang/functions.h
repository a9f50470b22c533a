// SPDX-License-Identifier: MIT
//
// Whole functions, globals, and the procedure that starts the program.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

void Frontend::translate_function(Function& function) {
  function_ = &function;
  procedure_ = &function.body;
  context_ = &function.definition->getASTContext();
  function_name_ = function.definition->getNameAsString();
  labels_.clear();
  label_names_.clear();
  site_ = site_of(function.definition->getBody());
  unit_.program.sites[site_].text = fmt::format("{}()", function_name_);
  function.body.site = site_;
  block_ = &function.body.body;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const clang::ParmVarDecl* parameter =
        function.definition->getParamDecl(static_cast<unsigned>(i));
    const std::string name = parameter->getNameAsString();
    const std::string key = key_of(parameter);
    Variable variable;
    variable.type = function.parameters[i].type;
    variable.object = function.parameters[i].object;
    if (variable.object == kNoObject) {
      variable.term = new_variable(function.body.parameters, name.empty() ? "unnamed" : name,
                                   variable.type.sort, name, variable.type.show);
      if (taken_.contains(key)) {
        variable.object = new_object(CObject::Kind::Local, name, parameter->getType());
        store(whole(variable.object), variable.type.sort, variable.type.storage, variable.term);
        variable.term = kNoTerm;
      }
    }
    variables_[key] = variable;
  }
  for (const clang::ParmVarDecl* parameter : function.definition->parameters())
    capture_lengths(parameter->getType());
  rounds_.clear();
  label_rounds_.clear();
  passed_labels_.clear();
  visit(function.definition->getBody());
  // A jump into a loop does not come by its start.
  Block zeros = collect_block([this] {
    for (const Term rounds : rounds_) assign(rounds, terms_.bv(32, 0));
  });
  function.body.body.insert(function.body.body.begin(), std::make_move_iterator(zeros.begin()),
                            std::make_move_iterator(zeros.end()));
}

void Frontend::initialise_global(const VarDecl* declaration) {
  const Variable variable = variables_.at(key_of(declaration));
  context_ = &declaration->getASTContext();
  const Expr* value = declaration->getAnyInitializer();
  if (variable.term.valid()) {
    const auto* list =
        value == nullptr ? nullptr : dyn_cast<clang::InitListExpr>(value->IgnoreParens());
    if (list != nullptr) value = list->getNumInits() == 0 ? nullptr : list->getInit(0);
    return assign(variable.term,
                  value == nullptr ? c_zero(terms_, variable.type.sort) : rvalue(value));
  }
  pseudo(kZero, variable.object, {}, {}, "");
  if (value != nullptr) initialise(whole(variable.object), declaration->getType(), value);
}

/// The procedure that initialises what has static storage, then calls the entry function.
void Frontend::make_start(Function& entry) {
  Function start;
  start.procedure = kStartProcedure;
  start.body.name = start.procedure;
  function_ = &start;
  procedure_ = &start.body;
  function_name_ = "";
  block_ = &start_;
  if (rounding_.valid()) assign(rounding_, terms_.bv(32, 0));
  while (!global_queue_.empty() || !function_queue_.empty()) {
    while (!function_queue_.empty()) {
      Function* const next = function_queue_.front();
      function_queue_.pop_front();
      translate_function(*next);
    }
    function_ = &start;
    procedure_ = &start.body;
    function_name_ = "";
    block_ = &start_;
    site_ = entry.body.site;
    while (!global_queue_.empty()) {
      const VarDecl* const next = global_queue_.front();
      global_queue_.pop_front();
      initialise_global(next);
    }
  }
  block_ = &start_;
  site_ = entry.body.site;
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {entry.procedure};
  for (const Function::Parameter& parameter : entry.parameters)
    call.values.push_back(arbitrary(parameter.type, "argument of " + options_.entry));
  if (entry.returns_scalar) call.targets = {temporary(entry.result_type.sort)};
  emit(std::move(call));
  start.body.body = std::move(start_);
  start.body.site = entry.body.site;
  unit_.program.main = start.procedure;
  unit_.program.procedures.push_back(std::move(start.body));
}

CUnit Frontend::run() {
  procedure_names_.insert(kStartProcedure);
  const auto found = definitions_.find(options_.entry);
  if (found == definitions_.end())
    throw InputError({asts_.front()->getOriginalSourceFileName().str()},
                     fmt::format("there is no function '{}' to start with", options_.entry));
  context_ = &found->second->getASTContext();
  for (const clang::ParmVarDecl* parameter : found->second->parameters())
    if (!is_scalar(parameter->getType()))
      fail(parameter->getLocation(),
           fmt::format("'{}' has a parameter that is not a scalar", options_.entry));
  if (!found->second->getReturnType()->isVoidType() && !is_scalar(found->second->getReturnType()))
    fail(found->second->getLocation(),
         fmt::format("'{}' returns neither a scalar nor nothing", options_.entry));
  Function& entry = function_of(found->second);
  if (sets_rounding_)
    rounding_ =
        new_variable(unit_.program.globals, "rounding", Sort::bit_vector(32), "", Show::Hidden);
  make_start(entry);
  for (auto& [key, function] : functions_)
    unit_.program.procedures.push_back(std::move(function->body));
  if (!unknown_.empty())
    log_.warning("{}: functions without a body return arbitrary values and change nothing: {}",
                 asts_.front()->getOriginalSourceFileName().str(), fmt::join(unknown_, ", "));
  return std::move(unit_);
}

}  // namespace
}  // namespace cairn
