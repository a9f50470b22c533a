// SPDX-License-Identifier: MIT
//
// The first step needs care: a reset function may read inputs, gates and other latches, so latches
// and gates have to be computed in turns. plan_resets() finds an order once, and every start()
// follows it; all gates are then evaluated as in any other step.
#include "model/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

// Gates and latches in an order in which each comes after what it reads. A gate below several reset
// functions appears once: when it is first met, all latches that it reads have their values, since
// reset_order() puts them before the latch whose function is being visited.
std::vector<ResetStep> plan_resets(const BitSystem& system) {
  const Aig& aig = system.aig;
  const std::vector<std::uint32_t> order = reset_order(system);
  CAIRN_CHECK(order.size() == system.latches.size());
  std::vector<ResetStep> plan;
  std::vector<bool> done(aig.size(), false);
  std::vector<Var> stack;
  for (const std::uint32_t position : order) {
    const Latch& latch = system.latches[position];
    if (latch.has_constant_reset() || latch.is_uninitialised()) continue;
    stack.push_back(latch.reset.var());
    while (!stack.empty()) {
      const Var var = stack.back();
      if (!aig.is_and(var) || done[var.index]) {
        stack.pop_back();
        continue;
      }
      const auto waits_for = [&](Lit lit) {
        const bool waits = aig.is_and(lit.var()) && !done[lit.var().index];
        if (waits) stack.push_back(lit.var());
        return waits;
      };
      if (waits_for(aig.left(var)) || waits_for(aig.right(var))) continue;
      stack.pop_back();
      done[var.index] = true;
      plan.push_back({var, kNoLit});
    }
    plan.push_back({latch.var, latch.reset});
  }
  return plan;
}

std::vector<std::uint64_t> random_words(Rng& rng, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (std::uint64_t& word : words) word = rng.next();
  return words;
}

}  // namespace

ParallelSimulator::ParallelSimulator(const BitSystem& system)
    : system_(system),
      reset_steps_(plan_resets(system)),
      values_(system.aig.size(), 0),
      next_(system.latches.size(), 0) {}

void ParallelSimulator::start(const std::vector<std::uint64_t>& inputs,
                              const std::vector<std::uint64_t>& uninitialised) {
  CAIRN_CHECK(inputs.size() == system_.inputs.size());
  CAIRN_CHECK(uninitialised.size() == system_.latches.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) values_[system_.inputs[i].index] = inputs[i];
  for (std::size_t i = 0; i < system_.latches.size(); ++i) {
    const Latch& latch = system_.latches[i];
    if (latch.has_constant_reset())
      values_[latch.var.index] = latch.reset == kTrue ? ~std::uint64_t{0} : 0;
    else if (latch.is_uninitialised())
      values_[latch.var.index] = uninitialised[i];
  }
  const Aig& aig = system_.aig;
  for (const auto& [var, reset] : reset_steps_)
    values_[var.index] = reset == kNoLit
                             ? value_of(values_, aig.left(var)) & value_of(values_, aig.right(var))
                             : value_of(values_, reset);
  constrained_ = ~std::uint64_t{0};
  evaluate();
}

void ParallelSimulator::start(Rng& rng) {
  const auto inputs = random_words(rng, system_.inputs.size());
  start(inputs, random_words(rng, system_.latches.size()));
}

void ParallelSimulator::step(const std::vector<std::uint64_t>& inputs) {
  CAIRN_CHECK(inputs.size() == system_.inputs.size());
  // All latches move at once, so read all of them before writing the first.
  for (std::size_t i = 0; i < next_.size(); ++i)
    next_[i] = value_of(values_, system_.latches[i].next);
  for (std::size_t i = 0; i < next_.size(); ++i) values_[system_.latches[i].var.index] = next_[i];
  for (std::size_t i = 0; i < inputs.size(); ++i) values_[system_.inputs[i].index] = inputs[i];
  evaluate();
}

void ParallelSimulator::step(Rng& rng) {
  step(random_words(rng, system_.inputs.size()));
}

std::uint64_t ParallelSimulator::value(Lit lit) const {
  return value_of(values_, lit);
}

void ParallelSimulator::evaluate() {
  const Aig& aig = system_.aig;
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_and(Var{v}))
      values_[v] = value_of(values_, aig.left(Var{v})) & value_of(values_, aig.right(Var{v}));
  for (const Lit constraint : system_.constraints) constrained_ &= value_of(values_, constraint);
}

TernarySimulator::TernarySimulator(const BitSystem& system)
    : system_(system),
      reset_steps_(plan_resets(system)),
      values_(system.aig.size(), Lbool::Undef),
      next_(system.latches.size(), Lbool::Undef) {
  values_[0] = Lbool::False;
}

void TernarySimulator::start(const std::vector<Lbool>& inputs, const std::vector<Lbool>& initial) {
  CAIRN_CHECK(inputs.size() == system_.inputs.size());
  CAIRN_CHECK(initial.empty() || initial.size() == system_.latches.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) values_[system_.inputs[i].index] = inputs[i];
  for (std::size_t i = 0; i < system_.latches.size(); ++i) {
    const Latch& latch = system_.latches[i];
    if (latch.has_constant_reset())
      values_[latch.var.index] = to_lbool(latch.reset == kTrue);
    else  // for a reset function, what stays if the function is Undef
      values_[latch.var.index] = initial.empty() ? Lbool::Undef : initial[i];
  }
  const Aig& aig = system_.aig;
  for (const auto& [var, reset] : reset_steps_) {
    if (reset == kNoLit) {
      values_[var.index] = value_of(values_, aig.left(var)) & value_of(values_, aig.right(var));
    } else if (const Lbool value = value_of(values_, reset); value != Lbool::Undef) {
      values_[var.index] = value;
    }
  }
  evaluate();
}

void TernarySimulator::step(const std::vector<Lbool>& inputs) {
  CAIRN_CHECK(inputs.size() == system_.inputs.size());
  for (std::size_t i = 0; i < next_.size(); ++i)
    next_[i] = value_of(values_, system_.latches[i].next);
  for (std::size_t i = 0; i < next_.size(); ++i) values_[system_.latches[i].var.index] = next_[i];
  for (std::size_t i = 0; i < inputs.size(); ++i) values_[system_.inputs[i].index] = inputs[i];
  evaluate();
}

Lbool TernarySimulator::value(Lit lit) const {
  return value_of(values_, lit);
}

void TernarySimulator::evaluate() {
  evaluate_gates(system_.aig, values_);
}

// One run, in which every value is false or true, and what is judged about it.
namespace {

std::string named(std::string_view kind, std::size_t position, const Names& names) {
  const std::string_view name = names.get(position);
  return name.empty() ? fmt::format("{} {}", kind, position)
                      : fmt::format("{} {} ({})", kind, position, printable(name));
}

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::vector<std::uint64_t> words_of(const std::vector<Lbool>& values) {
  std::vector<std::uint64_t> words(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    words[i] = values[i] == Lbool::True ? ~std::uint64_t{0} : 0;
  return words;
}

class Judge {
 public:
  Judge(const BitSystem& system, const BitTrace& trace)
      : system_(system), trace_(trace), simulator_(system), fired_(system.bad.size(), kNever) {}

  Replay run() {
    result_.concrete = trace_;
    for (auto& step : result_.concrete.inputs)
      for (Lbool& value : step)
        if (value == Lbool::Undef) value = Lbool::False;
    result_.reason = wrong_shape();
    if (result_.reason.empty()) result_.reason = wrong_start();
    if (result_.reason.empty()) {
      simulate();
      result_.reason = wrong_claim();
    }
    result_.accepted = result_.reason.empty();
    return std::move(result_);
  }

 private:
  static constexpr std::int64_t kNever = -1;

  std::string wrong_shape() const;
  std::string wrong_start();
  void simulate();
  void observe(std::int64_t step);
  std::string wrong_claim();
  std::string wrong_bad(std::uint32_t position) const;
  std::string wrong_loop();
  std::string wrong_justice(std::uint32_t position) const;
  bool is_true(Lit lit) const { return (simulator_.value(lit) & 1) != 0; }
  bool in_loop(std::int64_t step) const { return step >= result_.loop_start; }

  const BitSystem& system_;
  const BitTrace& trace_;
  ParallelSimulator simulator_;
  Replay result_;
  std::vector<std::int64_t>
      fired_;              // by bad state: the first constrained step in which it was true
  std::string violation_;  // the constraint that failed first, and where
  // For justice alone: the state of every step, and the last step in which each literal was true.
  std::vector<std::vector<bool>> states_;
  std::vector<std::int64_t> last_fair_;
  std::vector<std::vector<std::int64_t>> last_just_;
};

std::string Judge::wrong_shape() const {
  if (trace_.initial.size() != system_.latches.size())
    return fmt::format("the trace has {}, but the system has {}",
                       counted(trace_.initial.size(), "initial value", "initial values"),
                       counted(system_.latches.size(), "latch", "latches"));
  if (trace_.inputs.empty()) return "the trace has no steps";
  for (std::size_t step = 0; step < trace_.inputs.size(); ++step)
    if (trace_.inputs[step].size() != system_.inputs.size())
      return fmt::format("step {} has {}, but the system has {}", step,
                         counted(trace_.inputs[step].size(), "input value", "input values"),
                         counted(system_.inputs.size(), "input", "inputs"));
  for (const std::uint32_t position : trace_.bad)
    if (position >= system_.bad.size())
      return fmt::format("the trace claims bad state {}, but the system has {}", position,
                         counted(system_.bad.size(), "bad state", "bad states"));
  for (const std::uint32_t position : trace_.justice)
    if (position >= system_.justice.size())
      return fmt::format("the trace claims justice set {}, but the system has {}", position,
                         counted(system_.justice.size(), "justice set", "justice sets"));
  return "";
}

// Enters the first step with the resets' values; the trace decides uninitialised latches alone.
std::string Judge::wrong_start() {
  simulator_.start(words_of(result_.concrete.inputs[0]), words_of(trace_.initial));
  std::string wrong;
  for (std::size_t i = 0; i < system_.latches.size(); ++i) {
    const Lbool value = to_lbool(is_true(Lit(system_.latches[i].var)));
    Lbool& claimed = result_.concrete.initial[i];
    if (claimed == Lbool::Undef) claimed = value;
    if (claimed == value || !wrong.empty()) continue;
    wrong = fmt::format("{} is {} in step 0, but its reset {} is {}",
                        named("latch", i, system_.names.latches), claimed == Lbool::True ? 1 : 0,
                        system_.latches[i].has_constant_reset() ? "value" : "function",
                        value == Lbool::True ? 1 : 0);
  }
  return wrong;
}

void Judge::simulate() {
  if (!trace_.justice.empty()) {
    last_fair_.assign(system_.fairness.size(), kNever);
    for (const auto& set : system_.justice) last_just_.emplace_back(set.size(), kNever);
  }
  observe(0);
  for (std::size_t step = 1; step < trace_.inputs.size(); ++step) {
    simulator_.step(words_of(result_.concrete.inputs[step]));
    observe(static_cast<std::int64_t>(step));
  }
  for (std::uint32_t i = 0; i < fired_.size(); ++i)
    if (fired_[i] != kNever) result_.bad_fired.push_back(i);
}

void Judge::observe(std::int64_t step) {
  if (result_.violated_step != kNever) return;
  for (std::size_t i = 0; i < system_.constraints.size(); ++i) {
    if (is_true(system_.constraints[i])) continue;
    result_.violated_step = step;
    violation_ = fmt::format("{} is false in step {}",
                             named("constraint", i, system_.names.constraints), step);
    return;
  }
  for (std::size_t i = 0; i < fired_.size(); ++i)
    if (fired_[i] == kNever && is_true(system_.bad[i])) fired_[i] = step;
  if (trace_.justice.empty()) return;
  std::vector<bool>& state = states_.emplace_back();
  for (const Latch& latch : system_.latches) state.push_back(is_true(Lit(latch.var)));
  for (std::size_t i = 0; i < last_fair_.size(); ++i)
    if (is_true(system_.fairness[i])) last_fair_[i] = step;
  for (std::size_t i = 0; i < last_just_.size(); ++i)
    for (std::size_t j = 0; j < last_just_[i].size(); ++j)
      if (is_true(system_.justice[i][j])) last_just_[i][j] = step;
}

std::string Judge::wrong_claim() {
  std::vector<std::uint32_t> claimed = trace_.bad;
  if (claimed.empty() && trace_.justice.empty()) claimed = result_.bad_fired;
  for (const std::uint32_t position : claimed)
    if (const std::int64_t step = fired_[position]; step != kNever)
      if (result_.bad_step == kNever || step < result_.bad_step) result_.bad_step = step;
  for (const std::uint32_t position : claimed)
    if (fired_[position] == kNever) return wrong_bad(position);
  if (claimed.empty() && trace_.justice.empty())
    return violation_.empty() ? "no bad state is true in any step"
                              : "no bad state is true before " + violation_;
  if (trace_.justice.empty()) return "";
  if (std::string wrong = wrong_loop(); !wrong.empty()) return wrong;
  for (const std::uint32_t position : trace_.justice)
    if (std::string wrong = wrong_justice(position); !wrong.empty()) return wrong;
  return "";
}

std::string Judge::wrong_bad(std::uint32_t position) const {
  const std::string bad = named("bad state", position, system_.names.bad);
  if (violation_.empty()) return bad + " is false in every step";
  return fmt::format("{} is not true before {}", bad, violation_);
}

// Of several steps with the right state, the first gives the longest loop and so sees the most.
std::string Judge::wrong_loop() {
  if (!violation_.empty()) return "no loop: " + violation_;
  std::vector<bool> last;
  for (const Latch& latch : system_.latches) last.push_back(is_true(latch.next));
  const auto found = std::find(states_.begin(), states_.end(), last);
  if (found == states_.end())
    return fmt::format("no loop: the state after step {} is that of no earlier step",
                       states_.size() - 1);
  result_.loop_start = found - states_.begin();
  for (std::size_t i = 0; i < last_fair_.size(); ++i)
    if (!in_loop(last_fair_[i]))
      return fmt::format("{} is false throughout the loop from step {}",
                         named("fairness", i, system_.names.fairness), result_.loop_start);
  return "";
}

std::string Judge::wrong_justice(std::uint32_t position) const {
  const auto& last = last_just_[position];
  for (std::size_t i = 0; i < last.size(); ++i)
    if (!in_loop(last[i]))
      return fmt::format("literal {} of {} is false throughout the loop from step {}", i,
                         named("justice set", position, system_.names.justice), result_.loop_start);
  return "";
}

}  // namespace

Replay replay(const BitSystem& system, const BitTrace& trace) {
  return Judge(system, trace).run();
}

}  // namespace cairn
