// SPDX-License-Identifier: MIT
#include "certify/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cadical.hpp>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"

namespace cairn {
namespace {

constexpr std::size_t kMaxDetails = 40;

class BudgetTerminator : public CaDiCaL::Terminator {
 public:
  explicit BudgetTerminator(const Budget& budget) : budget_(budget) {}
  bool terminate() override { return budget_.exhausted(); }

 private:
  const Budget& budget_;
};

}  // namespace

std::string leaf_text(char kind, std::size_t position, std::string_view name) {
  const std::string_view word = kind == 'i' ? "input" : "latch";
  if (name.empty()) return fmt::format("{} {}{}", word, kind, position);
  return fmt::format("{} {}{} '{}'", word, kind, position, printable(name, 80));
}

Frame::Frame(const BitSystem& system, Aig& graph, std::string label)
    : system_(system), graph_(graph), label_(std::move(label)) {
  values_.assign(system.aig.size(), kNoLit);
  values_[0] = kFalse;
}

void Frame::set(Var leaf, Lit value) {
  CAIRN_CHECK(system_.aig.is_leaf(leaf) && values_[leaf.index] == kNoLit);
  values_[leaf.index] = value;
}

// With its own stack: circuits are deep.
Lit Frame::value(Lit lit) {
  const Aig& aig = system_.aig;
  const auto known = [this](Lit l) { return values_[l.var().index] != kNoLit; };
  const auto mapped = [this](Lit l) { return values_[l.var().index] ^ l.negated(); };
  if (known(lit)) return mapped(lit);
  stack_.push_back(lit.var());
  while (!stack_.empty()) {
    const Var var = stack_.back();
    if (values_[var.index] != kNoLit) {
      stack_.pop_back();
    } else if (aig.is_leaf(var)) {
      values_[var.index] = graph_.add_leaf();
    } else if (!known(aig.left(var))) {
      stack_.push_back(aig.left(var).var());
    } else if (!known(aig.right(var))) {
      stack_.push_back(aig.right(var).var());
    } else {
      values_[var.index] = graph_.and_gate(mapped(aig.left(var)), mapped(aig.right(var)));
    }
  }
  return mapped(lit);
}

Query::Numbering Query::number_cone() const {
  // How often a variable is read, up to twice; what is read negated is no inner gate of a tree.
  constexpr std::uint8_t kOften = 2;
  std::vector<std::uint8_t> reads(graph_.size(), 0);
  const auto read_once = [&](Lit lit) {
    std::uint8_t& count = reads[lit.var().index];
    count = lit.negated() ? kOften : static_cast<std::uint8_t>(std::min<int>(count + 1, kOften));
  };
  for (const Lit lit : assumptions_) reads[lit.var().index] = kOften;
  for (const Goal& goal : goals_) reads[goal.lit.var().index] = kOften;
  reads[0] = kOften;  // the constant is a variable like others, false by a clause of its own
  for (std::uint32_t v = graph_.size(); v-- > 1;) {
    if (reads[v] == 0 || !graph_.is_and(Var{v})) continue;
    read_once(graph_.left(Var{v}));
    read_once(graph_.right(Var{v}));
  }
  Numbering result;
  result.number.assign(graph_.size(), 0);
  for (std::uint32_t v = 0; v < graph_.size(); ++v) {
    if (reads[v] == 0 || (reads[v] == 1 && graph_.is_and(Var{v}))) continue;
    result.cone.push_back(Var{v});
    CAIRN_CHECK(result.cone.size() < static_cast<std::size_t>(std::numeric_limits<int>::max()));
    result.number[v] = static_cast<int>(result.cone.size());
  }
  return result;
}

/// What the gate is the conjunction of, through the inner gates of its tree. With its own stack.
void Query::inputs_of(Var gate, const Numbering& numbering, std::vector<Lit>& inputs) const {
  inputs.clear();
  std::vector<Lit> stack{graph_.right(gate), graph_.left(gate)};
  while (!stack.empty()) {
    const Lit lit = stack.back();
    stack.pop_back();
    if (numbering.number[lit.var().index] != 0) {
      inputs.push_back(lit);
    } else {
      stack.push_back(graph_.right(lit.var()));
      stack.push_back(graph_.left(lit.var()));
    }
  }
}

template <class Sink>
void Query::emit_clauses(const Numbering& numbering, Sink&& sink) const {
  const auto number = [&](Lit lit) {
    const int n = numbering.number[lit.var().index];
    return lit.negated() ? -n : n;
  };
  sink(std::array{number(kTrue)});
  std::vector<Lit> inputs;
  std::vector<int> clause;
  for (const Var var : numbering.cone) {
    if (!graph_.is_and(var)) continue;
    const int gate = number(Lit(var));
    inputs_of(var, numbering, inputs);
    clause.assign(1, gate);
    for (const Lit input : inputs) {
      sink(std::array{-gate, number(input)});
      clause.push_back(-number(input));
    }
    sink(clause);
  }
  for (const Lit lit : assumptions_) sink(std::array{number(lit)});
}

/// The literals that `lits` are conjunctions of, ascending.
std::vector<Lit> Query::split(std::vector<Lit> lits) const {
  std::vector<Lit> parts;
  std::vector<bool> seen(graph_.size(), false);
  while (!lits.empty()) {
    const Lit lit = lits.back();
    lits.pop_back();
    if (lit.negated() || !graph_.is_and(lit.var())) {
      parts.push_back(lit);
    } else if (!seen[lit.var().index]) {
      seen[lit.var().index] = true;
      lits.push_back(graph_.right(lit.var()));
      lits.push_back(graph_.left(lit.var()));
    }
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

/// What the goals are conjunctions of, without what the assumptions have literally: most of an
/// invariant about the last steps is one about the steps before, a step later.
std::vector<Lit> Query::open_goals() const {
  std::vector<Lit> wanted;
  for (const Goal& goal : goals_) wanted.push_back(goal.lit);
  wanted = split(std::move(wanted));
  const std::vector<Lit> given = split(assumptions_);
  std::vector<Lit> open;
  std::set_difference(wanted.begin(), wanted.end(), given.begin(), given.end(),
                      std::back_inserter(open));
  return open;
}

namespace {

/// A solver for goals, one after the other.
class GoalSolver {
 public:
  enum class Made { ForSmallGoals, ForHardGoals };

  GoalSolver(Made made, const Budget& budget) : budget_(budget), terminator_(budget) {
    solver_.set("quiet", 1);
    if (made == Made::ForHardGoals) {
      solver_.configure("unsat");
    } else {
      // What prepares for a big query does not pay for many small ones.
      for (const char* option : {"inprocessing", "stabilize", "lucky", "walk"})
        solver_.set(option, 0);
    }
    solver_.connect_terminator(&terminator_);
  }
  GoalSolver(const GoalSolver&) = delete;
  GoalSolver& operator=(const GoalSolver&) = delete;

  void add(std::span<const int> clause) {
    for (const int lit : clause) solver_.add(lit);
    solver_.add(0);
  }

  /// 20: holds, and may be used for the next. 10: there is a counterexample. 0: not known, also
  /// after so many conflicts (if not negative).
  int ask(int goal, int conflicts) {
    if (budget_.exhausted()) return 0;
    if (conflicts >= 0) solver_.limit("conflicts", conflicts);
    solver_.assume(-goal);
    const int result = solver_.solve();
    if (result == 20) add(std::array{goal});
    return result;
  }

  bool value(int number) { return solver_.val(number) > 0; }

 private:
  const Budget& budget_;
  BudgetTerminator terminator_;
  CaDiCaL::Solver solver_;  // goes before its terminator
};

}  // namespace

/// One goal after the other: the solver needs a small part of the circuit for each, and what it has
/// shown may be used for the next. Goals that turn out to be hard are left to a solver of another
/// kind.
Query::Answer Query::solve(const Budget& budget) {
  if (budget.exhausted()) return {};
  constexpr int kSmall = 500, kNoLimit = -1;
  const Numbering numbering = number_cone();
  std::vector<int> goals, held, hard;
  for (const Lit part : open_goals()) {
    const int number = numbering.number[part.var().index];
    goals.push_back(part.negated() ? -number : number);
  }
  for (const auto made : {GoalSolver::Made::ForSmallGoals, GoalSolver::Made::ForHardGoals}) {
    GoalSolver solver(made, budget);
    emit_clauses(numbering, [&](std::span<const int> clause) { solver.add(clause); });
    for (const int goal : held) solver.add(std::array{goal});
    const bool is_last = made == GoalSolver::Made::ForHardGoals;
    for (const int goal : goals) {
      const int result = solver.ask(goal, is_last ? kNoLimit : kSmall);
      if (result == 10) return refuted([&](int number) { return solver.value(number); }, numbering);
      if (budget.exhausted()) return {};
      (result == 20 ? held : hard).push_back(goal);
    }
    goals = std::exchange(hard, {});
    if (goals.empty()) return {Outcome::Holds, {}};
  }
  return {};
}

/// The answer when the leaves have these values.
template <class Value>
Query::Answer Query::refuted(Value&& value, const Numbering& numbering) const {
  std::vector<Lbool> values(graph_.size(), Lbool::Undef);
  values[0] = Lbool::False;
  for (const Var var : numbering.cone)
    if (graph_.is_leaf(var)) values[var.index] = to_lbool(value(numbering.number[var.index]));
  evaluate_gates(graph_, values);
  for (const Lit lit : assumptions_) CAIRN_CHECK(value_of(values, lit) == Lbool::True);
  return {Outcome::Fails, describe(values)};
}

std::vector<std::string> Query::describe(const std::vector<Lbool>& values) const {
  std::vector<std::string> lines;
  for (const Goal& goal : goals_)
    if (value_of(values, goal.lit) == Lbool::False) lines.push_back(goal.violation);
  CAIRN_CHECK(!lines.empty());
  const auto add_leaf = [&](const Frame& frame, const std::string& leaf, Var var) {
    const Lit lit = frame.peek(var);
    if (lit == kNoLit || value_of(values, lit) == Lbool::Undef) return;
    const int value = value_of(values, lit) == Lbool::True ? 1 : 0;
    lines.push_back(fmt::format("{}: {} = {}", frame.label(), leaf, value));
  };
  for (const Frame& frame : frames_) {
    const BitSystem& system = frame.system();
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      add_leaf(frame, leaf_text('l', i, system.names.latches.get(i)), system.latches[i].var);
    for (std::size_t i = 0; i < system.inputs.size(); ++i)
      add_leaf(frame, leaf_text('i', i, system.names.inputs.get(i)), system.inputs[i]);
  }
  if (lines.size() > kMaxDetails) {
    const std::size_t more = lines.size() - kMaxDetails;
    lines.resize(kMaxDetails);
    lines.push_back(fmt::format("... and {} more", more));
  }
  return lines;
}

void Query::dump(const std::string& path, const std::vector<std::string>& comments) const {
  const Numbering numbering = number_cone();
  std::size_t clauses = 0;
  emit_clauses(numbering, [&](std::span<const int>) { ++clauses; });
  ++clauses;  // some goal fails

  AtomicFile file(path);
  fmt::memory_buffer text;
  const auto flush = [&] {
    file.write({text.data(), text.size()});
    text.clear();
  };
  auto out = fmt::appender(text);
  fmt::format_to(out, "c {}\n", printable(title_, 4096));
  for (const std::string& comment : comments)
    fmt::format_to(out, "c {}\n", printable(comment, 4096));
  fmt::format_to(out, "p cnf {} {}\n", numbering.cone.size(), clauses);
  emit_clauses(numbering, [&](std::span<const int> clause) {
    for (const int lit : clause) fmt::format_to(out, "{} ", lit);
    fmt::format_to(out, "0\n");
    if (text.size() > 65536) flush();
  });
  for (const Goal& goal : goals_) {
    const int number = numbering.number[goal.lit.var().index];
    fmt::format_to(out, "{} ", goal.lit.negated() ? number : -number);
  }
  fmt::format_to(out, "0\n");
  flush();
  file.commit();
}

}  // namespace cairn
