// SPDX-License-Identifier: MIT
#include "run/circuit/constraint_vacuity.h"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "logic/bit/cnf.h"
#include "model/unroll.h"
#include "sat/backend/incremental_solver.h"
#include "transform/bit/walk.h"

namespace cairn {
namespace {

constexpr std::uint32_t kLastStep = 20;  // further steps are not looked at
constexpr double kSeconds = 0.5;         // of processor time
constexpr int kWalks = 4;                // random runs, 64 at a time
constexpr int kRepairs = 32;             // of a step of theirs

/// Whether a random run that is repaired where a constraint fails gets through all steps: most do,
/// and then nobody need be asked.
bool gets_through(Walk& walk) {
  walk.start();
  for (std::uint32_t step = 0;; ++step) {
    for (int i = 0; i < kRepairs && walk.constrained() == 0; ++i) walk.repair();
    if (walk.constrained() == 0) return false;
    if (step == kLastStep) return true;
    walk.step();
  }
}

bool some_run_gets_through(const BitSystem& system, const Budget& budget) {
  Rng rng(1);
  Walk walk(system, rng);
  for (int i = 0; i < kWalks && !budget.exhausted_by_now(); ++i)
    if (gets_through(walk)) return true;
  return false;
}

}  // namespace

std::optional<std::uint32_t> first_impossible_step(const BitSystem& system,
                                                   const Context& context) {
  if (system.constraints.empty()) return std::nullopt;
  Budget share(&context.budget);
  share.renew(kSeconds);
  if (some_run_gets_through(system, share)) return std::nullopt;
  Unroller unroller(system, Unroller::Start::Reset);
  CnfEncoder encoder(unroller.aig());
  const auto solver = make_incremental_solver(SolverKind::Cadical, share);
  const auto define = [&](std::span<const int> clause) { solver->add_definition(clause); };
  std::vector<int> held;                      // constraints of all steps, one after the other
  std::vector<std::size_t> held_before_next;  // how many of them belong to steps up to this one
  std::optional<std::uint32_t> never;         // a step with a constraint that is constantly false
  for (std::uint32_t step = 0; step <= kLastStep && !never && !share.exhausted_by_now(); ++step) {
    for (const Lit constraint : system.constraints) {
      const Lit lit = unroller.at(constraint, step);
      if (lit == kFalse) never = step;
      if (lit != kTrue && lit != kFalse) held.push_back(encoder.literal(lit, define));
    }
    if (!never) held_before_next.push_back(held.size());
  }
  // A run through all steps is what one expects: one query. Which step is the first that has none
  // is asked only if there is no such run.
  const std::span<const int> all(held);
  const auto possible = [&](std::size_t steps) {
    return solver->solve(steps == 0 ? all.first(0) : all.first(held_before_next[steps - 1]));
  };
  using Result = IncrementalSolver::Result;
  if (possible(held_before_next.size()) != Result::Unsatisfiable) return never;
  for (std::uint32_t step = 0; step < held_before_next.size(); ++step) {
    const Result result = possible(step + 1);
    if (result == Result::Unsatisfiable) return step;
    if (result == Result::Unknown) break;
  }
  return std::nullopt;
}

std::string describe_impossible_step(std::uint32_t step) {
  if (step == 0) return "the constraints cannot hold in the first step: the model has no runs";
  return fmt::format("the constraints cannot hold in step {}: no run has more than {} step{}", step,
                     step, step == 1 ? "" : "s");
}

}  // namespace cairn
