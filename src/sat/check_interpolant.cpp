// SPDX-License-Identifier: MIT
//
// The conditions of interpolants, asked of a solver that knows nothing of the proof.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "logic/bit/cnf.h"
#include "sat/interpolate.h"
#include "sat/solver.h"

namespace cairn::sat {
namespace {

struct Parts {
  Part first, last;
  bool has(Part part) const { return first <= part && part <= last; }
};
constexpr Part kLastPart = ~Part{0};

std::set<Var> variables(const PartedFormula& formula, Parts parts) {
  std::set<Var> found;
  for (std::size_t i = 0; i < formula.clauses.size(); ++i)
    if (parts.has(formula.parts[i]))
      for (const Lit lit : formula.clauses[i])
        if (!lit.is_constant()) found.insert(lit.var());
  return found;
}

std::vector<Var> shared_variables(const PartedFormula& formula, Part cut) {
  const std::set<Var> a = variables(formula, {0, cut});
  const std::set<Var> b = variables(formula, {cut + 1, kLastPart});
  std::vector<Var> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

/// Some parts of the formula, and literals of the graph.
class Query {
 public:
  Query(const PartedFormula& formula, Parts parts, const Aig& graph, const Budget& budget)
      : encoder_(graph) {
    solver_.set_budget(&budget);
    for (std::size_t i = 0; i < formula.clauses.size(); ++i)
      for (const Lit lit : formula.clauses[i])
        while (solver_.num_vars() <= lit.var().index) solver_.new_var();
    for (std::size_t i = 0; i < formula.clauses.size(); ++i)
      if (parts.has(formula.parts[i])) solver_.add_clause(formula.clauses[i]);
  }

  void connect(Var var, Lit graph_literal) {
    const Lit image = literal(graph_literal);
    solver_.add_clause(std::array{Lit(var), ~image});
    solver_.add_clause(std::array{~Lit(var), image});
  }
  void require(Lit graph_literal) { solver_.add_clause(std::array{literal(graph_literal)}); }
  Result ask() { return solver_.solve({}); }

 private:
  Lit literal(Lit graph_literal) {
    return image(encoder_.literal(graph_literal, [this](std::span<const int> clause) {
      std::vector<Lit> lits;
      for (const int lit : clause) lits.push_back(image(lit));
      solver_.add_clause(lits);
    }));
  }
  Lit image(int lit) {
    const auto index = static_cast<std::size_t>(lit < 0 ? -lit : lit);
    while (images_.size() <= index) images_.push_back(solver_.new_var());
    return Lit(images_[index], lit < 0);
  }

  Solver solver_;
  CnfEncoder encoder_;
  std::vector<Var> images_;  // by the encoder's variables
};

/// Whether the parts and `before` imply `after`, where `variables` have their images.
std::optional<bool> implies(const PartedFormula& formula, Parts parts, const Aig& graph, Lit before,
                            Lit after, const std::vector<Var>& variables,
                            const Interpolator::SharedLiteral& shared, const Budget& budget) {
  Query query(formula, parts, graph, budget);
  for (const Var var : variables) query.connect(var, shared(var));
  query.require(before);
  query.require(~after);
  const Result result = query.ask();
  if (result == Result::Unknown) return std::nullopt;
  return result == Result::Unsatisfiable;
}

/// Whether every leaf below `root` lies below the image of one of `variables`.
bool reads_only(const Aig& graph, Lit root, const std::vector<Var>& variables,
                const Interpolator::SharedLiteral& shared) {
  std::vector<bool> done(graph.size(), false);
  done[0] = true;
  for (const Var var : variables) done[shared(var).var().index] = true;
  std::vector<Var> stack{root.var()};
  while (!stack.empty()) {
    const Var var = stack.back();
    stack.pop_back();
    if (done[var.index]) continue;
    if (graph.is_leaf(var)) return false;
    done[var.index] = true;
    stack.push_back(graph.left(var).var());
    stack.push_back(graph.right(var).var());
  }
  return true;
}

}  // namespace

InterpolantFault check_interpolant(const PartedFormula& formula, Part cut, const Aig& graph,
                                   Lit interpolant, const Interpolator::SharedLiteral& shared,
                                   const Budget& budget) {
  const std::vector<Var> both = shared_variables(formula, cut);
  if (!reads_only(graph, interpolant, both, shared)) return InterpolantFault::NotShared;
  const auto implied = implies(formula, {0, cut}, graph, kTrue, interpolant, both, shared, budget);
  const auto refuted =
      implies(formula, {cut + 1, kLastPart}, graph, interpolant, kFalse, both, shared, budget);
  if (!implied || !refuted) return InterpolantFault::Undecided;
  return !*implied   ? InterpolantFault::NotImplied
         : !*refuted ? InterpolantFault::Consistent
                     : InterpolantFault::None;
}

InterpolantFault check_interpolant_sequence(const PartedFormula& formula, const Aig& graph,
                                            std::span<const Lit> sequence,
                                            const Interpolator::SharedLiteral& shared,
                                            const Budget& budget) {
  for (std::size_t j = 0; j + 1 < sequence.size(); ++j) {
    const Part here = static_cast<Part>(j + 1);
    std::vector<Var> both = shared_variables(formula, here - 1);
    for (const Var var : shared_variables(formula, here)) both.push_back(var);
    const auto implied =
        implies(formula, {here, here}, graph, sequence[j], sequence[j + 1], both, shared, budget);
    if (!implied) return InterpolantFault::Undecided;
    if (!*implied) return InterpolantFault::NotImplied;
  }
  return InterpolantFault::None;
}

}  // namespace cairn::sat
