// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/ic3/query_solver.h"
#include "sat/backend/incremental_solver.h"

namespace cairn::ic3 {

/// The queries of IC3 for a SAT library, as [EMB11, section V] asks them. A lemma of a layer is a
/// clause with the negation of that layer's activation literal; a query assumes those of its
/// layer and above, and the lowest one in the core is the layer of the proof. A lemma that rises is
/// added again. A temporary clause has an activation literal of its own, which is false for good
/// afterwards, unless the next one is a part of it and shares that literal; or the library takes it
/// for one query [FB21].
///
/// Of the circuit the library gets the cones of what lemmas, queries and constraints mention,
/// when they do [EMB11, section V]: definitions of other variables could always be satisfied
/// (sat/solver.h, domains). Or it gets everything at once.
///
/// What is used up or out of date stays in the library until it is made anew: when as many of its
/// variables as Ic3Config::recycle_percent says are activation literals of temporary clauses.
class LibrarySolver final : public StepSolver {
 public:
  LibrarySolver(const Transition& transition, Content content, const Ic3Config& config,
                const Budget& budget, Ic3Stats& stats);

  Var new_var() override;
  void add_clause(std::span<const Lit> clause) override;
  sat::LemmaId add_lemma(std::span<const Lit> clause, sat::Layer layer) override;
  void raise_lemma(sat::LemmaId lemma, sat::Layer layer) override;
  void remove_lemma(sat::LemmaId lemma) override;
  void add_temporary(std::span<const Lit> clause) override;

  sat::Result solve(std::span<const Lit> assumptions, sat::Layer layer) override;
  /// Undef: the library does not know it.
  Lbool value(Lit lit) const override {
    if (numbers_[lit.var().index] == 0) return Lbool::Undef;
    return to_lbool(solver_->value(dimacs(lit)));
  }
  bool in_core(Lit assumption) const override { return core_mark_[assumption.code()] != 0; }
  sat::Layer proof_layer() const override { return proof_layer_; }

  sat::Solver* own() override { return nullptr; }
  sat::SolverStats stats() const override;

 private:
  struct Clause {
    std::vector<Lit> lits;
    sat::Layer layer;
    bool is_dead = false;
  };

  void index_definitions();
  void make();
  void make_anew();
  void load(Var root);
  void load(std::span<const Lit> lits);
  void hand_over(const Clause& clause);
  int activation(sat::Layer layer);
  void assume_temporaries();
  bool reuse_activation() const;
  void take_core(std::span<const Lit> assumptions, sat::Layer layer);
  void count_effort(sat::SolverStats& sum) const;

  /// Requires that it is loaded. The library's variable 1 is the constant false.
  int dimacs(Lit lit) const {
    const int var = numbers_[lit.var().index];
    return lit.negated() ? -var : var;
  }

  const Transition& transition_;
  const Content content_;
  const Ic3Config& config_;
  const Budget& budget_;
  Ic3Stats& stats_;
  std::unique_ptr<IncrementalSolver> solver_;
  std::vector<Lit> pool_;             // clauses of definitions, one after the other,
  std::vector<std::uint32_t> ends_;   // their ends,
  std::vector<std::uint32_t> first_;  // and by variable the number of its first one
  std::vector<int> numbers_;          // by variable: the library's; 0: not loaded
  int last_number_ = 0;
  std::vector<int> activations_;  // by layer; 0: none yet
  std::vector<Clause> clauses_;   // by number of lemma; those that are no lemmas among them
  std::vector<std::uint32_t> free_;
  std::vector<std::vector<Lit>> temporaries_;  // for the next query
  int temporary_ = 0;                          // activation literal of the last query's, or 0
  std::vector<Lit> last_temporary_;            // its clause, sorted, if there was one only
  int num_used_up_ = 0;                        // activation literals of those before
  std::vector<int> scratch_, assumptions_;
  std::vector<std::uint32_t> stack_;
  std::vector<Lit> core_;
  std::vector<std::uint8_t> core_mark_;  // by literal
  sat::Layer proof_layer_ = 0;
  sat::SolverStats answers_;  // of all libraries, and the effort of those that were replaced
};

}  // namespace cairn::ic3
