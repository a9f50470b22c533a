// SPDX-License-Identifier: MIT
#include "smt/bitblast_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

#include "base/error.h"
#include "smt/bit_interpolant.h"

namespace cairn {

BitBlastSolver::BitBlastSolver(Terms& terms, const Context& context)
    : terms_(terms),
      context_(context),
      blaster_(terms, aig_),
      encoder_(aig_, CnfEncoder::Majorities::AsGates),
      share_(&context.budget),
      model_(terms) {
  solver_.set_budget(&share_);
  // What is added for good concerns most queries: 1.6 times as many a second (bench/smt_calls).
  solver_.use_whole_constraints();
}

void BitBlastSolver::pop() {
  CAIRN_CHECK(!levels_.empty());
  added_.resize(levels_.back());
  levels_.pop_back();
}

Lit BitBlastSolver::solver_literal(Lit lit) {
  if (lit.is_constant()) return lit;
  const int image = encoder_.literal(lit, [this](std::span<const int> clause) {
    // The gate that a clause defines is its first literal.
    const auto owner = static_cast<std::uint32_t>(std::abs(clause[0]));
    while (solver_.num_vars() <= owner) solver_.new_var();
    std::array<Lit, 3> lits;
    for (std::size_t i = 0; i < clause.size(); ++i)
      lits[i] = Lit(Var{static_cast<std::uint32_t>(std::abs(clause[i]))}, clause[i] < 0);
    solver_.add_definition(Var{owner}, std::span(lits).first(clause.size()));
  });
  const auto variable = static_cast<std::uint32_t>(std::abs(image));
  while (solver_.num_vars() <= variable) solver_.new_var();
  return Lit(Var{variable}, image < 0);
}

Lit BitBlastSolver::literal(Term formula) {
  CAIRN_CHECK(terms_.sort(formula).is_bool());
  const auto known = literals_.find(formula);
  if (known != literals_.end()) return known->second;
  const Lit lit = can_blast(terms_, formula) ? solver_literal(blaster_.literal(formula)) : kNoLit;
  literals_.emplace(formula, lit);
  return lit;
}

std::string BitBlastSolver::blame(Term formula) const {
  Term offender;
  CAIRN_CHECK(!can_blast(terms_, formula, &offender));
  return fmt::format("no circuit for a term of sort {}", to_string(terms_.sort(offender)));
}

void BitBlastSolver::add(Term formula) {
  const Lit lit = literal(formula);
  if (levels_.empty() && lit != kNoLit)
    solver_.add_clause(std::array{lit});
  else
    added_.push_back({formula, lit});
}

SmtResult BitBlastSolver::unknown(std::string reason) {
  reason_ = std::move(reason);
  return SmtResult::Unknown;
}

/// False if one of them is false by itself, or has no bits; the answer is then in core_ or reason_.
bool BitBlastSolver::assume_all(std::span<const Term> assumptions, std::vector<Lit>& lits) {
  for (const Added& added : added_) {
    lits.push_back(added.lit);
    if (added.lit == kNoLit) reason_ = blame(added.formula);
  }
  for (const Term assumption : assumptions) {
    lits.push_back(literal(assumption));
    if (lits.back() == kNoLit) reason_ = blame(assumption);
  }
  if (!reason_.empty()) return false;
  for (std::size_t i = 0; i < lits.size(); ++i) {
    if (lits[i] != kFalse) continue;
    if (i >= added_.size()) core_.push_back(assumptions[i - added_.size()]);
    return false;
  }
  std::erase(lits, kTrue);
  return true;
}

void BitBlastSolver::collect_core(std::span<const Term> assumptions) {
  std::unordered_set<Lit> covered;
  for (const Added& added : added_) covered.insert(added.lit);
  for (const Term assumption : assumptions) {
    const Lit lit = literal(assumption);
    if (lit != kTrue && solver_.in_core(lit) && covered.insert(lit).second)
      core_.push_back(assumption);
  }
}

SmtResult BitBlastSolver::check(std::span<const Term> assumptions) {
  core_.clear();
  reason_.clear();
  model_.clear();
  if (context_.budget.exhausted()) return unknown("the budget is exhausted");
  if (solver_.inconsistent()) return SmtResult::Unsat;
  std::vector<Lit> lits;
  if (!assume_all(assumptions, lits))
    return reason_.empty() ? SmtResult::Unsat : SmtResult::Unknown;
  share_.renew(timeout_ > 0 ? timeout_ : std::numeric_limits<double>::infinity());
  switch (solver_.solve(lits)) {
    case sat::Result::Satisfiable:
      return SmtResult::Sat;
    case sat::Result::Unsatisfiable:
      collect_core(assumptions);
      return SmtResult::Unsat;
    default:
      return unknown(context_.budget.exhausted() ? "the budget is exhausted" : "timeout");
  }
}

bool BitBlastSolver::bit_in_model(Lit leaf) const {
  if (leaf.is_constant()) return leaf == kTrue;
  const int image = encoder_.known_literal(leaf);
  if (image == 0) return false;
  const Lit lit(Var{static_cast<std::uint32_t>(std::abs(image))}, image < 0);
  const Lbool value = solver_.value(lit);
  return (value == Lbool::Undef ? solver_.fixed_value(lit) : value) == Lbool::True;
}

Value BitBlastSolver::value(Term term) {
  return model_.value(term, [this](Term variable) -> std::optional<Value> {
    const Bits* bits = blaster_.find(variable);
    if (bits == nullptr) return std::nullopt;
    std::vector<bool> values(bits->size());
    for (std::size_t i = 0; i < bits->size(); ++i) values[i] = bit_in_model((*bits)[i]);
    return value_from_bits(terms_.sort(variable), values);
  });
}

std::optional<Term> BitBlastSolver::interpolant(std::span<const Term> a, std::span<const Term> b) {
  share_.renew(timeout_ > 0 ? timeout_ : std::numeric_limits<double>::infinity());
  return bit_interpolant(terms_, a, b, share_);
}

}  // namespace cairn
