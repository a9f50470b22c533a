// SPDX-License-Identifier: MIT
//
// The cycle of a chart:
//   1. Transitions, but not in the first cycle: one fires if the steps before it are active, its
//      condition holds, and none above it leaves one of these steps in the same cycle.
//   2. The steps before them are left, then those behind them are active.
//   3. Which actions run follows from the steps and the qualifiers N, S, R, P, P0, P1, L and D.
//   4. Those run that have a body, in the order of their declarations; other names are variables
//      of type BOOL that are true as long as the action runs.
// An action does not run once more after its end.
#include "input/st/sfc.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "input/st/literals.h"

namespace cairn::st {
namespace {

struct Association {
  Spot at;
  std::string action;
  std::string qualifier = "N";
  ExprPtr time;  ///< of L and D
};

struct Step {
  Spot at;
  std::string name;
  bool is_initial = false;
  std::vector<Association> actions;
};

struct Transition {
  Spot at;
  std::vector<std::pair<std::string, Spot>> from, to;
  ExprPtr condition;
};

// --- pieces of a tree

ExprPtr named(const std::string& name, const Spot& at) {
  auto result = std::make_unique<Expr>();
  result->kind = Expr::Kind::Name;
  result->at = at;
  result->text = name;
  return result;
}

ExprPtr member(const std::string& name, const std::string& part, const Spot& at) {
  auto result = std::make_unique<Expr>();
  result->kind = Expr::Kind::Member;
  result->at = at;
  result->text = part;
  result->depth = 2;
  result->operands.push_back(named(name, at));
  return result;
}

ExprPtr truth(bool value, const Spot& at) {
  auto result = std::make_unique<Expr>();
  result->kind = Expr::Kind::Literal;
  result->at = at;
  result->literal.kind = Literal::Kind::Bool;
  result->literal.integer = value;
  return result;
}

ExprPtr negated(ExprPtr operand) {
  auto result = std::make_unique<Expr>();
  result->kind = Expr::Kind::Unary;
  result->unary = UnaryOp::Not;
  result->at = operand->at;
  result->depth = operand->depth + 1;
  result->operands.push_back(std::move(operand));
  return result;
}

ExprPtr combined(BinaryOp op, ExprPtr left, ExprPtr right) {
  if (!left) return right;
  auto result = std::make_unique<Expr>();
  result->kind = Expr::Kind::Binary;
  result->binary = op;
  result->at = right->at;
  result->depth = std::max(left->depth, right->depth) + 1;
  result->operands.push_back(std::move(left));
  result->operands.push_back(std::move(right));
  return result;
}

Statement assignment(ExprPtr target, ExprPtr value) {
  Statement result;
  result.kind = Statement::Kind::Assign;
  result.at = value->at;
  result.target = std::move(target);
  result.value = std::move(value);
  return result;
}

Statement conditional(ExprPtr condition, Body body) {
  Statement result;
  result.kind = Statement::Kind::If;
  result.at = condition->at;
  Statement::Branch branch;
  branch.at = condition->at;
  branch.condition = std::move(condition);
  branch.body = std::move(body);
  result.branches.push_back(std::move(branch));
  return result;
}

Statement called(ExprPtr callee, std::vector<Argument> arguments) {
  auto call = std::make_unique<Expr>();
  call->kind = Expr::Kind::Call;
  call->at = callee->at;
  call->depth = callee->depth + 1;
  for (const Argument& argument : arguments)
    call->depth = std::max(call->depth, argument.value->depth + 1);
  call->operands.push_back(std::move(callee));
  call->arguments = std::move(arguments);
  Statement result;
  result.kind = Statement::Kind::Call;
  result.at = call->at;
  result.value = std::move(call);
  return result;
}

TypePtr type_named(const char* name, const Spot& at) {
  auto type = std::make_shared<TypeSpec>();
  type->kind = TypeSpec::Kind::Named;
  type->at = at;
  type->name = name;
  return type;
}

/// Whether `step.T` occurs.
bool mentions_time(const Expr& expr) {
  if (expr.kind == Expr::Kind::Member && upper_case(expr.text) == "T") return true;
  return std::ranges::any_of(expr.operands, [](const ExprPtr& e) { return mentions_time(*e); }) ||
         std::ranges::any_of(expr.arguments, [](const Argument& argument) {
           return argument.value && mentions_time(*argument.value);
         });
}

bool mentions_time(const Body& body) {
  return std::ranges::any_of(body, [](const Statement& s) {
    for (const Expr* part : {s.target.get(), s.value.get(), s.to.get(), s.by.get()})
      if (part != nullptr && mentions_time(*part)) return true;
    for (const Statement::Branch& branch : s.branches)
      if ((branch.condition && mentions_time(*branch.condition)) || mentions_time(branch.body))
        return true;
    return mentions_time(s.body);
  });
}

/// A name with '#' is none that a source could have.
class Chart {
 public:
  Chart(ParseStream& stream, Pou& pou) : stream_(stream), pou_(pou) {}

  /// Whether it has steps.
  bool read();

 private:
  void read_step();
  Association read_association();
  void read_transition();
  std::vector<std::pair<std::string, Spot>> read_steps();
  void check() const;
  void declare(Section::Kind section, const std::string& name, TypePtr type, const Spot& at,
               std::shared_ptr<const Expr> init = nullptr);
  void declare_bool(Section::Kind section, const std::string& name, const Spot& at) {
    declare(section, name, type_named("BOOL", at), at);
  }
  void write();
  bool uses_time() const;
  void write_transitions(Body& body);
  void write_times(Body& body);
  void write_actions(Body& body);
  ExprPtr runs(const Step& step, const Association& one, Body& body);
  bool has_body(const std::string& upper) const {
    return std::ranges::any_of(
        pou_.actions, [&](const Pou::Action& one) { return upper_case(one.name) == upper; });
  }

  ParseStream& stream_;
  Pou& pou_;
  std::vector<Step> steps_;
  std::vector<Transition> transitions_;
  std::set<std::string> declared_;  ///< by the chart itself
  std::size_t timers_ = 0;
  std::set<std::string> entered_;  ///< steps whose flag in the cycle before is kept
};

bool Chart::read() {
  for (;;) {
    if (stream_.is_word("ACTION")) {
      pou_.actions.push_back(parse_action(stream_));
    } else if (stream_.is_any_word({"STEP", "INITIAL_STEP"})) {
      read_step();
    } else if (stream_.is_word("TRANSITION")) {
      read_transition();
    } else if (!steps_.empty() && stream_.token().kind == Token::Kind::Annotation) {
      for (Statement& s : parse_body(stream_)) {
        if (s.kind != Statement::Kind::Annotation)
          stream_.fail(s.at, "statements do not stand beside the steps of a chart");
        pou_.at_end.push_back(std::move(s));
      }
    } else {
      break;
    }
  }
  if (steps_.empty() && transitions_.empty()) return false;  // actions alone
  check();
  write();
  return true;
}

std::vector<std::pair<std::string, Spot>> Chart::read_steps() {
  std::vector<std::pair<std::string, Spot>> names;
  const bool several = stream_.take_symbol("(");
  do {
    const Spot at = stream_.token().at;
    names.emplace_back(stream_.expect_name("the name of a step"), at);
  } while (several && stream_.take_symbol(","));
  if (several) stream_.expect_symbol(")");
  return names;
}

void Chart::read_step() {
  Step step;
  step.is_initial = stream_.is_word("INITIAL_STEP");
  stream_.advance();
  step.at = stream_.token().at;
  step.name = stream_.expect_name("the name of a step");
  stream_.take_symbol(":");
  while (!stream_.is_word("END_STEP")) {
    if (stream_.at_end()) stream_.fail_expected("END_STEP");
    if (stream_.take_symbol(";") || stream_.take_symbol(":")) continue;
    step.actions.push_back(read_association());
  }
  stream_.advance();
  stream_.take_symbol(";");
  steps_.push_back(std::move(step));
}

Association Chart::read_association() {
  Association one;
  one.at = stream_.token().at;
  one.action = stream_.expect_name("the name of an action");
  if (!stream_.take_symbol("(")) return one;
  if (!stream_.is_symbol(")")) {
    const Spot at = stream_.token().at;
    one.qualifier = stream_.token().upper;
    if (!stream_.is_any_word({"N", "S", "R", "P", "P0", "P1", "L", "D", "SD", "DS", "SL"}))
      stream_.fail_expected("a qualifier (N, S, R, P, P0, P1, L or D)");
    if (stream_.is_any_word({"SD", "DS", "SL"}))
      stream_.refuse(at, fmt::format("the qualifier {} of an action", one.qualifier));
    stream_.advance();
    const bool takes_time = one.qualifier == "L" || one.qualifier == "D";
    if (takes_time) {
      stream_.expect_symbol(",");
      one.time = parse_expression(stream_);
    }
    if (stream_.is_symbol(",")) stream_.refuse(stream_.token().at, "indicators of an action");
  }
  stream_.expect_symbol(")");
  return one;
}

void Chart::read_transition() {
  Transition transition;
  transition.at = stream_.token().at;
  stream_.advance();
  if (!stream_.is_word("FROM") && stream_.is_name()) stream_.advance();  // its name
  if (stream_.is_symbol("(")) stream_.refuse(stream_.token().at, "priorities of transitions");
  stream_.expect_word("FROM");
  transition.from = read_steps();
  stream_.expect_word("TO");
  transition.to = read_steps();
  if (stream_.is_symbol(":"))
    stream_.refuse(stream_.token().at, "transitions whose condition is no expression");
  stream_.expect_symbol(":=");
  transition.condition = parse_expression(stream_);
  stream_.take_symbol(";");
  stream_.expect_word("END_TRANSITION");
  stream_.take_symbol(";");
  transitions_.push_back(std::move(transition));
}

void Chart::check() const {
  std::set<std::string> known;
  std::size_t initial = 0;
  for (const Step& step : steps_) {
    if (!known.insert(upper_case(step.name)).second)
      stream_.fail(step.at, fmt::format("the step '{}' is there twice", printable(step.name, 60)));
    initial += step.is_initial;
  }
  if (initial != 1)
    stream_.fail(steps_.empty() ? pou_.at : steps_.front().at,
                 fmt::format("a chart has one INITIAL_STEP, not {}", initial));
  for (const Transition& transition : transitions_)
    for (const auto* side : {&transition.from, &transition.to})
      for (const auto& [name, at] : *side)
        if (!known.contains(upper_case(name)))
          stream_.fail(at, fmt::format("unknown step '{}'", printable(name, 60)));
}

void Chart::declare(Section::Kind section, const std::string& name, TypePtr type, const Spot& at,
                    std::shared_ptr<const Expr> init) {
  Section made;
  declared_.insert(name);
  made.kind = section;
  made.at = at;
  Declaration& one = made.declarations.emplace_back();
  one.name = name;
  one.at = at;
  one.type = std::move(type);
  one.init = std::move(init);
  pou_.sections.push_back(std::move(made));
}

/// The time of a step costs a counter, so it is there only where it is asked for.
bool Chart::uses_time() const {
  return mentions_time(pou_.at_end) ||
         std::ranges::any_of(pou_.actions,
                             [](const Pou::Action& one) { return mentions_time(one.body); }) ||
         std::ranges::any_of(transitions_,
                             [](const Transition& one) { return mentions_time(*one.condition); });
}

void Chart::write() {
  const bool has_time = uses_time();
  for (const Step& step : steps_) {
    auto type = std::make_shared<TypeSpec>();
    type->kind = TypeSpec::Kind::Struct;
    type->at = step.at;
    for (const auto& [name, of] : {std::pair("X", "BOOL"), std::pair("T", "TIME")}) {
      if (!has_time && std::string_view(name) == "T") continue;
      Declaration& part = type->members.emplace_back();
      part.name = name;
      part.at = step.at;
      part.type = type_named(of, step.at);
      if (step.is_initial && part.name == "X") part.init = truth(true, step.at);
    }
    declare(Section::Kind::Local, step.name, type, step.at);
  }
  declare_bool(Section::Kind::Local, "#started", pou_.at);
  Body body;
  write_transitions(body);
  if (has_time) write_times(body);
  write_actions(body);
  pou_.body = std::move(body);
}

void Chart::write_transitions(Body& body) {
  Body within;
  for (std::size_t k = 0; k < transitions_.size(); ++k) {
    Transition& one = transitions_[k];
    const std::string fires = fmt::format("#fires{}", k);
    declare_bool(Section::Kind::Temp, fires, one.at);
    ExprPtr all;
    std::set<std::string> steps;
    for (const auto& [name, at] : one.from) {
      all = combined(BinaryOp::And, std::move(all), member(name, "X", at));
      steps.insert(upper_case(name));
    }
    for (std::size_t other = 0; other < k; ++other)
      for (const auto& [name, at] : transitions_[other].from)
        if (steps.contains(upper_case(name))) {
          all = combined(BinaryOp::And, std::move(all),
                         negated(named(fmt::format("#fires{}", other), one.at)));
          break;
        }
    all = combined(BinaryOp::And, std::move(all), std::move(one.condition));
    within.push_back(assignment(named(fires, one.at), std::move(all)));
  }
  for (const bool leaves : {true, false})
    for (std::size_t k = 0; k < transitions_.size(); ++k) {
      Body change;
      for (const auto& [name, at] : leaves ? transitions_[k].from : transitions_[k].to)
        change.push_back(assignment(member(name, "X", at), truth(!leaves, at)));
      within.push_back(
          conditional(named(fmt::format("#fires{}", k), transitions_[k].at), std::move(change)));
    }
  if (!within.empty()) body.push_back(conditional(named("#started", pou_.at), std::move(within)));
  body.push_back(assignment(named("#started", pou_.at), truth(true, pou_.at)));
}

/// How long each step has been active.
void Chart::write_times(Body& body) {
  for (const Step& step : steps_) {
    const std::string timer = fmt::format("#time of {}", step.name);
    declare(Section::Kind::Local, timer, type_named("TON", step.at), step.at);
    std::vector<Argument> arguments(2);
    arguments[0].name = "IN";
    arguments[0].at = step.at;
    arguments[0].value = member(step.name, "X", step.at);
    arguments[1].name = "PT";
    arguments[1].at = step.at;
    auto most = std::make_unique<Expr>();
    most->at = step.at;
    most->literal.kind = Literal::Kind::Duration;
    most->literal.integer = 2'000'000'000'000'000ull;  // in nanoseconds: more than three weeks
    arguments[1].value = std::move(most);
    body.push_back(called(named(timer, step.at), std::move(arguments)));
    body.push_back(assignment(member(step.name, "T", step.at), member(timer, "ET", step.at)));
  }
}

/// The condition under which the step lets the action run.
ExprPtr Chart::runs(const Step& step, const Association& one, Body& body) {
  ExprPtr active = member(step.name, "X", one.at);
  const std::string before = fmt::format("#before of {}", step.name);
  if (one.qualifier.starts_with('P')) {
    if (entered_.insert(upper_case(step.name)).second)
      declare_bool(Section::Kind::Local, before, step.at);
    if (one.qualifier == "P0")
      return combined(BinaryOp::And, negated(std::move(active)), named(before, one.at));
    return combined(BinaryOp::And, std::move(active), negated(named(before, one.at)));
  }
  if (one.qualifier != "L" && one.qualifier != "D") return active;
  const std::string timer = fmt::format("#timer{}", timers_++);
  declare(Section::Kind::Local, timer, type_named("TON", one.at), one.at);
  std::vector<Argument> arguments(2);
  arguments[0].name = "IN";
  arguments[0].at = one.at;
  arguments[0].value = member(step.name, "X", one.at);
  arguments[1].name = "PT";
  arguments[1].at = one.at;
  arguments[1].value = std::move(const_cast<Association&>(one).time);
  body.push_back(called(named(timer, one.at), std::move(arguments)));
  ExprPtr over = member(timer, "Q", one.at);
  if (one.qualifier == "D") return over;
  return combined(BinaryOp::And, std::move(active), negated(std::move(over)));
}

void Chart::write_actions(Body& body) {
  std::map<std::string, std::size_t> number;
  std::vector<std::pair<std::string, Spot>> order;  // those with bodies as they are declared
  for (const Pou::Action& action : pou_.actions) {
    number.emplace(upper_case(action.name), order.size());
    order.emplace_back(action.name, action.at);
  }
  for (const Step& step : steps_)
    for (const Association& one : step.actions)
      if (number.emplace(upper_case(one.action), order.size()).second)
        order.emplace_back(one.action, one.at);
  std::vector<ExprPtr> running(order.size()), stored(order.size()), reset(order.size());
  for (Step& step : steps_)
    for (Association& one : step.actions) {
      const std::size_t which = number.at(upper_case(one.action));
      auto& into = one.qualifier == "S" ? stored : one.qualifier == "R" ? reset : running;
      into[which] = combined(BinaryOp::Or, std::move(into[which]), runs(step, one, body));
    }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& [name, at] = order[i];
    if (!running[i] && !stored[i] && !reset[i]) continue;  // called, or not at all
    const std::string runs_now = fmt::format("#runs{}", i);
    declare_bool(Section::Kind::Temp, runs_now, at);
    if (stored[i]) {
      const std::string latch = fmt::format("#stored{}", i);
      declare_bool(Section::Kind::Local, latch, at);
      body.push_back(assignment(named(latch, at),
                                combined(BinaryOp::Or, named(latch, at), std::move(stored[i]))));
      running[i] = combined(BinaryOp::Or, std::move(running[i]), named(latch, at));
    }
    if (!running[i]) running[i] = truth(false, at);
    body.push_back(assignment(named(runs_now, at), std::move(running[i])));
    if (!reset[i]) continue;
    Body ends;
    ends.push_back(assignment(named(runs_now, at), truth(false, at)));
    const std::string latch = fmt::format("#stored{}", i);
    if (declared_.contains(latch)) ends.push_back(assignment(named(latch, at), truth(false, at)));
    body.push_back(conditional(std::move(reset[i]), std::move(ends)));
  }
  for (const Step& step : steps_)
    if (entered_.contains(upper_case(step.name)))
      body.push_back(assignment(named(fmt::format("#before of {}", step.name), step.at),
                                member(step.name, "X", step.at)));
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& [name, at] = order[i];
    const std::string runs_now = fmt::format("#runs{}", i);
    if (!declared_.contains(runs_now)) continue;
    if (has_body(upper_case(name))) {
      Body call;
      call.push_back(called(named(name, at), {}));
      body.push_back(conditional(named(runs_now, at), std::move(call)));
    } else {
      body.push_back(assignment(named(name, at), named(runs_now, at)));
    }
  }
}

}  // namespace

bool begins_chart_item(const ParseStream& stream) {
  return stream.is_any_word({"ACTION", "STEP", "INITIAL_STEP", "TRANSITION"}) &&
         (stream.next().kind == Token::Kind::Name || stream.next().kind == Token::Kind::Quoted);
}

Pou::Action parse_action(ParseStream& stream) {
  stream.advance();
  Pou::Action action;
  action.at = stream.token().at;
  action.name = stream.expect_name("the name of an action");
  stream.take_symbol(":");
  action.body = parse_body(stream);
  stream.expect_word("END_ACTION");
  stream.take_symbol(";");
  return action;
}

bool parse_chart(ParseStream& stream, Pou& pou) {
  return Chart(stream, pou).read();
}

}  // namespace cairn::st
