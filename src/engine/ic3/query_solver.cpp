// SPDX-License-Identifier: MIT
#include "engine/ic3/query_solver.h"

#include "engine/ic3/library_solver.h"

namespace cairn::ic3 {
namespace {

class OwnSolver final : public StepSolver {
 public:
  OwnSolver(const Transition& transition, Content content, const Ic3Config& config,
            const Budget& budget) {
    load_step(solver_, transition, config);
    if (content == Content::ConstrainedStep) load_constraints(solver_, transition, config);
    solver_.set_budget(&budget);
  }

  Var new_var() override { return solver_.new_var(); }
  void add_clause(std::span<const Lit> clause) override { solver_.add_clause(clause); }
  sat::LemmaId add_lemma(std::span<const Lit> clause, sat::Layer layer) override {
    return solver_.add_lemma(clause, layer);
  }
  void raise_lemma(sat::LemmaId lemma, sat::Layer layer) override {
    solver_.raise_lemma(lemma, layer);
  }
  void remove_lemma(sat::LemmaId lemma) override { solver_.remove_lemma(lemma); }
  void add_temporary(std::span<const Lit> clause) override { solver_.add_temporary(clause); }
  sat::Result solve(std::span<const Lit> assumptions, sat::Layer layer) override {
    return solver_.solve(assumptions, layer);
  }
  Lbool value(Lit lit) const override { return solver_.value(lit); }
  bool in_core(Lit assumption) const override { return solver_.in_core(assumption); }
  sat::Layer proof_layer() const override { return solver_.proof_layer(); }
  sat::Solver* own() override { return &solver_; }
  sat::SolverStats stats() const override { return solver_.stats(); }

 private:
  sat::Solver solver_;
};

}  // namespace

std::unique_ptr<StepSolver> make_step_solver(const Transition& transition, Content content,
                                             const Ic3Config& config, const Budget& budget,
                                             Ic3Stats& stats) {
  if (config.solver == Ic3Config::Solver::Own)
    return std::make_unique<OwnSolver>(transition, content, config, budget);
  return std::make_unique<LibrarySolver>(transition, content, config, budget, stats);
}

void load_step(sat::Solver& solver, const Transition& transition, const Ic3Config& config) {
  if (!config.partial_constraints) solver.use_whole_constraints();
  transition.load(solver);
}

void load_constraints(sat::Solver& solver, const Transition& transition, const Ic3Config& config) {
  for (const Lit constraint : transition.constraints())
    solver.add_clause(std::span(&constraint, 1));
  constexpr std::uint32_t kLatchCost = 16;  // what is left out of a model need not be lifted
  for (std::uint32_t i = 0; i < transition.num_latches(); ++i)
    solver.set_cost(transition.latch(i), kLatchCost);
  if (config.initial_phases)
    for (std::uint32_t v = 1; v < transition.num_vars(); ++v)
      solver.set_phase(Lit(Var{v}, transition.first_values()[v] == 0));
}

void add(sat::SolverStats& sum, const sat::SolverStats& of) {
  using Stats = sat::SolverStats;
  for (std::uint64_t Stats::*figure :
       {&Stats::solves, &Stats::satisfiable, &Stats::unsatisfiable, &Stats::conflicts,
        &Stats::decisions, &Stats::propagations, &Stats::restarts, &Stats::learnt,
        &Stats::learnt_literals, &Stats::minimized_literals, &Stats::binary_minimized_literals,
        &Stats::improved_glues, &Stats::reductions, &Stats::collections, &Stats::domain_variables,
        &Stats::domain_growths})
    sum.*figure += of.*figure;
}

}  // namespace cairn::ic3
