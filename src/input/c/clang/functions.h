// SPDX-License-Identifier: MIT
//
// Whole functions, globals, and the procedure that starts the program.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

void collect_addressed_labels(const Stmt* statement, std::vector<const clang::LabelDecl*>& found) {
  if (statement == nullptr) return;
  if (const auto* mark = dyn_cast<clang::AddrLabelExpr>(statement))
    if (std::ranges::find(found, mark->getLabel()) == found.end())
      found.push_back(mark->getLabel());
  if (const auto* declaration = dyn_cast<clang::DeclStmt>(statement))
    for (const clang::Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each); variable != nullptr)
        collect_addressed_labels(variable->getInit(), found);
  for (const Stmt* child : statement->children()) collect_addressed_labels(child, found);
}

/// The statements around each label.
void collect_label_scopes(const Stmt* statement, std::vector<const Stmt*>& around,
                          std::map<const clang::LabelDecl*, std::set<const Stmt*>>& found) {
  if (statement == nullptr) return;
  around.push_back(statement);
  if (const auto* mark = dyn_cast<clang::LabelStmt>(statement))
    found[mark->getDecl()] = std::set<const Stmt*>(around.begin(), around.end());
  for (const Stmt* child : statement->children()) collect_label_scopes(child, around, found);
  around.pop_back();
}

void Frontend::translate_function(Function& function) {
  function_ = &function;
  procedure_ = &function.body;
  context_ = &function.definition->getASTContext();
  function_name_ = function.definition->getNameAsString();
  labels_ = {};
  label_names_.clear();
  lengths_.clear();
  // The same function at another depth of recursion has other locals.
  for (const std::string& key : local_keys_) variables_.erase(key);
  local_keys_.clear();
  for (const Expr* literal : local_literals_) literals_.erase(literal);
  local_literals_.clear();
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
      if (taken_.contains(key) || parameter->getType()->isVectorType()) {
        variable.object = new_object(CObject::Kind::Local, name, parameter->getType());
        unit_.objects[variable.object].ends_with_function = true;
        store(whole(variable.object), variable.type.sort, variable.type.storage, variable.term);
        variable.term = kNoTerm;
      } else if (checks("lost-memory") && variable.type.kind == CScalar::Kind::Pointer) {
        const Term argument = variable.term;
        variable.term =
            new_variable(unit_.program.globals, name, variable.type.sort, name, variable.type.show);
        unit_.program.globals.back().function = function_name_;
        unit_.frame_pointers.push_back(variable.term);
        add_scope_end({.pointer = variable.term});
        assign(variable.term, argument);
      }
    }
    variables_[key] = variable;
  }
  for (const clang::ParmVarDecl* parameter : function.definition->parameters())
    capture_lengths(parameter->getOriginalType());
  addressed_labels_.clear();
  collect_addressed_labels(function.definition->getBody(), addressed_labels_);
  scopes_.clear();
  label_scopes_.clear();
  std::vector<const Stmt*> around;
  collect_label_scopes(function.definition->getBody(), around, label_scopes_);
  rounds_.clear();
  label_rounds_.clear();
  passed_labels_.clear();
  set_.clear();
  visit(function.definition->getBody());
  end_scope(0);
  // A jump into a loop or past a declaration does not come by its start.
  Block zeros = collect_block([this] {
    for (const Term rounds : rounds_) assign(rounds, terms_.bv(32, 0));
    for (const auto& [variable, flag] : std::map(set_.begin(), set_.end()))
      assign(flag, terms_.false_term());
  });
  function.body.body.insert(function.body.body.begin(), std::make_move_iterator(zeros.begin()),
                            std::make_move_iterator(zeros.end()));
}

/// Initialises the globals that an initialiser reads before it: `const int c = d;` with a constant
/// d.
void Frontend::initialise_used(const Stmt* initialiser) {
  if (initialiser == nullptr) return;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(initialiser)) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->hasGlobalStorage()) {
      const auto found = global_definitions_.find(key_of(variable));
      variable_of(variable);
      if (found != global_definitions_.end()) initialise_global(found->second);
    }
  }
  for (const Stmt* child : initialiser->children()) initialise_used(child);
}

void Frontend::initialise_global(const VarDecl* declaration) {
  if (!initialised_.insert(declaration).second) return;
  initialise_used(declaration->getAnyInitializer());
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

/// A call of a function with all its arguments arbitrary and its result unused.
void Frontend::call_plainly(const FunctionDecl* definition) {
  Function& callee = function_of(definition);
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {callee.procedure};
  for (const Function::Parameter& parameter : callee.parameters)
    call.values.push_back(
        arbitrary(parameter.type, "argument of " + definition->getNameAsString()));
  if (callee.returns_scalar) call.targets = {temporary(callee.result_type.sort)};
  emit(std::move(call));
}

/// What happens when main returns and when exit() is called.
void Frontend::run_exit_handlers(CLost where) {
  if (has_exit_handlers_) call_helper(kExitHandlers, {});
  for (const FunctionDecl* each : destructors_) call_plainly(each);
  if (checks("leak")) pseudo(kLeak, 0, {}, {}, "");
  check_lost(where);
}

/// An array of `count` pointers to strings with a null pointer behind, as argv is. What a run needs
/// beyond the room for it is a limit.
Term Frontend::text_array(const std::string& name, Term count) {
  constexpr unsigned kTexts = 4;
  constexpr CBits kBytes = 16;
  const std::uint32_t width = unit_.pointer_bits;
  const auto add = [&](const std::string& title, const Sort& sort, CBits elements, Show show) {
    CObject object;
    object.kind = CObject::Kind::Global;
    object.name = title;
    object.open = true;
    CLeaf leaf;
    leaf.storage = sort.width();
    leaf.sort = sort;
    leaf.show = show;
    object.leaves = {leaf};
    repeat_leaves(object.leaves, elements, sort.width());
    object.size = elements * sort.width();
    object.align = width / 8;
    return add_object(std::move(object));
  };
  const Sort pointer = Sort::bit_vector(width);
  // Nobody asks for the addresses of the texts.
  const CObjectId array = add(name, pointer, kTexts + 1, Show::Hidden);
  for (unsigned i = 0; i <= kTexts; ++i) {
    const std::string title = fmt::format("{}[{}]", name, i);
    const CObjectId text = add(title, Sort::bit_vector(8), kBytes, Show::Char);
    pseudo(kForget, text, {}, {}, title);
    const Term there = terms_.make(Op::BvUlt, {terms_.bv(width, i), count});
    const Term value = terms_.ite(there, unit_.objects[text].address, terms_.bv(width, 0));
    store(moved(whole(array), CBits{i} * width), pointer, width, value);
  }
  return unit_.objects[array].address;
}

/// The arguments of main, as C11 5.1.2.2.1 has them.
std::vector<Term> Frontend::main_arguments(const Function& entry) {
  std::vector<Term> values;
  const std::uint32_t width = unit_.pointer_bits;
  Term count;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const CScalar& type = entry.parameters[i].type;
    const QualType declared =
        entry.definition->getParamDecl(static_cast<unsigned>(i))->getType().getCanonicalType();
    const bool texts = type.kind == CScalar::Kind::Pointer &&
                       declared->getPointeeType()->isPointerType() &&
                       declared->getPointeeType()->getPointeeType()->isCharType();
    const std::string note = "argument of " + options_.entry;
    if (i == 0 && type.kind == CScalar::Kind::Integer) {
      const Term argc = arbitrary(type, note);
      assume(terms_.make(Op::BvSlt, {c_zero(terms_, type.sort), argc}));
      // There is memory for all of argv.
      if (width == 32 && type.width() == 32)
        assume(terms_.make(Op::BvSlt, {argc, terms_.bv(32, 1u << 29)}));
      count = terms_.resize_signed(argc, width);
      values.push_back(argc);
    } else if ((i == 1 || i == 2) && texts) {
      // The length of the environment is nobody's argument.
      const Term length =
          i == 1 && count.valid() ? count : havoc(Sort::bit_vector(width), "environment of main");
      values.push_back(text_array(i == 1 ? "argv" : "envp", length));
    } else {
      values.push_back(arbitrary(type, note));
    }
  }
  return values;
}

/// The procedure that initialises what has static storage, calls constructors, the entry function
/// and destructors.
void Frontend::make_start(Function& entry) {
  Function start;
  start.procedure = kStartProcedure;
  start.body.name = start.procedure;
  function_ = &start;
  procedure_ = &start.body;
  function_name_ = "";
  block_ = &start_;
  if (rounding_.valid()) assign(rounding_, terms_.bv(32, 0));
  // Those with a priority come first, the smallest number first; destructors the other way round.
  const auto constructor = [](const FunctionDecl* each) {
    return each->getAttr<clang::ConstructorAttr>()->getPriority();
  };
  const auto destructor = [](const FunctionDecl* each) {
    return each->getAttr<clang::DestructorAttr>()->getPriority();
  };
  std::ranges::stable_sort(constructors_, {}, constructor);
  std::ranges::stable_sort(destructors_, {}, destructor);
  std::ranges::reverse(destructors_);
  for (const auto* list : {&constructors_, &destructors_})
    for (const FunctionDecl* each : *list) function_of(each);
  if (has_exit_handlers_) {
    load_library();
    function_of(definitions_.at(kExitHandlers));
  }
  // Functions without a body know variables that this program does not use itself.
  if (has_opaque_calls_)
    for (const auto& [key, declaration] : std::map(global_definitions_))
      if (is_visible(declaration)) variable_of(declaration);
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
  for (const FunctionDecl* each : constructors_) call_plainly(each);
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {entry.procedure};
  context_ = &entry.definition->getASTContext();
  call.values = options_.entry == "main" ? main_arguments(entry) : entry_arguments(entry);
  if (entry.returns_scalar) call.targets = {temporary(entry.result_type.sort)};
  emit(std::move(call));
  run_exit_handlers(CLost::Returned);
  start.body.body = std::move(start_);
  start.body.site = entry.body.site;
  unit_.program.main = start.procedure;
  unit_.program.procedures.push_back(std::move(start.body));
}

CUnit Frontend::run() {
  procedure_names_.taken.insert(kStartProcedure);
  // One that its file keeps to itself will do, unless main is meant.
  auto found = definitions_.find(options_.entry);
  for (auto each = definitions_.begin(); each != definitions_.end(); ++each)
    if (found == definitions_.end() && options_.entry != "main" &&
        each->second->getNameAsString() == options_.entry)
      found = each;
  if (found == definitions_.end())
    throw InputError({asts_.front()->getOriginalSourceFileName().str()},
                     fmt::format("there is no function '{}' to start with", options_.entry));
  entry_key_ = found->first;
  context_ = &found->second->getASTContext();
  for (const clang::ParmVarDecl* parameter : found->second->parameters())
    if (options_.entry == "main" && !is_scalar(parameter->getType()))
      fail(parameter->getLocation(),
           fmt::format("'{}' has a parameter that is not a scalar", options_.entry));
  if (options_.entry == "main" && !found->second->getReturnType()->isVoidType() &&
      !is_scalar(found->second->getReturnType()))
    fail(found->second->getLocation(),
         fmt::format("'{}' returns neither a scalar nor nothing", options_.entry));
  find_opaque_calls();
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
  if (!opaque_calls_.empty())
    log_.warning("{}: functions without a body may change what they can reach: {}",
                 asts_.front()->getOriginalSourceFileName().str(), fmt::join(opaque_calls_, ", "));
  return std::move(unit_);
}

}  // namespace
}  // namespace cairn
