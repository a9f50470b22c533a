// SPDX-License-Identifier: MIT
//
// The solver "arrays": bit-blasting for arrays of any size. Terms become one graph that grows, as
// with the solver "cairn", but reads from arrays are leaves of it; CaDiCaL answers, and
// array_theory.h adds lemmas until its model is one of arrays, too, or there is none.
//
// For few, heavy queries, as bounded model checking asks them; the solver "cairn" is for many light
// ones.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/bit/cnf.h"
#include "logic/word/bitblast.h"
#include "sat/backend/incremental_solver.h"
#include "smt/array_theory.h"
#include "smt/lazy_model.h"
#include "smt/smt_solver.h"

namespace cairn {

struct LazyArrayConfig {
  SolverKind solver = SolverKind::Cadical;  ///< Cadical or Stable: the model must be complete
  std::uint64_t expanded_bits = 0;          ///< arrays of at most this many bits have no lemmas
};

struct LazyArrayStats {
  std::uint64_t rounds = 0;  ///< of the SAT solver
  std::uint64_t lemmas = 0;
  std::uint64_t reads = 0;  ///< distinct reads from arrays
  std::uint64_t variables = 0;
  std::uint64_t nodes = 0;  ///< of the graph
};

class LazyArraySolver : public SmtSolver {
 public:
  LazyArraySolver(Terms& terms, const Context& context, const LazyArrayConfig& config = {});

  std::string_view name() const override { return "arrays"; }
  void push() override { levels_.push_back(added_.size()); }
  void pop() override;
  void add(Term formula) override;
  SmtResult check(std::span<const Term> assumptions) override { return check(assumptions, -1); }
  /// Unknown after so many conflicts of the SAT solver, if there is a limit; can be asked again.
  SmtResult check(std::span<const Term> assumptions, int conflict_limit);
  Value value(Term term) override;
  std::vector<Term> core() override { return core_; }
  std::string reason() const override { return reason_; }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  /// As the solver "cairn" has them: of terms that have bits.
  std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) override;

  LazyArrayStats stats() const;

 private:
  /// kNoLit if it has no bits; then offender_ is why.
  Lit literal(Term formula);
  int solver_literal(Lit lit);
  void add_unit(Lit lit);
  void add_lemma(const ArrayTheory::Lemma& lemma);
  void add_axioms();
  SmtResult unknown(std::string reason);
  SmtResult solve(const std::vector<Lit>& assumed, const std::vector<int>& assumptions,
                  int conflict_limit);
  bool assume_all(std::span<const Term> assumptions, std::vector<Lit>& all, std::vector<int>& lits);
  void collect_core(std::span<const Term> assumptions);
  Lbool known_value(Var var) const;

  struct Added {
    Term formula;
    Lit lit;
  };

  Terms& terms_;
  const Context context_;
  Aig aig_;
  BitBlaster blaster_;
  ArrayTheory arrays_;
  CnfEncoder encoder_;
  Budget share_;
  std::unique_ptr<IncrementalSolver> solver_;
  double timeout_ = 0;
  bool inconsistent_ = false;
  std::vector<Lit> facts_;  // that hold for good
  std::size_t heard_ = 0;   // of these, by the solver
  std::vector<Added> added_;
  std::vector<std::size_t> levels_;  // sizes of added_
  std::vector<Term> core_;
  std::string reason_;
  Term offender_;
  std::optional<GraphModel> graph_model_;  // of the last answer Sat
  LazyModel model_;
  LazyArrayStats stats_;
};

}  // namespace cairn
