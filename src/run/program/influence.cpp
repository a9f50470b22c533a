// SPDX-License-Identifier: MIT
#include "run/program/influence.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/allowance.h"
#include "engine/random/random_runs.h"
#include "logic/word/substitution.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

constexpr std::size_t kMostInputs = 4000;
constexpr std::uint64_t kMostSymbolicSteps = 200'000;
/// Runs with other values that have to fail in the same place.
constexpr std::uint64_t kRepetitions = 3;

/// Executes the path of a run on symbols, one for each value from outside.
class SymbolicPath : public RunObserver {
 public:
  SymbolicPath(Terms& terms, const Allowance& allowance) : terms_(terms), allowance_(allowance) {}

  void executed(const RunEvent& event) override {
    if (!is_complete_) return;
    if (allowance_.exhausted() || inputs_.size() > kMostInputs ||
        event.kind == RunEvent::Kind::Enter || event.kind == RunEvent::Kind::Leave) {
      is_complete_ = false;
      return;
    }
    if (event.kind == RunEvent::Kind::Start) {
      for (const RunEvent::Write& write : event.writes)
        state_[write.variable.id] = terms_.constant(write.value);
      return;
    }
    follow(*event.statement, event);
  }

  /// The assertion that fails, at the end.
  void end(const cairn::Statement& assertion) {
    if (is_complete_) conditions_.push_back({Turn::Kind::Claim, now(assertion.values[0])});
  }

  bool is_complete() const { return is_complete_; }
  /// The inputs' symbols have their values.
  const std::vector<Term>& inputs() const { return inputs_; }
  /// A run that keeps the assumptions goes another way, or does not fail.
  Term deviates() {
    Term result = terms_.false_term();
    for (std::size_t i = conditions_.size(); i-- > 0;) {
      const Turn& turn = conditions_[i];
      if (turn.kind == Turn::Kind::Assumption)
        result = terms_.and_(turn.condition, result);
      else if (turn.kind == Turn::Kind::Way)
        result = terms_.or_(terms_.not_(turn.condition), result);
      else
        result = turn.condition;
    }
    return result;
  }

 private:
  struct Turn {
    enum class Kind : std::uint8_t { Assumption, Way, Claim };
    Kind kind;
    Term condition;
  };

  Term now(Term term) { return Substitution(terms_, state_)(term); }

  void follow(const cairn::Statement& s, const RunEvent& event) {
    using Kind = cairn::Statement::Kind;
    switch (s.kind) {
      case Kind::Assign: {
        Substitution substitution(terms_, state_);
        std::vector<Term> values;
        for (const Term value : s.values) values.push_back(substitution(value));
        for (std::size_t i = 0; i < values.size(); ++i) state_[s.targets[i].id] = values[i];
        break;
      }
      case Kind::Havoc:
        for (const Term target : s.targets) take(target, event);
        break;
      case Kind::Assume:
        add(Turn::Kind::Assumption, now(s.values[0]));
        break;
      case Kind::Assert:
        add(Turn::Kind::Way, now(s.values[0]));
        break;
      case Kind::If:
      case Kind::While: {
        const Term condition = now(s.values[0]);
        add(Turn::Kind::Way, event.branch == 0 ? condition : terms_.not_(condition));
        break;
      }
      default:
        break;  // a choice is made as in the run
    }
  }

  void add(Turn::Kind kind, Term condition) {
    if (!terms_.is_true(condition)) conditions_.push_back({kind, condition});
  }

  void take(Term target, const RunEvent& event) {
    const auto write = std::ranges::find_if(
        event.writes, [&](const RunEvent::Write& one) { return one.variable == target; });
    if (write == event.writes.end()) {
      is_complete_ = false;
      return;
    }
    const Term symbol = terms_.variable("input", terms_.sort(target));
    state_[target.id] = symbol;
    inputs_.push_back(terms_.equal(symbol, terms_.constant(write->value)));
  }

  Terms& terms_;
  const Allowance& allowance_;
  Substitution::Map state_;
  std::vector<Term> inputs_;
  std::vector<Turn> conditions_;
  bool is_complete_ = true;
};

/// The run's own values, and random ones in the place of those that are free.
class OtherInputs : public InputSource {
 public:
  OtherInputs(const ProgramFailure& failure, const std::vector<bool>& free, std::uint64_t seed)
      : own_(failure.inputs), random_(random_inputs(seed)), free_(free) {}

  Value next(const InputRequest& request) override {
    Value own = own_.next(request);
    if (request.kind != InputKind::Nondet) return own;
    const std::size_t which = taken_++;
    return which < free_.size() && free_[which] ? random_->next(request) : own;
  }

 private:
  InputSequence own_;
  std::unique_ptr<InputSource> random_;
  const std::vector<bool>& free_;
  std::size_t taken_ = 0;
};

bool fails_with_others(const Program& program, const ProgramFailure& failure,
                       const cairn::Statement* assertion, const std::vector<bool>& free) {
  Interpreter interpreter(program);
  for (std::uint64_t seed = 0; seed < kRepetitions; ++seed) {
    OtherInputs inputs(failure, free, seed);
    const RunResult result = interpreter.run(inputs, failure.steps + 1);
    const bool fails =
        result.outcome == RunResult::Outcome::Failed && result.statement == assertion;
    // Random values may be none that the assumptions allow.
    if (!fails && result.outcome != RunResult::Outcome::Blocked) return false;
  }
  return true;
}

/// Assumptions that suffice, and of which none was found to be too many in the time.
std::vector<Term> needed_values(SmtSolver& solver, std::vector<Term> core,
                                const Allowance& allowance) {
  for (std::size_t i = 0; i < core.size() && !allowance.exhausted();) {
    std::vector<Term> fewer = core;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (solver.check(fewer) != SmtResult::Unsat) {
      ++i;
      continue;
    }
    const std::vector<Term> smaller = solver.core();
    // In the order of `core`: what stands before i is needed.
    std::vector<Term> kept;
    for (const Term one : fewer)
      if (std::ranges::find(smaller, one) != smaller.end()) kept.push_back(one);
    core = std::move(kept);
  }
  return core;
}

}  // namespace

std::vector<bool> free_inputs(const Program& program, const ProgramFailure& failure, double seconds,
                              const Context& context) {
  if (program.procedures.size() != 1 || failure.steps > kMostSymbolicSteps) return {};
  const Allowance allowance(seconds, context.budget);
  Terms& terms = *program.terms;
  SymbolicPath path(terms, allowance);
  InputSequence inputs(failure.inputs);
  const RunResult result = interpret(program, inputs, failure.steps + 1, &path);
  if (result.outcome != RunResult::Outcome::Failed) return {};
  path.end(*result.statement);
  if (!path.is_complete()) return {};
  const auto solver = make_smt_solver("cairn", terms, context);
  solver->set_timeout(seconds);
  solver->add(path.deviates());
  std::vector<Term> values;
  for (const Term one : path.inputs())
    if (!terms.is_value(one)) values.push_back(one);
  if (solver->check(values) != SmtResult::Unsat) return {};
  const std::vector<Term> kept = needed_values(*solver, solver->core(), allowance);
  std::vector<bool> free;
  for (const Term one : path.inputs()) free.push_back(std::ranges::find(kept, one) == kept.end());
  if (!fails_with_others(program, failure, result.statement, free)) return {};
  return free;
}

}  // namespace cairn
