// SPDX-License-Identifier: MIT
//
// The solver "cairn": terms become one graph that grows (logic/word/bitblast.h), the cones that
// queries need become clauses that define gates, and one incremental SAT solver answers. The
// domains of sat/solver.h see to it that a query pays for its own cone alone, however much was
// asked before.
//
// What is added before the first push holds for good and becomes clauses. What is added later is
// assumed in every query until it is popped, before the assumptions of the query: nothing is
// left behind.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/bit/cnf.h"
#include "logic/word/bitblast.h"
#include "sat/solver.h"
#include "smt/lazy_model.h"
#include "smt/smt_solver.h"

namespace cairn {

class BitBlastSolver : public SmtSolver {
 public:
  BitBlastSolver(Terms& terms, const Context& context);

  std::string_view name() const override { return "cairn"; }
  void push() override { levels_.push_back(added_.size()); }
  void pop() override;
  void add(Term formula) override;
  SmtResult check(std::span<const Term> assumptions) override;
  Value value(Term term) override;
  std::vector<Term> core() override { return core_; }
  std::string reason() const override { return reason_; }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) override;

  const sat::SolverStats& stats() const { return solver_.stats(); }

 private:
  /// The solver's literal for a formula, or kNoLit if it has no bits; then blame() says why.
  Lit literal(Term formula);
  Lit solver_literal(Lit lit);
  std::string blame(Term formula) const;
  SmtResult unknown(std::string reason);
  bool assume_all(std::span<const Term> assumptions, std::vector<Lit>& lits);
  void collect_core(std::span<const Term> assumptions);
  bool bit_in_model(Lit leaf) const;

  Terms& terms_;
  const Context context_;
  Aig aig_;
  BitBlaster blaster_;
  CnfEncoder encoder_;
  sat::Solver solver_;
  Budget share_;
  double timeout_ = 0;

  struct Added {
    Term formula;
    Lit lit;
  };
  std::unordered_map<Term, Lit> literals_;
  std::vector<Added> added_;
  std::vector<std::size_t> levels_;  // sizes of added_
  std::vector<Term> core_;
  std::string reason_;
  LazyModel model_;
};

}  // namespace cairn
