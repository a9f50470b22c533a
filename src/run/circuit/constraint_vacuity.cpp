// SPDX-License-Identifier: MIT
#include "run/circuit/constraint_vacuity.h"

#include <fmt/format.h>

#include "logic/bit/cnf.h"
#include "model/unroll.h"
#include "sat/backend/incremental_solver.h"

namespace cairn {
namespace {

constexpr std::uint32_t kLastStep = 20;  // further steps are not looked at
constexpr double kSeconds = 0.5;         // of processor time

}  // namespace

std::optional<std::uint32_t> first_impossible_step(const BitSystem& system,
                                                   const Context& context) {
  if (system.constraints.empty()) return std::nullopt;
  Budget share(&context.budget);
  share.renew(kSeconds);
  Unroller unroller(system, Unroller::Start::Reset);
  CnfEncoder encoder(unroller.aig());
  const auto solver = make_incremental_solver(SolverKind::Cadical, share);
  const auto define = [&](std::span<const int> clause) { solver->add_definition(clause); };
  for (std::uint32_t step = 0; step <= kLastStep && !share.exhausted_by_now(); ++step) {
    for (const Lit constraint : system.constraints) {
      const Lit lit = unroller.at(constraint, step);
      if (lit == kFalse) return step;
      if (lit != kTrue) solver->add_unit(encoder.literal(lit, define));
    }
    const auto result = solver->solve({});
    if (result == IncrementalSolver::Result::Unsatisfiable) return step;
    if (result == IncrementalSolver::Result::Unknown) break;
  }
  return std::nullopt;
}

std::string describe_impossible_step(std::uint32_t step) {
  if (step == 0) return "the constraints cannot hold in the first step: the model has no runs";
  return fmt::format("the constraints cannot hold in step {}: no run has more than {} step{}", step,
                     step, step == 1 ? "" : "s");
}

}  // namespace cairn
