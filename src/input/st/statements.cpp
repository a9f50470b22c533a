// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {
namespace {

constexpr std::size_t kMostBranches = 500;
/// Iterations of FOR loops inside each other that are written out.
constexpr std::uint64_t kMostUnrolled = 2048;

/// Does the expression change a variable: as an argument in and out, or as the target of an output?
bool passes_on(const Expr& expr, const std::string& upper) {
  if (expr.kind == Expr::Kind::Call)
    for (const Argument& argument : expr.arguments) {
      if (!argument.value) continue;
      const bool is_name =
          argument.value->kind == Expr::Kind::Name && upper_case(argument.value->text) == upper;
      if (is_name) return true;
      if (passes_on(*argument.value, upper)) return true;
    }
  return std::ranges::any_of(expr.operands, [&](const ExprPtr& e) { return passes_on(*e, upper); });
}

bool has_any_call(const Expr& expr) {
  return expr.kind == Expr::Kind::Call ||
         std::ranges::any_of(expr.operands, [](const ExprPtr& e) { return has_any_call(*e); });
}

bool calls_units(const Body& body) {
  return std::ranges::any_of(body, [](const Statement& s) {
    for (const Expr* part : {s.target.get(), s.value.get(), s.to.get(), s.by.get()})
      if (part != nullptr && has_any_call(*part)) return true;
    for (const Statement::Branch& branch : s.branches)
      if ((branch.condition && has_any_call(*branch.condition)) || calls_units(branch.body))
        return true;
    return calls_units(s.body);
  });
}

const Expr& root_of(const Expr& expr) {
  const Expr* root = &expr;
  while (root->kind == Expr::Kind::Member || root->kind == Expr::Kind::Index ||
         root->kind == Expr::Kind::Bit || root->kind == Expr::Kind::Deref)
    root = root->operands[0].get();
  return *root;
}

}  // namespace

void Compiler::mark(const Spot& at) {
  out_.at(at, scope_ != nullptr && scope_->pou != nullptr ? scope_->pou->name : "");
}

bool Compiler::checks(std::string_view name) const {
  return std::ranges::find_if(options_.checks, [&](const std::string& check) {
           return check == name || (check == "all" && name != "unreachable");
         }) != options_.checks.end();
}

void Compiler::limit(Term fits, std::string note) {
  if (!in_annotation_) return out_.assert_(fits, note, AssertKind::Limit);
  for (const Term guard : guards_) fits = terms().implies(guard, fits);
  if (!terms().is_true(fits)) limits_.push_back({fits, std::move(note)});
}

void Compiler::claim(Term condition, const std::string& text) {
  out_.assert_within(condition, text, std::exchange(limits_, {}));
}

void Compiler::assume(Term condition) {
  for (const Emission::Limit& limit : std::exchange(limits_, {}))
    out_.assert_(limit.fits, limit.note, AssertKind::Limit);
  out_.assume(condition);
}

/// Whether a variable of the unit may change in a body. A call by position, or of another unit that
/// knows the variable, counts.
bool Compiler::assigns(const Body& body, const std::string& upper) const {
  for (const Statement& s : body) {
    if (s.target) {
      const Expr& root = root_of(*s.target);
      if (root.kind == Expr::Kind::Name && upper_case(root.text) == upper) return true;
    }
    for (const Expr* part : {s.target.get(), s.value.get(), s.to.get(), s.by.get()})
      if (part != nullptr && passes_on(*part, upper)) return true;
    if (s.kind == Statement::Kind::Call && s.value->operands[0]->kind == Expr::Kind::Name) {
      const Pou::Action* action = find_action(scope_ == nullptr ? nullptr : scope_->pou,
                                              upper_case(s.value->operands[0]->text));
      if (action != nullptr && std::ranges::find(actions_, action) == actions_.end()) {
        actions_.push_back(action);
        const bool is_assigned = assigns(action->body, upper);
        actions_.pop_back();
        if (is_assigned) return true;
      }
    }
    for (const Statement::Branch& branch : s.branches) {
      if (branch.condition && passes_on(*branch.condition, upper)) return true;
      if (assigns(branch.body, upper)) return true;
    }
    if (assigns(s.body, upper)) return true;
  }
  return false;
}

void Compiler::lower_body(const Body& body) {
  for (const Statement& s : body) lower_statement(s);
}

/// The body of a branch or of a loop, which some run gets to, or should.
void Compiler::lower_branch(const Body& body) {
  const bool is_own = scope_->pou != nullptr && !names_.is_standard(*scope_->pou);
  if (checks("unreachable") && is_own && !body.empty()) {
    mark(body.front().at);
    out_.cover();
  }
  lower_body(body);
}

void Compiler::lower_statement(const Statement& s) {
  using Kind = Statement::Kind;
  mark(s.at);
  switch (s.kind) {
    case Kind::Assign:
    case Kind::Set:
    case Kind::Reset:
      return lower_assign(s);
    case Kind::Call:
      return call_statement(*s.value);
    case Kind::If:
      if (s.branches.size() > kMostBranches)
        names_.refuse(s.at, fmt::format("more than {} branches", kMostBranches));
      return lower_if(s, 0);
    case Kind::Case:
      return lower_case(s);
    case Kind::For:
      return lower_for(s);
    case Kind::While:
    case Kind::Repeat:
      return lower_while(s);
    case Kind::Exit:
      if (scope_->exit_label.empty()) fail(s.at, "EXIT is not inside of a loop");
      return out_.jump(scope_->exit_label);
    case Kind::Continue:
      if (scope_->continue_label.empty()) fail(s.at, "CONTINUE is not inside of a loop");
      return out_.jump(scope_->continue_label);
    case Kind::Return:
      scope_->has_return = true;
      return out_.jump(scope_->return_label);
    case Kind::Annotation:
      return lower_annotation(s);
  }
}

void Compiler::check_range(const Access& target, Term value, const Spot& at) {
  if (!target.type->range || !checks("range")) return;
  const auto& [low, high] = *target.type->range;
  const std::uint32_t width = target.type->bits();
  const Op op = target.type->is_signed() ? Op::BvSle : Op::BvUle;
  const Term least = terms().constant(Value(to_bit_vector(width, low)));
  const Term most = terms().constant(Value(to_bit_vector(width, high)));
  mark(at);
  out_.assert_(terms().and_(terms().make(op, {least, value}), terms().make(op, {value, most})),
               fmt::format("{} stays in {}..{}", target.name, low.get_str(), high.get_str()));
}

void Compiler::lower_assign(const Statement& s) {
  Access target = access(*s.target);
  if (!target.is_writable)
    fail(s.target->at,
         fmt::format("'{}' cannot be assigned: it is {}", printable(target.name, 60),
                     s.target->kind == Expr::Kind::Member ? "not an input of its block, or constant"
                                                          : "constant"));
  if (!target.type->is_scalar()) {
    if (s.kind != Statement::Kind::Assign || target.type->kind == Type::Kind::Block)
      fail(s.at, fmt::format("'{}' has the type {}, which cannot be assigned",
                             printable(target.name, 60), target.type->name));
    if (s.value->kind == Expr::Kind::Call)
      names_.refuse(s.value->at, "functions that return structures or arrays");
    const Access source = access(*s.value);
    if (!same_type(source.type, target.type))
      fail(s.value->at, fmt::format("expected {}, got {}", target.type->name, source.type->name));
    mark(s.at);
    return copy(target.place, source.place, s.at);
  }
  if (has_call(*s.value)) target = frozen(std::move(target));
  if (s.kind == Statement::Kind::Assign) {
    const Term value = lower_as(*s.value, target.type);
    check_range(target, value, s.at);
    mark(s.at);
    return store(target, value);
  }
  if (!target.type->is_bool()) fail(s.at, "S= and R= need a BOOL");
  const Term condition = lower_bool(*s.value);
  const Term old = value_of(target);
  mark(s.at);
  store(target, s.kind == Statement::Kind::Set ? terms().or_(old, condition)
                                               : terms().and_(old, terms().not_(condition)));
}

void Compiler::lower_if(const Statement& s, std::size_t branch) {
  const Statement::Branch& one = s.branches[branch];
  if (!one.condition) return lower_branch(one.body);
  mark(one.at);
  const Term condition = lower_bool(*one.condition);
  mark(one.at);
  out_.begin_block();
  lower_branch(one.body);
  Block then = out_.end_block();
  out_.begin_block();
  if (branch + 1 < s.branches.size()) lower_if(s, branch + 1);
  Block otherwise = out_.end_block();
  mark(one.at);
  out_.if_(condition, std::move(then), std::move(otherwise));
}

Term Compiler::label_condition(const Operand& selector, const Statement::Label& label) {
  const auto bound = [&](const Expr& expr) {
    const Term value = lower_as(expr, without_range(selector.type));
    if (!terms().is_value(value)) fail(expr.at, "a label of CASE is a constant");
    return value;
  };
  const Term low = bound(*label.low);
  if (!label.high) return terms().equal(selector.term, low);
  const Term high = bound(*label.high);
  const Op op = selector.type->is_signed() ? Op::BvSle : Op::BvUle;
  if (terms().is_false(terms().make(op, {low, high})))
    fail(label.low->at, "the range of the label is empty");
  return terms().and_(terms().make(op, {low, selector.term}),
                      terms().make(op, {selector.term, high}));
}

void Compiler::lower_case(const Statement& s) {
  const Operand selector = settle(lower(*s.value));
  if (!selector.type->is_word())
    fail(s.value->at,
         fmt::format("CASE needs an integer or an enumeration, and not {}", selector.type->name));
  if (s.branches.size() > kMostBranches)
    names_.refuse(s.at, fmt::format("more than {} branches", kMostBranches));
  // From the last branch to the first: each is the else of the one before.
  Block otherwise;
  std::vector<std::pair<Term, Block>> branches;
  for (const Statement::Branch& branch : s.branches) {
    std::vector<Term> labels;
    for (const Statement::Label& label : branch.labels)
      labels.push_back(label_condition(selector, label));
    mark(branch.at);
    out_.begin_block();
    lower_branch(branch.body);
    Block body = out_.end_block();
    if (branch.labels.empty())
      otherwise = std::move(body);
    else
      branches.emplace_back(terms().or_all(labels), std::move(body));
  }
  mark(s.at);
  for (std::size_t i = branches.size(); i-- > 0;) {
    auto& [condition, body] = branches[i];
    out_.begin_block();
    out_.if_(condition, std::move(body), std::move(otherwise));
    otherwise = out_.end_block();
  }
  out_.splice(std::move(otherwise));
}

/// With EXIT and CONTINUE that lead to the labels given.
void Compiler::lower_loop_body(const Body& body, const std::string& exit, const std::string& next) {
  const std::string outer_exit = std::exchange(scope_->exit_label, exit);
  const std::string outer_next = std::exchange(scope_->continue_label, next);
  lower_body(body);
  out_.label(next);
  scope_->exit_label = outer_exit;
  scope_->continue_label = outer_next;
}

Term Compiler::loop_counter(const Spot& at) {
  mark(at);
  const std::uint32_t width = static_cast<std::uint32_t>(std::bit_width(options_.loop_limit + 1));
  const Term counter = out_.variable("iterations", Sort::bit_vector(width), "", Show::Hidden);
  out_.assign(counter, terms().bv(width, 0));
  return counter;
}

/// A scan that does not end is a violation, and its run ends there.
void Compiler::count_iteration(Term counter, const char* word) {
  const std::uint32_t width = terms().sort(counter).width();
  const Term ends = terms().make(Op::BvUlt, {counter, terms().bv(width, options_.loop_limit)});
  out_.assert_(
      ends, fmt::format("the {} ends within {} iterations of a scan", word, options_.loop_limit));
  out_.assume(ends);
  out_.assign(counter, terms().make(Op::BvAdd, {counter, terms().bv(width, 1)}));
}

void Compiler::lower_while(const Statement& s) {
  const bool is_while = s.kind == Statement::Kind::While;
  const char* const word = is_while ? "WHILE" : "REPEAT";
  const std::string exit = out_.new_label("exit");
  const std::string next = out_.new_label("next");
  const Term counter = loop_counter(s.at);
  out_.begin_block();
  if (is_while) {
    const Term goes_on = lower_bool(*s.value);
    mark(s.at);
    out_.begin_block();
    out_.jump(exit);
    Block leave = out_.end_block();
    out_.if_(terms().not_(goes_on), std::move(leave), {});
  }
  count_iteration(counter, word);
  lower_loop_body(s.body, exit, next);
  if (!is_while) {
    mark(s.value->at);
    const Term stops = lower_bool(*s.value);
    out_.begin_block();
    out_.jump(exit);
    Block leave = out_.end_block();
    out_.if_(stops, std::move(leave), {});
  }
  Block body = out_.end_block();
  mark(s.at);
  out_.loop(terms().true_term(), std::move(body));
  out_.label(exit);
}

/// A variable behind VAR_IN_OUT, one with an address, and a global one where something else is
/// bound to a variable from outside.
bool Compiler::may_have_another_name(const std::string& upper) const {
  const int own = scope_->block->field(upper);
  const Field* field = own < 0 ? nullptr : &scope_->block->fields[static_cast<std::size_t>(own)];
  if (field != nullptr && field->section != Section::Kind::External)
    return scope_->bindings.contains(own) || !field->address.empty();
  const int global = names_.globals()->field(upper);
  return !scope_->bindings.empty() || global < 0 ||
         !names_.globals()->fields[static_cast<std::size_t>(global)].address.empty();
}

/// Constant bounds, few iterations, and a variable that the body leaves alone: the iterations one
/// after the other, in which the variable is a number.
bool Compiler::unroll_for(const Statement& s, const Access& variable, const Operand& from,
                          const Operand& to, const mpz_class& step) {
  if (!from.is_literal() && !terms().is_value(from.term)) return false;
  if (!to.is_literal() && !terms().is_value(to.term)) return false;
  if (variable.place.node->in_array || s.target->kind != Expr::Kind::Name || step == 0)
    return false;
  if (assigns(s.body, upper_case(s.target->text))) return false;
  if (may_have_another_name(upper_case(s.target->text))) return false;
  // Whatever is called may know a global variable.
  const int own = scope_->block->field(upper_case(s.target->text));
  const bool is_global = own < 0 || scope_->block->fields[static_cast<std::size_t>(own)].section ==
                                        Section::Kind::External;
  if (is_global && calls_units(s.body)) return false;
  const Type* type = variable.type;
  const auto number = [&](const Operand& operand) {
    const BitVector bits = terms().value(convert(operand, type, s.at)).bits();
    return type->is_signed() ? to_signed_integer(bits) : to_unsigned_integer(bits);
  };
  const mpz_class first = number(from), last = number(to);
  const mpz_class count =
      step > 0 ? mpz_class((last - first + step) / step) : mpz_class((first - last - step) / -step);
  if (count > options_.unroll) return false;
  const std::uint64_t times = count < 0 ? 0 : count.get_ui();
  if (times * unrolled_ > kMostUnrolled) return false;
  const std::uint64_t outer =
      std::exchange(unrolled_, std::max<std::uint64_t>(1, times * unrolled_));
  const std::string exit = out_.new_label("exit");
  const auto as_term = [&](const mpz_class& value) {
    return terms().constant(Value(to_bit_vector(type->bits(), value)));
  };
  mpz_class current = first;
  bool is_empty = true;
  for (std::uint64_t i = 0; i < times; ++i, current += step) {
    if (step > 0 ? current > last : current < last) break;
    is_empty = false;
    mark(s.at);
    store(variable, as_term(current));
    known_[variable.place.node] = as_term(current);
    lower_loop_body(s.body, exit, out_.new_label("next"));
    known_.erase(variable.place.node);
  }
  mark(s.at);
  store(variable, as_term(is_empty ? first : current));
  out_.label(exit);
  unrolled_ = outer;
  return true;
}

void Compiler::lower_for(const Statement& s) {
  const Access variable = frozen(access(*s.target));
  if (!variable.type->is_integer() || !variable.is_writable)
    fail(s.target->at, fmt::format("FOR counts with an integer variable, and not {}",
                                   variable.is_writable ? variable.type->name : "a constant"));
  const Type* type = without_range(variable.type);
  const Operand from = lower(*s.value);
  const Operand to = lower(*s.to);
  Operand by;
  by.form = Operand::Form::Integer;
  by.number = 1;
  by.at = s.at;
  if (s.by) by = lower(*s.by);
  std::optional<mpz_class> step;
  if (by.form == Operand::Form::Integer) step = by.number;
  if (!by.is_literal() && by.type->is_integer() && terms().is_value(by.term)) {
    const BitVector bits = terms().value(by.term).bits();
    step = by.type->is_signed() ? to_signed_integer(bits) : to_unsigned_integer(bits);
  }
  if (step && *step == 0) fail(s.by->at, "the step of FOR is not zero");
  if (step && unroll_for(s, variable, from, to, *step)) return;
  // In one bit more and with a sign no step goes past the end of the type.
  const std::uint32_t width = type->bits() + 2;
  const auto extend = [&](Term term, const Type* of) {
    return of->is_signed() ? terms().sign_extend(term, width) : terms().zero_extend(term, width);
  };
  const Term last = out_.kept(convert(to, type, s.to->at), "last");
  const Term end = extend(last, type);
  Term stride;
  if (step) {
    stride = terms().constant(Value(to_bit_vector(width, *step)));
  } else {
    if (!widens(by.type, type))
      fail(s.by->at, fmt::format("expected {}, got {}", type->name, by.type->name));
    stride = extend(out_.kept(by.term, "step"), by.type);
  }
  mark(s.at);
  store(variable, convert(from, type, s.value->at));
  const bool is_changed = assigns(s.body, upper_case(root_of(*s.target).text)) || !step;
  const Term counter = is_changed ? loop_counter(s.at) : kNoTerm;
  const std::string exit = out_.new_label("exit");
  const std::string next = out_.new_label("next");
  const Term upwards = terms().make(Op::BvSle, {terms().bv(width, 0), stride});
  const auto is_within = [&](Term at) {
    return terms().ite(upwards, terms().make(Op::BvSle, {at, end}),
                       terms().make(Op::BvSle, {end, at}));
  };
  const auto leave_unless = [&](Term condition) {
    out_.begin_block();
    out_.jump(exit);
    Block leave = out_.end_block();
    out_.if_(terms().not_(condition), std::move(leave), {});
  };
  out_.begin_block();
  if (counter.valid()) count_iteration(counter, "FOR");
  lower_loop_body(s.body, exit, next);
  mark(s.at);
  const Term sum =
      out_.kept(terms().make(Op::BvAdd, {extend(value_of(variable), type), stride}), "sum");
  store(variable, terms().extract(sum, type->bits() - 1, 0));
  leave_unless(is_within(sum));
  Block body = out_.end_block();
  out_.begin_block();
  out_.loop(terms().true_term(), std::move(body));
  Block entered = out_.end_block();
  out_.if_(is_within(extend(value_of(variable), type)), std::move(entered), {});
  out_.label(exit);
}

void Compiler::lower_annotation(const Statement& s) {
  const Annotation& annotation = s.annotation;
  if (annotation.kind == Annotation::Kind::Param) return;  // of the unit that runs; see scan.cpp
  const bool outer = std::exchange(in_annotation_, true);
  const Term condition = lower_bool(*s.value);
  in_annotation_ = outer;
  mark(s.at);
  if (annotation.kind == Annotation::Kind::Assume)
    assume(condition);
  else
    claim(condition, annotation.id.empty() ? annotation.text : annotation.id);
}

}  // namespace cairn::st
