// SPDX-License-Identifier: MIT
//
// Variables, functions and string literals of C, and what they are in IVL.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

std::string Frontend::unique(Names& names, const std::string& wanted) {
  unsigned& number = names.numbers[wanted];
  std::string name = number == 0 ? wanted : fmt::format("{}${}", wanted, number + 1);
  ++number;
  while (!names.taken.insert(name).second) name = fmt::format("{}${}", wanted, ++number);
  return name;
}

Term Frontend::new_variable(std::vector<ProgramVariable>& list, const std::string& name,
                            const Sort& sort, const std::string& source_name, Show show) {
  const Term term = terms_.variable(unique_variable(name), sort);
  const bool global = &list == &unit_.program.globals;
  list.push_back({term, source_name, global ? "" : function_name_, show});
  return term;
}

Variable Frontend::make_variable(const VarDecl* declaration) {
  const bool global = declaration->hasGlobalStorage();
  Variable variable;
  const std::string name = declaration->getNameAsString();
  const QualType type = declaration->getType();
  variable.type = scalar(type);
  const bool reachable = has_opaque_calls_ && is_visible(declaration);
  if (is_scalar(type) && !type->isVectorType() && !taken_.contains(key_of(declaration)) &&
      !reachable) {
    const bool seen_by_callees =
        !global && checks("lost-memory") && variable.type.kind == CScalar::Kind::Pointer;
    std::vector<ProgramVariable>& list =
        global || seen_by_callees ? unit_.program.globals : procedure_->locals;
    variable.term = new_variable(list, name, variable.type.sort, name, variable.type.show);
    if (declaration->isStaticLocal() || seen_by_callees) list.back().function = function_name_;
    if (seen_by_callees) unit_.frame_pointers.push_back(variable.term);
    if (!global) temporaries_.erase(variable.term.id);
  } else {
    variable.object = new_object(global ? CObject::Kind::Global : CObject::Kind::Local, name, type);
    CObject& object = unit_.objects.back();
    if (declaration->isStaticLocal()) object.function = function_name_;
    // Beside the type's: _Alignas, and what the ABI of x86-64 gives arrays of 16 bytes and more.
    if (!type->isIncompleteType())
      object.align = static_cast<std::uint32_t>(context_->getDeclAlign(declaration).getQuantity());
    if (global) extend_object(object, declaration);
    // A struct that is defined elsewhere has some size.
    if (global && type->isIncompleteType() && !type->isArrayType()) object.open = true;
    object.visible = reachable;
    object.constant = global && type.isConstant(*context_);
  }
  return variable;
}

/// Memory behind what the type says: the elements that an initialiser gives a flexible array
/// member, and some of an array that is defined elsewhere.
void Frontend::extend_object(CObject& object, const VarDecl* declaration) {
  const QualType type = declaration->getType();
  const auto append = [&](QualType element, CBits offset, CBits count, const std::string& name) {
    const CBits stride = size_of(element);
    if (stride == 0 || count == 0) return;
    std::vector<CLeaf> leaves = leaves_of(element);
    repeat_leaves(leaves, count, stride);
    for (CLeaf& leaf : leaves) {
      leaf.offset += offset;
      leaf.name.insert(0, name);
      object.leaves.push_back(std::move(leaf));
    }
    object.size = std::max(object.size, offset + count * stride);
  };
  if (const auto* array = context_->getAsIncompleteArrayType(type)) {
    const QualType element = array->getElementType();
    if (element->isIncompleteType()) return;
    const bool defined = global_definitions_.contains(key_of(declaration));
    // A tentative definition has one element (C11 6.9.2); one elsewhere has some.
    const CBits some = CBits{options_.heap_bytes == 0 ? 256 : options_.heap_bytes} * 8;
    append(element, 0,
           defined ? 1 : std::max<CBits>(some / std::max<CBits>(size_of(element), 1), 1), "");
    object.open = !defined;
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  const Expr* value = declaration->getAnyInitializer();
  if (record == nullptr || value == nullptr) return;
  const clang::RecordDecl* definition = record->getDecl()->getDefinition();
  const auto* list = dyn_cast<clang::InitListExpr>(strip(value));
  if (definition == nullptr || !definition->hasFlexibleArrayMember() || list == nullptr) return;
  const clang::FieldDecl* last = nullptr;
  unsigned number = 0;
  for (const clang::FieldDecl* field : definition->fields()) {
    last = field;
    if (!field->isUnnamedBitfield()) ++number;
  }
  if (last == nullptr || number == 0 || list->getNumInits() < number) return;
  const auto* elements =
      context_->getAsConstantArrayType(strip(list->getInit(number - 1))->getType());
  if (context_->getAsIncompleteArrayType(last->getType()) == nullptr || elements == nullptr) return;
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(definition);
  const auto offset = static_cast<CBits>(layout.getFieldOffset(last->getFieldIndex()));
  // Padding at the end of the record belongs to the array then.
  std::erase_if(object.leaves,
                [&](const CLeaf& leaf) { return leaf.padding && leaf.offset >= offset; });
  append(elements->getElementType(), offset,
         static_cast<CBits>(elements->getSize().getLimitedValue(1 << 24)),
         "." + last->getName().str());
}

Variable& Frontend::variable_of(const VarDecl* declaration) {
  const std::string key = key_of(declaration);
  const auto found = variables_.find(key);
  if (found != variables_.end()) return found->second;
  const VarDecl* definition = declaration;
  if (declaration->hasGlobalStorage()) {
    if (library_variable(key) && !global_definitions_.contains(key)) load_library();
    if (const auto global = global_definitions_.find(key); global != global_definitions_.end())
      definition = global->second;
    else if (declaration->isStaticLocal())
      definition = declaration;
    ASTContext* const before = context_;
    context_ = &definition->getASTContext();
    const bool defined = declaration->isStaticLocal() || global_definitions_.contains(key);
    Variable& made = variables_[key] = make_variable(definition);
    context_ = before;
    if (defined) {
      global_queue_.push_back(definition);
    } else if (made.term.valid()) {
      unit_.unknowns.insert(made.term.id);
    } else {
      at_start([&] { pseudo(kForget, made.object, {}, {}, "defined elsewhere"); });
    }
    return made;
  }
  local_keys_.push_back(key);
  return variables_[key] = make_variable(definition);
}

Function& Frontend::function_of(const FunctionDecl* definition, unsigned depth) {
  const std::string key = key_of(definition);
  std::unique_ptr<Function>& function =
      functions_[depth == 0 ? key : fmt::format("{}#{}", key, depth)];
  if (function) return *function;
  function = std::make_unique<Function>();
  function->depth = depth;
  Function* const outer = function_;
  ASTContext* const outer_context = context_;
  const std::string outer_name = function_name_;
  function_ = function.get();
  context_ = &definition->getASTContext();
  function_name_ = definition->getNameAsString();
  function->definition = definition;
  function->procedure = unique(procedure_names_, function_name_);
  function->body.name = function->procedure;
  for (const clang::ParmVarDecl* parameter : definition->parameters()) {
    Function::Parameter made;
    made.type = scalar(parameter->getType());
    if (!is_scalar(parameter->getType()))
      made.object =
          new_object(CObject::Kind::Local, parameter->getNameAsString(), parameter->getType());
    if (made.object != kNoObject) unit_.objects[made.object].ends_with_function = true;
    function->parameters.push_back(made);
  }
  const QualType result = definition->getReturnType();
  function->returns_scalar = is_scalar(result);
  if (function->returns_scalar) {
    function->result_type = scalar(result);
    function->result = new_variable(function->body.results, function_name_ + ".result",
                                    function->result_type.sort, "", function->result_type.show);
  } else if (!result->isVoidType()) {
    function->result_object = new_object(CObject::Kind::Local, function_name_ + ".result", result);
    unit_.objects[function->result_object].procedure.clear();
  }
  if (definition->isVariadic()) function->variadic = variadic_object(function_name_);
  function_queue_.push_back(function.get());
  function_ = outer;
  context_ = outer_context;
  function_name_ = outer_name;
  return *function;
}

CObjectId Frontend::function_object(const FunctionDecl* callee) {
  const std::string key = key_of(callee);
  if (const auto found = function_objects_.find(key); found != function_objects_.end())
    return found->second;
  CObject object;
  object.kind = CObject::Kind::Function;
  object.name = callee->getNameAsString();
  object.size = 8;
  object.align = 16;
  const CObjectId id = add_object(std::move(object));
  function_objects_[key] = id;
  CFunction function;
  function.object = id;
  if (const FunctionDecl* definition = library_definition(callee);
      definition != nullptr && !is_error_function(callee->getNameAsString())) {
    const Function& target = function_of(definition);
    const bool records = target.result_object != kNoObject ||
                         std::ranges::any_of(target.parameters, [](const auto& parameter) {
                           return parameter.object != kNoObject;
                         });
    if (!records && !definition->isVariadic()) function.procedure = target.procedure;
  }
  unit_.functions.push_back(function);
  return id;
}

/// Labels have addresses as functions do.
CObjectId Frontend::label_object(const clang::LabelDecl* mark) {
  const auto [found, added] = label_objects_.emplace(mark, kNoObject);
  if (added) {
    CObject object;
    object.kind = CObject::Kind::Function;
    object.name = "label " + mark->getNameAsString();
    object.label = true;
    object.size = 8;
    object.align = 1;
    found->second = add_object(std::move(object));
  }
  return found->second;
}

CObjectId Frontend::string_object(const clang::StringLiteral* text) {
  if (const auto found = strings_.find(text); found != strings_.end()) return found->second;
  const CObjectId id = new_object(CObject::Kind::String,
                                  fmt::format("string{}", strings_.size() + 1), text->getType());
  strings_[text] = id;
  Block* const before = block_;
  block_ = &start_;
  pseudo(kZero, id, {}, {}, "");
  initialise_string(whole(id), text->getType(), text);
  block_ = before;
  return id;
}

}  // namespace
}  // namespace cairn
