// SPDX-License-Identifier: MIT
//
// The system is opened: latches become inputs, free in every step, and what a latch obeys (its
// reset in step 0, its next-state function from step to step) is asserted under a literal of its
// own. The query is asked under all these literals; those that the refutation needed are the
// core. It is asked again under them alone, in another order, as long as that leaves out more.
#include "engine/bmc/bmc_core.h"

#include <algorithm>
#include <array>
#include <memory>

#include "base/error.h"
#include "logic/bit/cnf.h"
#include "model/unroll.h"
#include "sat/backend/incremental_solver.h"

namespace cairn {
namespace {

/// The latches come after the system's own inputs.
BitSystem opened(const BitSystem& system) {
  BitSystem open;
  open.aig = system.aig;
  open.inputs = system.inputs;
  for (const Latch& latch : system.latches) open.inputs.push_back(latch.var);
  return open;
}

class OpenUnrolling {
 public:
  OpenUnrolling(const BitSystem& system, const Budget& budget)
      : system_(system),
        open_(opened(system)),
        unroller_(open_, Unroller::Start::Anywhere),
        encoder_(unroller_.aig()),
        solver_(make_incremental_solver(SolverKind::Cadical, budget)),
        obeys_(system.latches.size(), 0) {}

  /// Some step up to the bound is bad, after constrained ones. kFalse if that is clear at once.
  Lit query(std::span<const Lit> bad, std::uint32_t bound, const Budget& budget) {
    Aig& aig = unroller_.aig();
    Lit constrained = kTrue, query = kFalse;
    for (std::uint32_t step = 0; step <= bound && !budget.exhausted(); ++step) {
      for (const Lit constraint : system_.constraints)
        constrained = aig.and_gate(constrained, at(constraint, step));
      for (const Lit lit : bad)
        query = aig.or_gate(query, aig.and_gate(at(lit, step), constrained));
    }
    // What a latch obeys reads the step before; in step 0 perhaps other latches of that step.
    for (std::uint32_t step = bound; step > 0; --step) obey(step, budget);
    while (obey(0, budget)) {
    }
    return query;
  }

  int literal(Lit lit) {
    return encoder_.literal(
        lit, [this](std::span<const int> clause) { solver_->add_definition(clause); });
  }
  /// That the latch obeys; 0 if no step has needed it.
  int obeys(std::uint32_t latch) const { return obeys_[latch]; }
  IncrementalSolver& solver() { return *solver_; }

 private:
  Lit at(Lit lit, std::uint32_t step) { return unroller_.at(lit, step); }

  /// For the latches that something has asked for in this step. Answers whether there were new
  /// ones.
  bool obey(std::uint32_t step, const Budget& budget) {
    bool is_new = false;
    if (obeyed_step_ != step) obeyed_.assign(system_.latches.size(), false);
    obeyed_step_ = step;
    const auto first = static_cast<std::uint32_t>(system_.inputs.size());
    for (std::uint32_t i = 0; i < obeyed_.size() && !budget.exhausted(); ++i) {
      if (obeyed_[i] || unroller_.input_leaf(first + i, step) == kNoLit) continue;
      is_new = obeyed_[i] = true;
      const Latch& latch = system_.latches[i];
      if (step == 0 && latch.is_uninitialised()) continue;
      const Lit value = step == 0 ? at(latch.reset, 0) : at(latch.next, step - 1);
      const int x = literal(at(Lit(latch.var), step)), y = literal(value);
      solver_->add_clause(std::array{-literal_of(i), -x, y});
      solver_->add_clause(std::array{-literal_of(i), x, -y});
    }
    return is_new;
  }

  /// An input of step 0 of its own would do; a fresh leaf of the graph is one.
  int literal_of(std::uint32_t latch) {
    if (obeys_[latch] == 0) obeys_[latch] = literal(unroller_.aig().add_leaf());
    return obeys_[latch];
  }

  const BitSystem& system_;
  const BitSystem open_;
  Unroller unroller_;
  CnfEncoder encoder_;
  std::unique_ptr<IncrementalSolver> solver_;
  std::vector<int> obeys_;    // by latch
  std::vector<bool> obeyed_;  // by latch, in one step
  std::uint32_t obeyed_step_ = ~0u;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> latches_that_matter(const BitSystem& system,
                                                              std::span<const Lit> bad,
                                                              std::uint32_t bound,
                                                              const Budget& budget) {
  OpenUnrolling unrolling(system, budget);
  const Lit query = unrolling.query(bad, bound, budget);
  if (budget.exhausted()) return std::nullopt;
  std::vector<std::uint32_t> core;
  if (query == kFalse) return core;
  const int asked = unrolling.literal(query);
  for (std::uint32_t i = 0; i < system.latches.size(); ++i)
    if (unrolling.obeys(i) != 0) core.push_back(i);
  while (true) {
    std::vector<int> assumptions{asked};
    for (const std::uint32_t latch : core) assumptions.push_back(unrolling.obeys(latch));
    if (unrolling.solver().solve(assumptions) != IncrementalSolver::Result::Unsatisfiable)
      return std::nullopt;
    const std::size_t before = core.size();
    std::erase_if(core, [&](std::uint32_t latch) {
      return !unrolling.solver().failed(unrolling.obeys(latch));
    });
    if (core.size() == before) break;
    std::reverse(core.begin(), core.end());
  }
  std::sort(core.begin(), core.end());
  return core;
}

}  // namespace cairn
