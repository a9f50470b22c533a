// SPDX-License-Identifier: MIT
#include "model/interpret.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string_view>
#include <unordered_map>

#include "model/machine.h"

namespace cairn {

Sort choice_sort(std::size_t ways) {
  return Sort::bit_vector(
      static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(ways, 2) - 1)));
}

Value InputSequence::next(const InputRequest& request) {
  if (used_ < values_.size()) {
    const InputValue& value = values_[used_];
    if (value.kind == request.kind && value.site == request.site && value.note == request.note &&
        value.value.sort() == request.sort) {
      ++used_;
      return value.value;
    }
  }
  ++missed_;
  return Value::zero(request.sort);
}

/// The program as a sequence of actions. Procedures are not recursive, so each variable has one
/// place for all calls.
class Interpreter::Code {
 public:
  explicit Code(const Program& program) : program_(program), machine_(*program.terms) {
    for (const ProgramVariable& variable : program.globals) machine_.bind(variable.term);
    for (std::uint32_t i = 0; i < program.procedures.size(); ++i)
      procedures_.emplace(program.procedures[i].name, i);
    entries_.resize(program.procedures.size());
    for (std::uint32_t i = 0; i < program.procedures.size(); ++i) compile_procedure(i);
    CAIRN_CHECK(procedures_.contains(program.main));
  }

  RunResult run(InputSource& inputs, std::uint64_t step_limit, RunObserver* observer);
  Value value(Term variable) { return machine_.get(machine_.bind(variable), sort(variable)); }

 private:
  using Kind = Statement::Kind;
  using Outcome = RunResult::Outcome;

  struct Action {
    enum class Kind : std::uint8_t {
      Jump,  ///< to `next`; no statement
      Assign,
      Havoc,
      Assume,
      Assert,
      Branch,  ///< on if the condition holds, else to `next`
      Choose,
      Enter,  ///< `next` is the procedure
      Leave,
      Return
    };
    Kind kind = Kind::Jump;
    std::uint32_t next = 0;
    Machine::Code code;
    const Statement* statement = nullptr;
    const Procedure* procedure = nullptr;
    std::vector<std::uint32_t> ways;
  };

  Sort sort(Term term) const { return program_.terms->sort(term); }

  // Compiling.

  std::uint32_t here() const { return static_cast<std::uint32_t>(actions_.size()); }

  std::uint32_t add(Action::Kind kind, const Statement* statement, Machine::Code code = {}) {
    Action action;
    action.kind = kind;
    action.statement = statement;
    action.procedure = procedure_;
    action.code = code;
    actions_.push_back(std::move(action));
    return here() - 1;
  }

  void compile_procedure(std::uint32_t index) {
    procedure_ = &program_.procedures[index];
    entries_[index] = here();
    labels_.clear();
    gotos_.clear();
    compile(procedure_->body);
    add(Action::Kind::Return, nullptr);
    for (const std::uint32_t at : gotos_)
      for (const std::string& name : actions_[at].statement->names)
        actions_[at].ways.push_back(labels_.at(name));
  }

  void compile(const Block& block) {
    for (const Statement& statement : block) compile(statement);
  }

  void compile(const Statement& s) {
    switch (s.kind) {
      case Kind::Assign:
        add(Action::Kind::Assign, &s, machine_.compile(s.targets, s.values));
        break;
      case Kind::Havoc:
        add(Action::Kind::Havoc, &s);
        break;
      case Kind::Assume:
        add(Action::Kind::Assume, &s, machine_.compile(s.values[0]));
        break;
      case Kind::Assert:
        add(Action::Kind::Assert, &s, machine_.compile(s.values[0]));
        break;
      case Kind::If:
      case Kind::While:
        compile_branch(s);
        break;
      case Kind::Choice:
        compile_choice(s);
        break;
      case Kind::Label:
        labels_.emplace(s.names[0], here());
        break;
      case Kind::Goto:
        gotos_.push_back(add(Action::Kind::Choose, &s));
        break;
      case Kind::Call:
        compile_call(s);
        break;
      case Kind::Return:
        add(Action::Kind::Return, &s);
        break;
    }
  }

  void compile_branch(const Statement& s) {
    const std::uint32_t branch = add(Action::Kind::Branch, &s, machine_.compile(s.values[0]));
    compile(s.blocks[0]);
    const std::uint32_t jump = add(Action::Kind::Jump, nullptr);
    actions_[branch].next = here();
    if (s.kind == Kind::If) compile(s.blocks[1]);
    actions_[jump].next = s.kind == Kind::If ? here() : branch;
  }

  void compile_choice(const Statement& s) {
    const std::uint32_t choose = add(Action::Kind::Choose, &s);
    std::vector<std::uint32_t> jumps;
    for (const Block& block : s.blocks) {
      actions_[choose].ways.push_back(here());
      compile(block);
      jumps.push_back(add(Action::Kind::Jump, nullptr));
    }
    for (const std::uint32_t jump : jumps) actions_[jump].next = here();
  }

  void compile_call(const Statement& s) {
    const std::uint32_t callee = procedures_.at(s.names[0]);
    std::vector<Term> parameters, results;
    for (const ProgramVariable& v : program_.procedures[callee].parameters)
      parameters.push_back(v.term);
    for (const ProgramVariable& v : program_.procedures[callee].results) results.push_back(v.term);
    const std::uint32_t enter =
        add(Action::Kind::Enter, &s, machine_.compile(parameters, s.values));
    actions_[enter].next = callee;
    add(Action::Kind::Leave, &s, machine_.compile(s.targets, results));
  }

  // Running.

  void ask(InputKind kind, SiteId site, std::string_view note, Term variable) {
    const InputRequest request{kind, site, note, sort(variable), 0};
    const Value given = inputs_->next(request);
    CAIRN_CHECK(given.sort() == request.sort);
    machine_.set(machine_.bind(variable), given);
    saw_write(variable);
  }

  void ask_all(const std::vector<ProgramVariable>& variables, SiteId site) {
    for (const ProgramVariable& variable : variables)
      ask(InputKind::Uninitialised, site, program_.terms->name(variable.term), variable.term);
  }

  /// The variables of a procedure that have no value at its entry.
  void ask_at_entry(const Procedure& procedure) {
    ask_all(procedure.results, procedure.site);
    ask_all(procedure.locals, procedure.site);
  }

  void saw_write(Term variable) {
    if (observer_ && observer_->wants_values()) seen_.push_back({variable, value(variable)});
  }
  /// A loop over an array makes a value of it in each round, which is quadratic in its size.
  void saw_writes(const std::vector<Term>& variables) {
    constexpr std::size_t kSmall = 256, kMostShown = 200'000;
    for (const Term variable : variables) {
      const std::size_t size = observer_ ? machine_.elements(machine_.bind(variable)) : 0;
      if (size > kSmall) shown_ += size;
      if (size <= kSmall || shown_ <= kMostShown) saw_write(variable);
    }
  }

  void report(RunEvent::Kind kind, const Procedure* procedure, const Statement* statement,
              std::uint32_t branch = 0) {
    if (!observer_) return;
    observer_->executed({kind, procedure, statement, branch, seen_});
    seen_.clear();
  }

  bool step(const Action& action, RunResult& result);
  void enter(const Action& action);
  bool choose(const Action& action);

  const Program& program_;
  Machine machine_;
  std::map<std::string_view, std::uint32_t> procedures_;
  std::vector<std::uint32_t> entries_;  // the first action of each procedure
  std::vector<Action> actions_;
  // Of the procedure that is compiled.
  const Procedure* procedure_ = nullptr;
  std::map<std::string_view, std::uint32_t> labels_;
  std::vector<std::uint32_t> gotos_;
  // Of the run.
  InputSource* inputs_ = nullptr;
  RunObserver* observer_ = nullptr;
  std::size_t shown_ = 0;  // elements of large arrays
  std::vector<RunEvent::Write> seen_;
  std::vector<std::uint32_t> returns_;
  std::uint32_t at_ = 0;
};

void Interpreter::Code::enter(const Action& action) {
  const Procedure& callee = program_.procedures[action.next];
  machine_.execute(action.code);
  for (const ProgramVariable& parameter : callee.parameters) saw_write(parameter.term);
  ask_at_entry(callee);
  report(RunEvent::Kind::Enter, action.procedure, action.statement);
  returns_.push_back(at_);
  at_ = entries_[action.next];
}

/// False if the number from outside is too large.
bool Interpreter::Code::choose(const Action& action) {
  std::uint64_t number = 0;
  if (action.ways.size() > 1) {
    const Sort number_sort = choice_sort(action.ways.size());
    const Value given = inputs_->next(
        {InputKind::Choice, action.statement->site, {}, number_sort, action.ways.size()});
    CAIRN_CHECK(given.sort() == number_sort);
    number = given.bits().low();
  }
  if (number >= action.ways.size()) return false;
  report(RunEvent::Kind::Execute, action.procedure, action.statement,
         static_cast<std::uint32_t>(number));
  at_ = action.ways[number];
  return true;
}

/// Executes the action, which is the one before at_. False if the run ends with it.
bool Interpreter::Code::step(const Action& action, RunResult& result) {
  const Statement* const s = action.statement;
  const auto end = [&](Outcome outcome) {
    result.outcome = outcome;
    result.procedure = action.procedure;
    result.statement = s;
    return false;
  };
  const auto done = [&](std::uint32_t branch = 0) {
    report(RunEvent::Kind::Execute, action.procedure, s, branch);
    return true;
  };
  switch (action.kind) {
    case Action::Kind::Jump:
      at_ = action.next;
      return true;
    case Action::Kind::Assign:
      machine_.execute(action.code);
      saw_writes(s->targets);
      return done();
    case Action::Kind::Havoc:
      for (const Term target : s->targets) ask(InputKind::Nondet, s->site, s->note, target);
      return done();
    case Action::Kind::Assume:
      machine_.execute(action.code);
      return machine_.truth(action.code) ? done() : end(Outcome::Blocked);
    case Action::Kind::Assert:
      machine_.execute(action.code);
      if (machine_.truth(action.code)) return done();
      return end(s->assert_kind == AssertKind::Limit ? Outcome::Limit : Outcome::Failed);
    case Action::Kind::Branch: {
      machine_.execute(action.code);
      const bool holds = machine_.truth(action.code);
      if (!holds) at_ = action.next;
      return done(holds ? 0 : 1);
    }
    case Action::Kind::Choose:
      return choose(action) ? true : end(Outcome::Blocked);
    case Action::Kind::Enter:
      enter(action);
      return true;
    case Action::Kind::Leave:
      machine_.execute(action.code);
      saw_writes(s->targets);
      report(RunEvent::Kind::Leave, action.procedure, s);
      return true;
    case Action::Kind::Return:
      if (s) done();
      if (returns_.empty()) return false;
      at_ = returns_.back();
      returns_.pop_back();
      return true;
  }
  return false;
}

RunResult Interpreter::Code::run(InputSource& inputs, std::uint64_t step_limit,
                                 RunObserver* observer) {
  inputs_ = &inputs;
  observer_ = observer;
  shown_ = 0;
  seen_.clear();
  returns_.clear();
  RunResult result;
  const std::uint32_t main = procedures_.at(program_.main);
  const Procedure& procedure = program_.procedures[main];
  ask_all(program_.globals, procedure.site);
  ask_at_entry(procedure);
  report(RunEvent::Kind::Start, &procedure, nullptr);
  for (at_ = entries_[main];;) {
    const Action& action = actions_[at_];
    if (action.statement && action.kind != Action::Kind::Leave) {
      if (result.steps == step_limit) {
        result.outcome = Outcome::Steps;
        result.procedure = action.procedure;
        result.statement = action.statement;
        return result;
      }
      ++result.steps;
    }
    ++at_;
    if (!step(action, result)) return result;
  }
}

Interpreter::Interpreter(const Program& program) : code_(std::make_unique<Code>(program)) {}
Interpreter::~Interpreter() = default;

RunResult Interpreter::run(InputSource& inputs, std::uint64_t step_limit, RunObserver* observer) {
  return code_->run(inputs, step_limit, observer);
}

Value Interpreter::value(Term variable) const {
  return code_->value(variable);
}

RunResult interpret(const Program& program, InputSource& inputs, std::uint64_t step_limit,
                    RunObserver* observer) {
  return Interpreter(program).run(inputs, step_limit, observer);
}

}  // namespace cairn
