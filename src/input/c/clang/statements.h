// SPDX-License-Identifier: MIT
//
// Statements and declarations of locals.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

void Frontend::visit(const Stmt* statement) {
  if (statement == nullptr) return;
  if (!isa<clang::CompoundStmt>(statement)) site_ = site_of(statement);
  visit_statement(statement);
}

/// With the check `unreachable`: an assertion that always holds, for what is said of assertions
/// that no run gets to (run/program/vacuity.h).
void Frontend::cover(const Stmt* statement) {
  if (!checks("unreachable") || statement == nullptr || in_library()) return;
  while (const auto* compound = dyn_cast<clang::CompoundStmt>(statement)) {
    if (compound->body_empty()) return;
    statement = compound->body_front();
  }
  // What is behind a label covers itself; what a macro has is not the user's.
  if (isa<clang::NullStmt, clang::SwitchCase, clang::LabelStmt>(statement) ||
      statement->getBeginLoc().isMacroID())
    return;
  const SiteId outer = site_;
  site_ = site_of(statement);
  Statement here;
  here.kind = Statement::Kind::Assert;
  here.values = {terms_.true_term()};
  here.note = kCoverNote + short_text(statement) + "'";
  emit(std::move(here));
  site_ = outer;
}

/// Whether control may not come to what follows a statement.
bool may_not_return(const Stmt* statement) {
  return isa<clang::IfStmt, clang::WhileStmt, clang::DoStmt, clang::ForStmt, clang::SwitchStmt,
             clang::GotoStmt, clang::IndirectGotoStmt, clang::BreakStmt, clang::ContinueStmt,
             clang::ReturnStmt, clang::CallExpr>(statement);
}

void Frontend::visit_statement(const Stmt* statement) {
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(statement)) {
    const std::size_t outer = enter_scope(compound);
    const Stmt* before = nullptr;
    for (const Stmt* each : compound->body()) {
      const bool labelled = isa<clang::SwitchCase, clang::LabelStmt>(each);
      if (before != nullptr && may_not_return(before) && !labelled) cover(each);
      visit(each);
      before = each;
    }
    leave_scope(outer);
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each)) declare(variable);
  } else if (const auto* branching = dyn_cast<clang::IfStmt>(statement)) {
    visit_if(branching);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(statement)) {
    visit_loop(loop, loop->getCond(), loop->getBody(), nullptr, true);
  } else if (const auto* repeat = dyn_cast<clang::DoStmt>(statement)) {
    visit_loop(repeat, repeat->getCond(), repeat->getBody(), nullptr, false);
  } else if (const auto* count = dyn_cast<clang::ForStmt>(statement)) {
    const std::size_t outer = enter_scope(count);
    visit(count->getInit());
    visit_loop(count, count->getCond(), count->getBody(), count->getInc(), true);
    leave_scope(outer);
  } else if (const auto* choice = dyn_cast<clang::SwitchStmt>(statement)) {
    visit_switch(choice);
  } else if (const auto* one = dyn_cast<clang::SwitchCase>(statement)) {
    if (const auto name = case_labels_.find(one); name != case_labels_.end()) label(name->second);
    begin_again(switch_cleanups_.back());
    cover(one->getSubStmt());
    visit(one->getSubStmt());
  } else if (const auto* mark = dyn_cast<clang::LabelStmt>(statement)) {
    visit_label(mark);
  } else if (const auto* jump = dyn_cast<clang::GotoStmt>(statement)) {
    visit_goto(jump);
  } else if (isa<clang::BreakStmt>(statement)) {
    clean_up(break_cleanups_.back());
    go_to(breaks_.back());
  } else if (isa<clang::ContinueStmt>(statement)) {
    clean_up(continue_cleanups_.back());
    go_to(continues_.back());
  } else if (const auto* back = dyn_cast<clang::ReturnStmt>(statement)) {
    visit_return(back);
  } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(statement)) {
    visit(attributed->getSubStmt());
  } else if (const auto* assembly = dyn_cast<clang::AsmStmt>(statement)) {
    visit_asm(assembly);
  } else if (const auto* expression = dyn_cast<Expr>(statement)) {
    effect(expression);
  } else if (const auto* anywhere = dyn_cast<clang::IndirectGotoStmt>(statement)) {
    visit_computed_goto(anywhere);
  } else if (!isa<clang::NullStmt>(statement)) {
    limit(statement->getStmtClassName());
  }
}

void Frontend::add_scope_end(ScopeEnd end) {
  end.scope = scopes_.empty() ? nullptr : scopes_.back();
  cleanups_.push_back(end);
}

std::size_t Frontend::enter_scope(const Stmt* scope) {
  scopes_.push_back(scope);
  return cleanups_.size();
}

void Frontend::leave_scope(std::size_t outer) {
  end_scope(outer);
  scopes_.pop_back();
}

/// A branch or the body of a loop is a block, with braces or without (C11 6.8.4 p3).
void Frontend::visit_branch(const Stmt* branch) {
  if (branch == nullptr || isa<clang::CompoundStmt>(branch)) return visit(branch);
  const std::size_t outer = enter_scope(branch);
  visit(branch);
  leave_scope(outer);
}

/// Before a jump: what is in scope here and not at the label ends.
void Frontend::leave_for(const clang::LabelDecl* mark) {
  const std::set<const Stmt*>& there = label_scopes_[mark];
  std::size_t outer = 0;
  while (outer < cleanups_.size() &&
         (cleanups_[outer].scope == nullptr || there.contains(cleanups_[outer].scope)))
    ++outer;
  clean_up(outer);
}

/// A pointer that is gone leads nowhere.
void Frontend::assign_at_end(Term pointer) {
  Statement statement;
  statement.kind = Statement::Kind::Assign;
  statement.targets = {pointer};
  statement.values = {c_zero(terms_, terms_.sort(pointer))};
  statement.note = kScopeEnd;
  emit(std::move(statement));
}

/// Calls the cleanup functions of the variables in scope, the last first, down to `outer` of them.
void Frontend::clean_up(std::size_t outer) {
  for (std::size_t i = cleanups_.size(); i-- > outer;) {
    if (cleanups_[i].object != kNoObject) pseudo(kEnd, cleanups_[i].object, {}, {}, "");
    if (const Term pointer = cleanups_[i].pointer; pointer.valid()) assign_at_end(pointer);
    if (cleanups_[i].flag.valid()) assign(cleanups_[i].flag, terms_.false_term());
    if (cleanups_[i].object != kNoObject) unset(cleanups_[i].object);
    const VarDecl* const variable = cleanups_[i].cleanup;
    if (variable == nullptr) continue;
    const FunctionDecl* function = variable->getAttr<clang::CleanupAttr>()->getFunctionDecl();
    const FunctionDecl* definition = definition_of(function);
    if (definition == nullptr) {
      limit(fmt::format("cleanup function '{}' without a body", function->getNameAsString()));
      continue;
    }
    Function& callee = function_of(definition);
    Statement call;
    call.kind = Statement::Kind::Call;
    call.names = {callee.procedure};
    call.values = {address(whole(variable_of(variable).object))};
    if (callee.parameters.size() != 1 || callee.parameters[0].type.kind != CScalar::Kind::Pointer) {
      limit("cleanup function with other parameters than a pointer");
      continue;
    }
    if (callee.returns_scalar) call.targets = {temporary(callee.result_type.sort)};
    emit(std::move(call));
  }
}

void Frontend::end_scope(std::size_t outer) {
  clean_up(outer);
  cleanups_.resize(outer);
}

/// The life of a local, which ends with its block (C11 6.2.4 p6). What is left when the function
/// returns is memory.h's.
void Frontend::begin_local(CObjectId object) {
  if (scopes_.size() <= 1 && !checks("use-after-free") && !checks("uninitialised")) return;
  add_scope_end({.object = object});
  pseudo(kBegin, object, {}, {}, "");
}

/// A jump may come past declarations whose variables live from the start of their block.
void Frontend::begin_again(std::size_t first) {
  for (std::size_t i = first; i < cleanups_.size(); ++i)
    if (cleanups_[i].object != kNoObject) pseudo(kBegin, cleanups_[i].object, {}, {}, "");
}

bool mentions(const Stmt* expression, const VarDecl* variable) {
  if (expression == nullptr) return false;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression))
    return reference->getDecl() == variable;
  return std::ranges::any_of(expression->children(),
                             [&](const Stmt* child) { return mentions(child, variable); });
}

void Frontend::declare(const VarDecl* declaration) {
  if (declaration->hasGlobalStorage()) {
    variable_of(declaration);
    return;
  }
  capture_lengths(declaration->getType());
  if (context_->getAsVariableArrayType(declaration->getType()) != nullptr) {
    declare_array(declaration);
    if (declaration->hasAttr<clang::CleanupAttr>()) add_scope_end({.cleanup = declaration});
    return;
  }
  const std::string name = declaration->getNameAsString();
  const Variable variable = variable_of(declaration);
  if (variable.object != kNoObject) begin_local(variable.object);
  // Before the variable ends.
  if (declaration->hasAttr<clang::CleanupAttr>()) add_scope_end({.cleanup = declaration});
  if (variable.term.valid() && variable.type.kind == CScalar::Kind::Pointer &&
      (checks("lost-memory") || checks("use-after-free")))
    add_scope_end({.pointer = variable.term});
  const Expr* value = declaration->getInit();
  const bool own = value != nullptr && mentions(value, declaration);
  if (variable.term.valid() && (value == nullptr || own)) declare_unset(variable, name);
  if (variable.object != kNoObject && own) unset(variable.object);
  if (variable.term.valid()) {
    if (value == nullptr) {
      if (variable.type.kind == CScalar::Kind::Bool) {
        assign(variable.term, arbitrary(variable.type, "uninitialised " + name));
        return;
      }
      Statement statement;
      statement.kind = Statement::Kind::Havoc;
      statement.targets = {variable.term};
      statement.note = "uninitialised " + name;
      return emit(std::move(statement));
    }
    const auto* list = dyn_cast<clang::InitListExpr>(value->IgnoreParens());
    if (list != nullptr && list->getNumInits() == 0)
      return set_variable(variable.term, c_zero(terms_, variable.type.sort));
    // Models that exchange characters move what was never set, too.
    if (list == nullptr && in_library() && declaration->getType()->isCharType())
      if (const std::optional<Term> character = copied_character(value))
        return set_variable(variable.term, *character);
    return set_variable(variable.term, rvalue(list != nullptr ? list->getInit(0) : value));
  }
  if (value == nullptr || !is_scalar(declaration->getType()))
    pseudo(value == nullptr ? kForget : kZero, variable.object, {}, {}, "uninitialised " + name);
  if (value == nullptr) unset(variable.object);
  if (value != nullptr) initialise(whole(variable.object), declaration->getType(), value);
}

/// An array of variable length: an object with room for some elements, or for as many as there are
/// addresses for.
void Frontend::declare_array(const VarDecl* declaration) {
  const std::string name = declaration->getNameAsString();
  const Size size = dynamic_size(declaration->getType());
  const std::string key = key_of(declaration);
  const bool open = options_.heap_bytes == 0;
  const std::uint32_t width = unit_.pointer_bits;
  CBits room = 1;
  bool known = true;
  std::vector<Term> lengths;
  for (const auto* array = context_->getAsVariableArrayType(declaration->getType());
       array != nullptr; array = context_->getAsVariableArrayType(array->getElementType())) {
    const auto length = constant_of(array->getSizeExpr());
    known = known && length && *length <= 0x10000;
    if (known) room = std::min<CBits>(room * static_cast<CBits>(*length), 0x10000);
    lengths.push_back(lengths_.at(array->getSizeExpr()));
  }
  if (size.bits == 0) return limit("array of elements without a size");
  if (!known)
    room = static_cast<CBits>(open ? most_bytes(width) : options_.heap_bytes) / (size.bits / 8);
  room = std::max<CBits>(room, 1);
  if (!variables_.contains(key)) {
    QualType element = declaration->getType();
    while (const auto* array = context_->getAsVariableArrayType(element))
      element = array->getElementType();
    CObject object;
    object.kind = CObject::Kind::Local;
    object.name = name;
    object.function = function_name_;
    object.procedure = function_->procedure;
    object.size = room * size.bits;
    object.leaves = leaves_of(element);
    repeat_leaves(object.leaves, room, size.bits);
    object.room = new_variable(unit_.program.globals, name + ".size", Sort::bit_vector(width), "",
                               Show::Hidden);
    if (open && !known) object.capacity = capacity_of(name);
    local_keys_.push_back(key);
    variables_[key].object = add_object(std::move(object));
  }
  const CObject& object = unit_.objects[variables_[key].object];
  // Each length by itself too, for the product may wrap around; wide enough not to do so otherwise.
  const auto dimensions = static_cast<std::uint32_t>(lengths.size());
  const auto digits = static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(room)));
  const std::uint32_t bits = digits * dimensions <= width ? width : width * dimensions;
  const auto fits = [&](Term value) {
    return terms_.make(Op::BvUle, {value, terms_.bv(bits, static_cast<std::uint64_t>(room))});
  };
  if (checks("bounds"))
    for (const Term length : lengths)
      property(terms_.make(Op::BvSlt, {terms_.bv(width, 0), length}),
               fmt::format("the array '{}' has a positive length", name));
  Term enough = terms_.true_term();
  Term product = terms_.bv(bits, 1);
  for (const Term length : lengths) {
    const Term wide = terms_.zero_extend(length, bits);
    enough = terms_.and_(enough, fits(wide));
    product = terms_.make(Op::BvMul, {product, wide});
  }
  enough = terms_.and_(enough, fits(product));
  const Term bytes = scaled(size.count, size.bits / 8);
  if (object.capacity.valid()) {
    // There is no memory for more; the run ends.
    assume(enough);
    limit_unless(terms_.make(Op::BvUle, {bytes, object.capacity}),
                 "array that is larger than its share of all addresses");
  } else {
    limit_unless(enough, fmt::format("array of more than {} elements", room));
  }
  assign(object.room, bytes);
  begin_local(variables_[key].object);
  pseudo(kForget, variables_[key].object, {}, {}, "uninitialised " + name);
  unset(variables_[key].object);
}

void Frontend::visit_if(const clang::IfStmt* statement) {
  const SiteId here = site_;
  const Term test = condition(statement->getCond());
  Block then = collect_block([&] {
    cover(statement->getThen());
    visit_branch(statement->getThen());
  });
  Block otherwise = collect_block([&] {
    cover(statement->getElse());
    visit_branch(statement->getElse());
  });
  site_ = here;
  branch(test, std::move(then), std::move(otherwise));
}

/// With --unwind: a variable that counts the iterations of a loop.
Term Frontend::new_rounds() {
  const Term rounds =
      new_variable(procedure_->locals, "rounds", Sort::bit_vector(32), "", Show::Hidden);
  rounds_.push_back(rounds);
  return rounds;
}

/// One iteration more, of which `before` were not counted.
void Frontend::count_round(Term rounds, std::uint64_t before, const std::string& what) {
  const std::uint64_t most = *options_.unwind;
  const Term allowed = most > before
                           ? terms_.make(Op::BvUlt, {rounds, terms_.bv(32, most - before)})
                           : terms_.false_term();
  if (checks("unwinding")) {
    property(allowed, fmt::format("{} takes no more than {} iterations", what, most));
    assume(allowed);
  } else {
    limit_unless(allowed, fmt::format("{} takes more than {} iterations", what, most));
  }
  assign(rounds, terms_.make(Op::BvAdd, {rounds, terms_.bv(32, 1)}));
}

Term Frontend::rounds_of(const clang::LabelDecl* mark) {
  Term& rounds = label_rounds_[mark];
  if (!rounds.valid()) rounds = new_rounds();
  return rounds;
}

/// A jump back is one iteration more of the loop that its label heads; any other way to the label
/// starts the loop anew.
void Frontend::visit_goto(const clang::GotoStmt* statement) {
  const clang::LabelDecl* mark = statement->getLabel();
  if (options_.unwind) {
    if (passed_labels_.contains(mark))
      count_round(rounds_of(mark), 1, fmt::format("the loop at '{}'", mark->getNameAsString()));
    else
      assign(rounds_of(mark), terms_.bv(32, 0));
  }
  leave_for(mark);
  check_lost(CLost::Running);
  go_to(label_of(mark));
}

/// A jump to one of the function's labels whose address is taken, by comparing addresses.
void Frontend::visit_computed_goto(const clang::IndirectGotoStmt* statement) {
  if (options_.unwind) limit("computed goto with --unwind");
  const Term target = snapshot(rvalue(statement->getTarget()));
  for (const clang::LabelDecl* mark : addressed_labels_)
    branch(terms_.equal(target, unit_.objects[label_object(mark)].address), collect_block([&] {
             leave_for(mark);
             go_to(label_of(mark));
           }),
           {});
  limit("computed goto to no label of the function");
}

void Frontend::visit_label(const clang::LabelStmt* statement) {
  const clang::LabelDecl* mark = statement->getDecl();
  if (options_.unwind) {
    assign(rounds_of(mark), terms_.bv(32, 0));
    passed_labels_.insert(mark);
  }
  label(label_of(mark));
  begin_again(0);
  if (statement->getName() == options_.error_label && !calls_error_function())
    violation("label " + options_.error_label);
  cover(statement->getSubStmt());
  visit(statement->getSubStmt());
}

void Frontend::visit_loop(const Stmt* loop, const Expr* test, const Stmt* body, const Expr* step,
                          bool test_first) {
  const SiteId here = site_of(loop, true);
  const SiteId outer = site_;
  site_ = here;
  breaks_.push_back(unique(labels_, "break"));
  continues_.push_back(unique(labels_, "continue"));
  break_cleanups_.push_back(cleanups_.size());
  continue_cleanups_.push_back(cleanups_.size());
  const auto leave = [this] {
    breaks_.pop_back();
    continues_.pop_back();
    break_cleanups_.pop_back();
    continue_cleanups_.pop_back();
  };
  Term holds = terms_.true_term();
  Block testing = collect_block([&] {
    if (test != nullptr) holds = condition(test);
  });
  if (!test_first && terms_.is_false(holds) && testing.empty()) {
    // do { ... } while (0) is no loop.
    visit_branch(body);
    label(continues_.back());
    label(breaks_.back());
    leave();
    site_ = outer;
    return;
  }
  // A test without side effects is the loop's condition; any other is a part of the body.
  const bool simple = test_first && testing.empty();
  const auto run_test = [&] {
    site_ = here;
    std::ranges::move(testing, std::back_inserter(*block_));
    if (!terms_.is_true(holds)) branch(holds, {}, collect_block([&] { go_to(breaks_.back()); }));
  };
  Term rounds;
  if (options_.unwind) {
    rounds = new_rounds();
    assign(rounds, terms_.bv(32, 0));
  }
  Statement statement;
  statement.kind = Statement::Kind::While;
  statement.values = {simple ? holds : terms_.true_term()};
  statement.blocks.push_back(collect_block([&] {
    check_lost(CLost::Running);
    if (test_first && !simple) run_test();
    if (rounds.valid()) count_round(rounds, 0, "the loop");
    cover(body);
    visit_branch(body);
    label(continues_.back());
    if (step != nullptr) {
      site_ = site_of(step);
      effect(step);
    }
    if (!test_first) run_test();
  }));
  site_ = here;
  emit(std::move(statement));
  site_ = outer;
  label(breaks_.back());
  leave();
}

/// Goes to the case that has the value, if one has; they are tried one after another.
void Frontend::try_cases(Term value, const CScalar& type, std::span<const Case> cases) {
  for (const Case& one : cases) {
    Term test = terms_.equal(value, one.low);
    if (one.high != one.low)
      test = terms_.and_(c_compare(terms_, CBinary::GreaterEqual, value, one.low, type),
                         c_compare(terms_, CBinary::LessEqual, value, one.high, type));
    branch(test, collect_block([&] { go_to(one.label); }), {});
  }
}

/// By value, without empty ranges; false if a value is not known. Clang has made sure that no value
/// has two cases.
bool Frontend::sort_cases(std::vector<Case>& cases, const CScalar& type) {
  const auto less = [&](Term a, Term b) {
    return terms_.is_true(c_compare(terms_, CBinary::Less, a, b, type));
  };
  for (const Case& one : cases)
    if (!terms_.is_value(one.low) || !terms_.is_value(one.high)) return false;
  std::erase_if(cases, [&](const Case& one) { return less(one.high, one.low); });
  std::ranges::sort(cases, [&](const Case& a, const Case& b) { return less(a.low, b.low); });
  return true;
}

/// Goes to a case or to `rest` by bisection, as compilers do, for cases that are sorted: if each
/// case came after the tests of all cases before it, the paths through a large switch would be
/// quadratic in it.
void Frontend::bisect(Term value, const CScalar& type, std::span<const Case> cases,
                      const std::string& rest) {
  constexpr std::size_t kLeaf = 4;
  if (cases.size() <= kLeaf) {
    try_cases(value, type, cases);
    go_to(rest);
    return;
  }
  const auto below = cases.first(cases.size() / 2), others = cases.subspan(cases.size() / 2);
  const Term test = c_compare(terms_, CBinary::Less, value, others.front().low, type);
  branch(test, collect_block([&] { bisect(value, type, below, rest); }),
         collect_block([&] { bisect(value, type, others, rest); }));
}

void Frontend::visit_switch(const clang::SwitchStmt* statement) {
  const SiteId here = site_;
  const CScalar type = scalar(statement->getCond()->getType());
  const Term value = snapshot(rvalue(statement->getCond()));
  breaks_.push_back(unique(labels_, "break"));
  break_cleanups_.push_back(cleanups_.size());
  switch_cleanups_.push_back(cleanups_.size());
  std::string rest = breaks_.back();
  std::vector<const clang::SwitchCase*> marks;
  for (const clang::SwitchCase* each = statement->getSwitchCaseList(); each != nullptr;
       each = each->getNextSwitchCase())
    marks.push_back(each);
  std::ranges::reverse(marks);
  std::vector<Case> cases;
  for (const clang::SwitchCase* each : marks) {
    const std::string name = case_labels_[each] = unique(labels_, "case");
    const auto* one = dyn_cast<clang::CaseStmt>(each);
    if (one == nullptr) {
      rest = name;
      continue;
    }
    const auto number = [&](const Expr* constant) {
      return convert(rvalue(constant), scalar(constant->getType()), type);
    };
    const Term low = number(one->getLHS());
    cases.push_back({low, one->getRHS() == nullptr ? low : number(one->getRHS()), name});
  }
  // With a few cases the order of the source is as good, and easier to recognize.
  constexpr std::size_t kFew = 16;
  if (cases.size() > kFew && sort_cases(cases, type))
    bisect(value, type, cases, rest);
  else
    try_cases(value, type, cases);
  go_to(rest);
  visit(statement->getBody());
  site_ = here;
  label(breaks_.back());
  breaks_.pop_back();
  break_cleanups_.pop_back();
  switch_cleanups_.pop_back();
}

void Frontend::visit_return(const clang::ReturnStmt* statement) {
  const Expr* value = statement->getRetValue();
  if (value != nullptr) {
    if (function_->returns_scalar && is_scalar(value->getType()))
      assign(function_->result, rvalue(value));
    else if (function_->result_object != kNoObject)
      copy(whole(function_->result_object), aggregate(value), value->getType());
    else
      effect(value);
  }
  clean_up(0);
  Statement back;
  back.kind = Statement::Kind::Return;
  emit(std::move(back));
}

/// The output that an input of assembly is: by number, by name, or by a register of both.
std::optional<unsigned> tied_output(const clang::GCCAsmStmt* statement, llvm::StringRef where) {
  unsigned number = 0;
  if (!where.getAsInteger(10, number)) return number;
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i) {
    const llvm::StringRef name = statement->getOutputName(i);
    if (!name.empty() && where == ("[" + name + "]").str()) return i;
    const llvm::StringRef place = statement->getOutputConstraint(i).ltrim("=&");
    if (place.size() == 1 && place == where && llvm::StringRef("abcdSD").contains(place)) return i;
  }
  return std::nullopt;
}

/// Assembly without an instruction, which keeps compilers from knowing values: `asm("" : "+r"(x))`.
/// An operand that is an input too keeps its value, an output with a number has that operand's
/// value, any other output is arbitrary.
void Frontend::visit_asm(const clang::AsmStmt* statement) {
  const auto* gnu = dyn_cast<clang::GCCAsmStmt>(statement);
  if (gnu == nullptr || !gnu->getAsmString()->getString().trim().empty() || gnu->isAsmGoto())
    return limit("inline assembly");
  std::map<unsigned, Term> inputs;  // by the output that they are
  for (unsigned i = 0; i < gnu->getNumInputs(); ++i) {
    const Expr* input = gnu->getInputExpr(i);
    const llvm::StringRef where = gnu->getInputConstraint(i);
    const std::optional<unsigned> output = tied_output(gnu, where);
    if (!is_scalar(input->getType())) {
      effect(input);
    } else if (output) {
      inputs[*output] = snapshot(rvalue(input));
    } else if (input->isPRValue()) {
      rvalue(input);
    }
  }
  for (unsigned i = 0; i < gnu->getNumOutputs(); ++i) {
    const Expr* output = gnu->getOutputExpr(i);
    if (gnu->isOutputPlusConstraint(i)) {
      if (has_effects(output)) lvalue(output);
      continue;
    }
    if (!is_scalar(output->getType())) return limit("inline assembly");
    const LValue target = lvalue(output);
    const auto same = inputs.find(i);
    // A place in memory that no instruction writes keeps what is there.
    if (same == inputs.end() && gnu->getOutputConstraint(i).ltrim("=&") == "m") continue;
    if (same == inputs.end())
      write(target, arbitrary(target.type, "assembly"));
    else if (terms_.sort(same->second) == target.type.sort)
      write(target, same->second);
    else
      return limit("inline assembly");
  }
}

std::string Frontend::label_of(const clang::LabelDecl* mark) {
  std::string& name = label_names_[mark];
  if (name.empty()) name = unique(labels_, mark->getNameAsString());
  return name;
}

}  // namespace
}  // namespace cairn
