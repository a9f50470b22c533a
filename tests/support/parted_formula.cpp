// SPDX-License-Identifier: MIT
#include "support/parted_formula.h"

#include "sat/solver.h"

namespace cairn::support {
namespace {

Lit random_literal(Rng& rng, std::uint32_t num_variables) {
  return Lit(Var{static_cast<std::uint32_t>(1 + rng.below(num_variables))}, rng.chance(50));
}

/// Numbers clauses by part; derived ones get none.
class PartTracer : public sat::ProofTracer {
 public:
  explicit PartTracer(Refutation& refutation) : refutation_(refutation) {}
  void add_original(sat::ClauseId id, std::span<const Lit> clause) override {
    refutation_.proof.add_original(id, clause);
    refutation_.parts.resize(id + 1);
    refutation_.parts[id] = part;
  }
  void add_derived(sat::ClauseId id, std::span<const Lit> clause,
                   std::span<const sat::ClauseId> antecedents) override {
    refutation_.proof.add_derived(id, clause, antecedents);
  }
  void delete_clause(sat::ClauseId id) override { refutation_.proof.delete_clause(id); }

  sat::Part part = 0;

 private:
  Refutation& refutation_;
};

}  // namespace

sat::PartedFormula random_formula(Rng& rng, std::uint32_t max_variables, sat::Part max_parts) {
  const auto num_variables = static_cast<std::uint32_t>(1 + rng.below(max_variables));
  const auto num_parts = static_cast<sat::Part>(2 + rng.below(max_parts - 1));
  // Near the threshold of random formulas with three literals, on the unsatisfiable side.
  const std::uint64_t num_clauses = num_variables * (38 + rng.below(30)) / 10 + 2;
  // Neighbouring parts share a window of the variables, as the steps of an unrolling do.
  const bool has_windows = rng.chance(50);
  sat::PartedFormula formula;
  for (std::uint64_t i = 0; i < num_clauses; ++i) {
    const auto part = static_cast<sat::Part>(rng.below(num_parts));
    std::vector<Lit> clause;
    const std::uint64_t length = rng.chance(1) ? 1 : rng.chance(12) ? 2 : 3;
    while (clause.size() < length) {
      Lit lit = random_literal(rng, num_variables);
      if (has_windows) {
        const std::uint32_t width = 2 * num_variables / (num_parts + 1) + 1;
        const std::uint32_t begin = part * num_variables / (num_parts + 1);
        const auto index = static_cast<std::uint32_t>(1 + begin + rng.below(width));
        lit = Lit(Var{std::min(index, num_variables)}, lit.negated());
      }
      clause.push_back(lit);
    }
    if (rng.chance(2)) clause.push_back(clause[0] ^ rng.chance(50));
    if (rng.chance(2)) clause.push_back(rng.chance(80) ? kFalse : kTrue);
    formula.clauses.push_back(std::move(clause));
    formula.parts.push_back(part);
  }
  return formula;
}

std::optional<Refutation> refute(const sat::PartedFormula& formula,
                                 std::span<const Lit> assumptions) {
  Refutation refutation;
  PartTracer tracer(refutation);
  sat::Solver solver;
  solver.set_tracer(&tracer);
  const auto know = [&](Lit lit) {
    while (solver.num_vars() <= lit.var().index) solver.new_var();
  };
  for (const auto& clause : formula.clauses)
    for (const Lit lit : clause) know(lit);
  for (const Lit lit : assumptions) know(lit);
  for (std::size_t i = 0; i < formula.clauses.size(); ++i) {
    tracer.part = formula.parts[i];
    solver.add_clause(formula.clauses[i]);
  }
  if (solver.solve(assumptions) != sat::Result::Unsatisfiable) return std::nullopt;
  refutation.final = solver.proof_clause();
  return refutation;
}

}  // namespace cairn::support
