// SPDX-License-Identifier: MIT
//
// Calls. The body of a function or of a block is put where it is called, with its own scope; what
// calls itself is refused, as the standard forbids it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {
namespace {

/// Statements that bodies of calls may add up to, and calls in each other.
constexpr std::uint64_t kMostStatements = 400'000;
constexpr std::uint32_t kDeepestCalls = 64;

bool is_passed(const Field& field) {
  return field.section == Section::Kind::Input || field.section == Section::Kind::InOut ||
         field.section == Section::Kind::Output;
}

}  // namespace

Operand Compiler::lower_call(const Expr& call) {
  const Expr& callee = *call.operands[0];
  if (callee.kind == Expr::Kind::Name) {
    const std::string upper = upper_case(callee.text);
    if (auto result = history_function(upper, call)) return *result;
    const Pou* pou = names_.find_pou(upper);
    if (pou != nullptr && pou->kind == Pou::Kind::Function) return call_function(*pou, call);
    if (!find_name(upper, callee.at)) {
      if (auto result = standard_function(upper, call)) return *result;
      if (pou != nullptr)
        fail(call.at,
             fmt::format("'{}' is {}: a variable of that type is called, and no type",
                         printable(callee.text, 60),
                         pou->kind == Pou::Kind::Program ? "a program" : "a function block"));
      std::vector<std::string> known = names_.names_of_pous(Pou::Kind::Function);
      for (const char* name :
           {"ABS",         "SQRT", "MIN",  "MAX",    "LIMIT", "SEL",         "MUX",
            "SHL",         "SHR",  "ROL",  "ROR",    "MOVE",  "TRUNC",       "ADD",
            "SUB",         "MUL",  "DIV",  "CONCAT", "LEN",   "INT_TO_DINT", "INT_TO_REAL",
            "REAL_TO_INT", "PREV", "RISE", "FALL",   "HELD"})
        known.emplace_back(name);
      names_.fail_unknown(callee.at, "function", callee.text, known);
    }
  }
  if (callee.kind == Expr::Kind::Member && !is_access(callee))
    fail(call.at, "expected a function or an instance of a function block");
  const Access instance = access(callee);
  if (instance.type->kind != Type::Kind::Block)
    fail(call.at, fmt::format("'{}' has the type {}, which cannot be called",
                              printable(instance.name, 60), instance.type->name));
  fail(call.at,
       fmt::format("the call of '{}' has no value; its outputs do", printable(instance.name, 60)));
}

const Pou::Action* Compiler::find_action(const Pou* pou, const std::string& upper) const {
  if (pou == nullptr) return nullptr;
  for (const Pou::Action& action : pou->actions)
    if (upper_case(action.name) == upper) return &action;
  return nullptr;
}

/// Its statements, over the variables of the unit in the scope.
void Compiler::call_action(const Pou::Action& action, const Expr& call) {
  if (!call.arguments.empty())
    fail(call.at, fmt::format("the action '{}' takes no arguments", printable(action.name, 60)));
  if (std::ranges::find(actions_, &action) != actions_.end())
    fail(call.at,
         fmt::format("'{}' calls itself: recursion is forbidden", printable(action.name, 60)));
  actions_.push_back(&action);
  const std::string outer_return = std::exchange(scope_->return_label, out_.new_label("return"));
  const bool outer_has = std::exchange(scope_->has_return, false);
  const std::string outer_exit = std::exchange(scope_->exit_label, "");
  const std::string outer_next = std::exchange(scope_->continue_label, "");
  lower_body(action.body);
  if (scope_->has_return) out_.label(scope_->return_label);
  scope_->return_label = outer_return;
  scope_->has_return = outer_has;
  scope_->exit_label = outer_exit;
  scope_->continue_label = outer_next;
  actions_.pop_back();
}

void Compiler::call_statement(const Expr& call) {
  const Expr& callee = *call.operands[0];
  if (callee.kind == Expr::Kind::Name)
    if (const Pou::Action* action = find_action(scope_->pou, upper_case(callee.text)))
      return call_action(*action, call);
  if (callee.kind == Expr::Kind::Member && is_access(*callee.operands[0])) {
    const Access instance = frozen(access(*callee.operands[0]));
    const Pou* pou = instance.type->kind == Type::Kind::Block ? instance.type->pou : nullptr;
    if (const Pou::Action* action = find_action(pou, upper_case(callee.text))) {
      Scope inner;
      inner.block = instance.type;
      inner.pou = pou;
      inner.self = instance.place;
      enter(inner, call.at);
      Scope* const outer = std::exchange(scope_, &inner);
      ++depth_;
      call_action(*action, call);
      --depth_;
      scope_ = outer;
      return;
    }
  }
  if (callee.kind != Expr::Kind::Name || find_name(upper_case(callee.text), callee.at)) {
    const Access instance = access(callee);
    if (instance.type->kind != Type::Kind::Block)
      fail(call.at, fmt::format("'{}' has the type {}, which cannot be called",
                                printable(instance.name, 60), instance.type->name));
    return call_block(instance, call);
  }
  const Pou* pou = names_.find_pou(upper_case(callee.text));
  if (pou != nullptr && pou->kind == Pou::Kind::Function) {
    call_function(*pou, call);
    return;
  }
  lower_call(call);
}

/// The index of a place, as it is now: what is called may change its variables.
Access Compiler::frozen(Access access) {
  if (access.place.index.valid()) access.place.index = out_.kept(access.place.index, "index");
  return access;
}

/// Which variable an argument is for.
int Compiler::argument_field(const Type* block, const Expr& call, std::size_t which,
                             bool is_output) {
  const Argument& argument = call.arguments[which];
  if (argument.name.empty()) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < block->fields.size(); ++i) {
      if (!is_passed(block->fields[i])) continue;
      const bool is_result = block->pou->kind == Pou::Kind::Function &&
                             block->fields[i].section == Section::Kind::Output;
      if (is_result && !is_output) continue;
      if (place++ == which) return static_cast<int>(i);
    }
    fail(argument.at, fmt::format("{} has no input number {}", block->name, which + 1));
  }
  const int field = block->field(upper_case(argument.name));
  if (field < 0 || !is_passed(block->fields[static_cast<std::size_t>(field)])) {
    const std::string upper = upper_case(argument.name);
    if (upper == "EN" || upper == "ENO") names_.refuse(argument.at, "EN and ENO");
    std::vector<std::string> known;
    for (const Field& one : block->fields)
      if (is_passed(one)) known.push_back(one.name);
    names_.fail_unknown(argument.at,
                        fmt::format("{} of {}", is_output ? "output" : "input", block->name),
                        argument.name, known);
  }
  return field;
}

void Compiler::pass_arguments(const Type* block, const Place& self, const Expr& call,
                              Scope& inner) {
  // All values first: an input may be computed from what the call before left in another.
  std::vector<std::pair<int, Term>> inputs;
  std::vector<std::pair<std::size_t, Access>> copies;  // of structures and arrays, likewise
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    if (argument.is_output) continue;
    const int field = argument_field(block, call, i, false);
    const Field& target = block->fields[static_cast<std::size_t>(field)];
    if (!argument.value) continue;
    if (target.section == Section::Kind::Output)
      fail(argument.at, fmt::format("'{}' is an output: => assigns it to a variable",
                                    printable(target.name, 60)));
    if (target.section == Section::Kind::InOut) {
      Access bound = frozen(access(*argument.value));
      if (!same_type(bound.type, target.type))
        fail(argument.value->at, fmt::format("expected a variable of type {}, got {}",
                                             target.type->name, bound.type->name));
      if (!bound.is_writable)
        fail(argument.value->at, fmt::format("'{}' cannot be changed", printable(bound.name, 60)));
      inner.bindings[field] = std::move(bound);
      continue;
    }
    if (!target.type->is_scalar()) {
      Access from = frozen(access(*argument.value));
      if (!same_type(from.type, target.type))
        fail(argument.value->at,
             fmt::format("expected {}, got {}", target.type->name, from.type->name));
      copies.emplace_back(static_cast<std::size_t>(field), std::move(from));
      continue;
    }
    Term input = lower_as(*argument.value, target.type);
    if (call.arguments.size() > 1) input = out_.kept(input, "argument");
    inputs.emplace_back(field, input);
  }
  mark(call.at);
  for (const auto& [field, from] : copies) copy(part(self, field), from.place, call.at);
  for (const auto& [field, input] : inputs) {
    const Field& target = block->fields[static_cast<std::size_t>(field)];
    if (target.edge != 0)
      out_.assign(self.node->edges.at(static_cast<std::size_t>(field)).first, input);
    else
      write(part(self, static_cast<std::size_t>(field)), input);
  }
  for (std::size_t i = 0; i < block->fields.size(); ++i)
    if (block->fields[i].section == Section::Kind::InOut &&
        !inner.bindings.contains(static_cast<int>(i)))
      fail(call.at, fmt::format("the call of {} needs a variable for '{}' (VAR_IN_OUT)",
                                block->name, printable(block->fields[i].name, 60)));
}

void Compiler::pass_outputs(const Type* block, const Place& self, const Expr& call) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    if (!argument.is_output || !argument.value) continue;
    const int field = argument_field(block, call, i, true);
    const Field& source = block->fields[static_cast<std::size_t>(field)];
    if (source.section == Section::Kind::Input)
      fail(argument.at,
           fmt::format("'{}' is an input: := gives it a value", printable(source.name, 60)));
    if (source.section == Section::Kind::InOut)
      fail(argument.at,
           fmt::format("'{}' is in and out: := names its variable", printable(source.name, 60)));
    const Access target = access(*argument.value);
    if (!target.is_writable)
      fail(argument.value->at, fmt::format("'{}' cannot be changed", printable(target.name, 60)));
    const Place from = part(self, static_cast<std::size_t>(field));
    mark(argument.at);
    if (!source.type->is_scalar()) {
      if (!same_type(target.type, source.type))
        fail(argument.value->at, fmt::format("expected a variable of type {}, got {}",
                                             source.type->name, target.type->name));
      copy(target.place, from, argument.at);
      continue;
    }
    Term result = convert(value(source.type, read(from), argument.at), target.type, argument.at);
    if (argument.is_negated) {
      if (!target.type->is_bool()) fail(argument.at, "NOT before an output needs BOOL");
      result = terms().not_(result);
    }
    store(target, result);
  }
}

void Compiler::enter(Scope& inner, const Spot& at) {
  for (const Scope* outer = scope_; outer != nullptr; outer = outer->caller)
    if (outer->pou == inner.pou && inner.pou != nullptr && inner.pou->kind == Pou::Kind::Function)
      fail(at, fmt::format("'{}' calls itself: recursion is forbidden",
                           printable(inner.pou->name, 60)));
  if (depth_ >= kDeepestCalls)
    fail(at, fmt::format("more than {} calls inside each other", kDeepestCalls));
  if (out_.size() > kMostStatements)
    names_.refuse(at, fmt::format("programs of more than {} statements with all calls written out",
                                  kMostStatements));
  inner.caller = scope_;
}

void Compiler::fresh_temporaries(const Scope& scope) {
  const bool is_function = scope.pou->kind == Pou::Kind::Function;
  for (std::size_t i = 0; i < scope.block->fields.size(); ++i) {
    const Field& field = scope.block->fields[i];
    const bool is_fresh = field.section == Section::Kind::Temp ||
                          (is_function && (field.section == Section::Kind::Local ||
                                           field.section == Section::Kind::Output));
    if (!is_fresh || field.constant || scope.self.node->parts[i] == nullptr) continue;
    initialise(part(scope.self, i), scope.block, field.init.get());
  }
}

/// An input of R_EDGE or F_EDGE is the output of an R_TRIG or F_TRIG within the block.
void Compiler::see_edges(const Scope& scope) {
  for (const auto& [field, edge] : scope.self.node->edges) {
    const auto& [given, before] = edge;
    const Place input = part(scope.self, field);
    if (scope.is_entry) out_.assign(given, read(input));
    const bool falls = scope.block->fields[field].edge == 'F';
    const Term level = falls ? terms().not_(given) : given;
    out_.assign_all({input.node->variable, before},
                    {terms().and_(level, terms().not_(before)), level});
  }
}

void Compiler::run_body(Scope& scope) {
  Scope* const outer = std::exchange(scope_, &scope);
  const bool in_annotation = std::exchange(in_annotation_, false);
  ++depth_;
  mark(scope.pou->at);
  see_edges(scope);
  fresh_temporaries(scope);
  scope.return_label = out_.new_label("return");
  scope.exit_label.clear();
  scope.continue_label.clear();
  lower_body(scope.pou->body);
  if (scope.has_return) out_.label(scope.return_label);
  if (!scope.is_entry) lower_end(scope, false);
  --depth_;
  in_annotation_ = in_annotation;
  scope_ = outer;
}

void Compiler::call_block(const Access& written, const Expr& call) {
  const Access instance = frozen(written);
  const Type* block = instance.type;
  Scope inner;
  inner.block = block;
  inner.pou = block->pou;
  inner.self = instance.place;
  for (const Scope* outer = scope_; outer != nullptr; outer = outer->caller)
    if (outer->pou == block->pou && outer->self.node == instance.place.node)
      fail(call.at, fmt::format("'{}' calls itself: recursion is forbidden", block->name));
  enter(inner, call.at);
  pass_arguments(block, instance.place, call, inner);
  if (block->timer != Timer::None)
    run_timer(instance.place);
  else
    run_body(inner);
  mark(call.at);
  pass_outputs(block, instance.place, call);
}

/// The variables of a function: one set for all calls, for it does not call itself.
Storage* Compiler::function_storage(const Pou& pou) {
  auto& storage = functions_[&pou];
  if (!storage) {
    const Type* block = names_.block_of(pou);
    storage = allocate(block, pou.name, 1, false, nullptr);
    storage->type = block;
  }
  return storage.get();
}

Operand Compiler::call_function(const Pou& pou, const Expr& call) {
  Scope inner;
  inner.pou = &pou;
  enter(inner, call.at);
  inner.block = names_.block_of(pou);
  inner.self = {function_storage(pou), kNoTerm};
  std::vector<bool> given(inner.block->fields.size(), false);
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (!call.arguments[i].is_output)
      given[static_cast<std::size_t>(argument_field(inner.block, call, i, false))] = true;
  pass_arguments(inner.block, inner.self, call, inner);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Field& field = inner.block->fields[i];
    if (field.section != Section::Kind::Input || given[i]) continue;
    Scope* const outer = std::exchange(scope_, &inner);
    initialise(part(inner.self, i), inner.block, field.init.get());
    scope_ = outer;
  }
  run_body(inner);
  mark(call.at);
  pass_outputs(inner.block, inner.self, call);
  if (!pou.result) {
    Operand nothing;
    nothing.at = call.at;
    nothing.type = inner.block;
    return nothing;
  }
  const Type* type = inner.block->fields.back().type;
  if (!type->is_scalar()) {
    // The caller copies it from the function's variable.
    Operand whole;
    whole.at = call.at;
    whole.type = type;
    return whole;
  }
  return value(type, out_.kept(read(part(inner.self, inner.block->fields.size() - 1)), "result"),
               call.at);
}

}  // namespace cairn::st
