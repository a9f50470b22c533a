// SPDX-License-Identifier: MIT
#include "smt/lazy_array_solver.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "smt/bit_interpolant.h"

namespace cairn {

LazyArraySolver::LazyArraySolver(Terms& terms, const Context& context,
                                 const LazyArrayConfig& config)
    : terms_(terms),
      context_(context),
      blaster_(terms, aig_),
      arrays_(terms, aig_, blaster_, config.expanded_bits),
      encoder_(aig_, CnfEncoder::Majorities::AsGates),
      share_(&context.budget),
      solver_(make_incremental_solver(config.solver, share_)),
      model_(terms) {
  CAIRN_CHECK(config.solver != SolverKind::Cairn);
}

void LazyArraySolver::pop() {
  CAIRN_CHECK(!levels_.empty());
  added_.resize(levels_.back());
  levels_.pop_back();
}

Lit LazyArraySolver::literal(Term formula) {
  CAIRN_CHECK(terms_.sort(formula).is_bool());
  if (const std::optional<Term> offender = arrays_.prepare(formula)) {
    offender_ = *offender;
    return kNoLit;
  }
  return blaster_.literal(formula);
}

int LazyArraySolver::solver_literal(Lit lit) {
  return encoder_.literal(lit,
                          [this](std::span<const int> clause) { solver_->add_definition(clause); });
}

void LazyArraySolver::add_unit(Lit lit) {
  if (lit == kFalse) inconsistent_ = true;
  if (!lit.is_constant()) solver_->add_unit(solver_literal(lit));
}

void LazyArraySolver::add(Term formula) {
  const Lit lit = literal(formula);
  // The solver hears of it with the next query: it would forget its model.
  if (levels_.empty() && lit != kNoLit)
    facts_.push_back(lit);
  else
    added_.push_back({formula, lit});
}

SmtResult LazyArraySolver::unknown(std::string reason) {
  reason_ = std::move(reason);
  return SmtResult::Unknown;
}

/// False if one of them is false by itself, or has no bits; the answer is then in core_ or reason_.
bool LazyArraySolver::assume_all(std::span<const Term> assumptions, std::vector<Lit>& all,
                                 std::vector<int>& lits) {
  for (const Added& added : added_) all.push_back(added.lit);
  for (const Term assumption : assumptions) all.push_back(literal(assumption));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == kNoLit) {
      reason_ = fmt::format("no circuit for a term of sort {}", to_string(terms_.sort(offender_)));
      return false;
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == kTrue) continue;
    if (all[i] == kFalse) {
      if (i >= added_.size()) core_.push_back(assumptions[i - added_.size()]);
      return false;
    }
    lits.push_back(solver_literal(all[i]));
  }
  return true;
}

void LazyArraySolver::collect_core(std::span<const Term> assumptions) {
  std::unordered_set<Lit> covered;
  for (const Added& added : added_) covered.insert(added.lit);
  for (const Term assumption : assumptions) {
    const Lit lit = literal(assumption);
    if (!lit.is_constant() && solver_->failed(solver_literal(lit)) && covered.insert(lit).second)
      core_.push_back(assumption);
  }
}

Lbool LazyArraySolver::known_value(Var var) const {
  const int known = encoder_.known_literal(Lit(var));
  return known == 0 ? Lbool::Undef : to_lbool(solver_->value(known));
}

void LazyArraySolver::add_axioms() {
  for (const Lit axiom : arrays_.take_axioms()) add_unit(axiom);
}

void LazyArraySolver::add_lemma(const ArrayTheory::Lemma& lemma) {
  if (lemma.guard == kFalse) return;
  std::vector<int> clause;
  if (lemma.guard != kTrue) clause.push_back(-solver_literal(lemma.guard));
  const std::size_t conditions = clause.size();
  for (std::size_t i = 0; i < lemma.left.size(); ++i) {
    for (const bool flip : {false, true}) {
      const Lit a = lemma.left[i] ^ flip, b = lemma.right[i] ^ !flip;
      if (a == kTrue || b == kTrue || a == ~b) continue;
      clause.resize(conditions);
      for (const Lit lit : {a, b})
        if (lit != kFalse) clause.push_back(solver_literal(lit));
      solver_->add_clause(clause);
      if (clause.empty()) inconsistent_ = true;
    }
  }
}

SmtResult LazyArraySolver::check(std::span<const Term> assumptions, int conflict_limit) {
  core_.clear();
  reason_.clear();
  model_.clear();
  graph_model_.reset();
  if (context_.budget.exhausted()) return unknown("the budget is exhausted");
  for (; heard_ < facts_.size(); ++heard_) add_unit(facts_[heard_]);
  if (inconsistent_) return SmtResult::Unsat;
  std::vector<Lit> all;
  std::vector<int> lits;
  if (!assume_all(assumptions, all, lits))
    return reason_.empty() ? SmtResult::Unsat : SmtResult::Unknown;
  share_.renew(timeout_ > 0 ? timeout_ : std::numeric_limits<double>::infinity());
  const SmtResult result = solve(all, lits, conflict_limit);
  if (result == SmtResult::Unsat) collect_core(assumptions);
  return result;
}

SmtResult LazyArraySolver::solve(const std::vector<Lit>& assumed,
                                 const std::vector<int>& assumptions, int conflict_limit) {
  while (true) {
    add_axioms();
    if (inconsistent_) return SmtResult::Unsat;
    ++stats_.rounds;
    switch (solver_->solve(assumptions, conflict_limit)) {
      case IncrementalSolver::Result::Unknown:
        return unknown(context_.budget.exhausted() ? "the budget is exhausted" : "timeout");
      case IncrementalSolver::Result::Unsatisfiable:
        return SmtResult::Unsat;
      case IncrementalSolver::Result::Satisfiable:
        break;
    }
    graph_model_.emplace(aig_, [this](Var var) { return known_value(var); });
    for (const Lit fact : facts_) graph_model_->need(fact);
    for (const Lit lit : assumed) graph_model_->need(lit);
    const std::vector<ArrayTheory::Lemma> lemmas = arrays_.check(*graph_model_);
    if (lemmas.empty()) return SmtResult::Sat;
    // From here on the solver has no model to tell.
    graph_model_.reset();
    stats_.lemmas += lemmas.size();
    for (const ArrayTheory::Lemma& lemma : lemmas) add_lemma(lemma);
  }
}

Value LazyArraySolver::value(Term term) {
  return model_.value(term, [this](Term variable) -> std::optional<Value> {
    if (std::optional<Value> array = arrays_.value(variable)) return array;
    const Bits* bits = blaster_.find(variable);
    if (bits == nullptr) return std::nullopt;
    return value_from_bits(terms_.sort(variable), (*graph_model_)(*bits));
  });
}

std::optional<Term> LazyArraySolver::interpolant(std::span<const Term> a, std::span<const Term> b) {
  share_.renew(timeout_ > 0 ? timeout_ : std::numeric_limits<double>::infinity());
  return bit_interpolant(terms_, a, b, share_);
}

LazyArrayStats LazyArraySolver::stats() const {
  LazyArrayStats stats = stats_;
  stats.reads = arrays_.num_reads();
  stats.variables = static_cast<std::uint64_t>(encoder_.num_variables());
  stats.nodes = aig_.size();
  return stats;
}

}  // namespace cairn
