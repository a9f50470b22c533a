// SPDX-License-Identifier: MIT
//
// The state that the loop begins with is a vector of variables of its own, which is equal to that
// of the selected step. So closing a loop compares each step with this vector alone, and lassos of
// k steps take k comparisons, not k squared.
//
//   start_k  => the selected state is that of step k
//   inside_k => inside_(k-1) or start_k
//   seen_k   => seen_(k-1), or inside_k and the literal is true in step k
//   close_k  => the state of step k is the selected one
//   end_k    => inside_k, seen_k for each literal, and close_(k+1)
#include "engine/liveness/lasso.h"

#include <array>
#include <span>

#include "base/error.h"

namespace cairn::live {

Lasso::Lasso(const BitSystem& system, const LassoConfig& config, const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      solver_(system, Unroller::Start::Reset, context.budget.hard()),
      literals_(system.fairness) {
  CAIRN_CHECK(system.justice.size() == 1);
  literals_.insert(literals_.end(), system.justice[0].begin(), system.justice[0].end());
}

int Lasso::fresh() {
  const int variable = solver_.literal(solver_.unroller().aig().add_leaf());
  solver_.solver().observe(variable);
  return variable;
}

int Lasso::literal_at(Lit lit, std::uint32_t step) {
  return solver_.literal(solver_.unroller().at(lit, step));
}

/// If `condition`, the state of the step is the selected one.
void Lasso::equate(int condition, std::uint32_t step) {
  for (std::size_t i = 0; i < system_.latches.size(); ++i) {
    const int there = literal_at(Lit(system_.latches[i].var), step);
    solver_.solver().add_clause(std::array{-condition, -selected_state_[i], there});
    solver_.solver().add_clause(std::array{-condition, selected_state_[i], -there});
  }
}

void Lasso::make_selectors() {
  for (std::size_t i = 0; i < system_.latches.size(); ++i) selected_state_.push_back(fresh());
}

/// A step more, in which a lasso may end.
void Lasso::add_step() {
  IncrementalSolver& solver = solver_.solver();
  if (steps_ == 0) make_selectors();
  const std::uint32_t step = steps_++;
  for (const Lit constraint : system_.constraints) solver.add_unit(literal_at(constraint, step));
  // Inputs that nothing reads need no values, but those of the run are to be told.
  const int start = fresh(), inside = fresh(), close = fresh(), end = fresh();
  equate(start, step);
  starts_.push_back(start);
  std::vector<int> began{-inside, start};
  if (inside_ != 0) began.push_back(inside_);
  solver.add_clause(began);
  solver.add_clause(std::array{-end, inside});
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    const int seen = fresh(), is_true = literal_at(literals_[i], step);
    std::vector<int> now{-seen, is_true}, in{-seen, inside};
    if (step > 0) now.push_back(seen_[i]), in.push_back(seen_[i]);
    solver.add_clause(now);
    solver.add_clause(in);
    solver.add_clause(std::array{-end, seen});
    if (step > 0)
      seen_[i] = seen;
    else
      seen_.push_back(seen);
  }
  inside_ = inside;
  equate(close, step + 1);
  solver.add_clause(std::array{-end, close});
  ends_.push_back(end);
}

/// The run of the model; its last step is the first that ends a lasso.
BitTrace Lasso::lasso() const {
  const IncrementalSolver& solver = solver_.solver();
  auto last = static_cast<std::uint32_t>(steps_ - ends_.size());
  for (const int end : ends_) {
    if (solver.value(end)) break;
    ++last;
  }
  BitTrace trace = solver_.trace(last);
  trace.justice = {0};
  // Several steps may be selected, if their states are equal. What was seen was seen after the
  // first.
  for (std::uint32_t step = 0; step <= last && trace.loop_start < 0; ++step)
    if (solver.value(starts_[step])) trace.loop_start = step;
  return trace;
}

Answer<BitSystem> Lasso::run() {
  context_.progress.phase = "lasso";
  using Result = IncrementalSolver::Result;
  while (true) {
    const auto stopped = [&] {
      return unknown_for(context_.budget.reason(),
                         std::int64_t{steps_} - 1 - static_cast<std::int64_t>(ends_.size()));
    };
    if (context_.budget.exhausted_by_now()) return stopped();
    if (query_ == 0) {
      for (std::uint32_t i = 0; i < config_.step; ++i) add_step();
      query_ = fresh();
      std::vector<int> some{-query_};
      some.insert(some.end(), ends_.begin(), ends_.end());
      solver_.solver().add_clause(some);
    }
    ++queries_;
    const Result result = solver_.solver().solve(std::span(&query_, 1));
    if (result == Result::Unknown) return stopped();
    if (result == Result::Satisfiable) return Unsafe<BitSystem>{lasso()};
    for (const int end : ends_) solver_.solver().add_unit(-end);
    ends_.clear();
    query_ = 0;
    context_.progress.clear(steps_ - 1);
    context_.log.detail("lasso: none of {} steps", steps_);
    if (steps_ > config_.last)
      return Unknown{Unknown::Reason::Bound, "the last bound was reached",
                     std::int64_t{steps_} - 1};
  }
}

void Lasso::add_statistics(Statistics& statistics) const {
  statistics.count("lasso.queries", queries_);
  statistics.count("lasso.steps", steps_);
}

}  // namespace cairn::live
