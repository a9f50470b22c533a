// SPDX-License-Identifier: MIT
//
// The parts of the queries of interpolation-based model checking (itp.cpp): a transition from a
// set of states, the steps after it, and both together as clauses for a solver that keeps a proof.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "logic/bit/cnf.h"
#include "logic/bit/definitions.h"
#include "model/bit_system.h"
#include "model/unroll.h"
#include "sat/backend/cadical.h"
#include "sat/interpolate.h"
#include "sat/solver.h"

namespace cairn {

/// Step 0 and the transition to step 1, as a graph. If step 0 is any step, latch i is the leaf 1 +
/// i of the graph.
struct ItpPrefix {
  ItpPrefix(const BitSystem& system, Unroller::Start start);

  Aig aig;
  std::vector<Var> leaves;
  std::vector<Lit> latches, inputs;  // by position
  std::vector<Lit> next;             // by latch
  Lit constrained = kTrue;
};

/// Steps 1 to k: some step is bad, and those up to it are constrained. Grows with k.
class ItpSuffix {
 public:
  explicit ItpSuffix(const BitSystem& system)
      : system_(system), unroller_(system, Unroller::Start::Anywhere) {}

  /// Covers steps 1 to `bound`, and makes clauses. False if the budget ended before.
  bool extend(std::uint32_t bound, const Budget& budget);

  const Definitions& clauses() const { return *clauses_; }
  /// The literals of the clauses.
  Lit query() const { return clauses_->literal(query_); }
  Lit bad_at(std::uint32_t step) const { return clauses_->literal(bad_at_[step - 1]); }
  /// kNoLit if the suffix does not depend on it.
  Lit latch(std::uint32_t latch) const { return known(unroller_.initial(latch)); }
  Lit input(std::uint32_t input, std::uint32_t step) const {
    return known(unroller_.input_leaf(input, step - 1));
  }
  std::uint32_t num_nodes() const { return unroller_.aig().size(); }

 private:
  Lit known(Lit leaf) const {
    return leaf == kNoLit || !in_cone_[leaf.var().index] ? kNoLit : clauses_->literal(leaf);
  }
  Lit conjunction(const std::vector<Lit>& lits, std::uint32_t step);

  const BitSystem& system_;
  Unroller unroller_;  // its step 0 is step 1
  std::vector<Lit> bad_at_;
  Lit constrained_ = kTrue;  // all steps so far are
  Lit query_ = kFalse;
  std::optional<Definitions> clauses_;
  std::vector<bool> in_cone_;  // of the query, by node
};

/// Is a bad state 1 to k steps behind a state of `from`?
class ItpQuery {
 public:
  ItpQuery(const BitSystem& system, const ItpPrefix& prefix, Lit from, const ItpSuffix& suffix,
           const Budget& budget);

  sat::Result ask() { return solver_.solve({}); }
  const sat::SolverStats& stats() const { return solver_.stats(); }
  std::uint64_t num_clauses() const {
    return suffix_.clauses().num_clauses() + solver_.num_learnt();
  }

  /// After Unsatisfiable: the proof, with parts 0 and 1.
  sat::Interpolator interpolator() const;
  /// The latch that a shared variable stands for.
  std::uint32_t latch_of(Var shared) const {
    CAIRN_CHECK(shared.index < latch_of_.size() && latch_of_[shared.index] != kNoLatch);
    return latch_of_[shared.index];
  }

  /// After Satisfiable: the run that was found, from step 0.
  BitTrace trace() const;

 private:
  static constexpr std::uint32_t kNoLatch = 0xFFFFFFFFu;

  void add_prefix(Lit from);
  void add_suffix();
  Lit of_prefix(Lit lit) const { return images_[lit.var().index] ^ lit.negated(); }
  Lbool value(Lit lit) const { return lit == kNoLit ? Lbool::Undef : solver_.value(lit); }

  const BitSystem& system_;
  const ItpPrefix& prefix_;
  const ItpSuffix& suffix_;
  sat::ResolutionProof proof_;
  sat::Solver solver_;
  sat::ClauseId last_of_prefix_ = sat::kNoClauseId;
  std::optional<Definitions> prefix_clauses_;
  std::vector<Lit> images_;              // by variable of the prefix's clauses
  std::vector<std::uint32_t> latch_of_;  // by variable of the solver that is a latch of step 1
};

/// The initial states and the interpolants of one bound.
class ItpReached {
 public:
  ItpReached(const BitSystem& system, const ItpPrefix& anywhere, const Budget& budget);

  /// A set that may have something new. `graph` has the latches as its first leaves.
  void propose(const Aig& graph, Lit set);
  /// Whether the constrained states of the proposed set were known before; Unknown if time is
  /// short.
  sat::Result find_new_state();
  void accept();
  /// Whether a constrained state of the last set has a constrained successor in none of the sets;
  /// Unknown if time is short or it would take more conflicts.
  sat::Result find_way_out(int conflicts);

  /// A transition from any state, and the sets as literals of its graph.
  const ItpPrefix& prefix() const { return prefix_; }
  Lit last() const { return sets_.back(); }
  Lit all() { return prefix_.aig.or_all(sets_); }
  bool only_initial() const { return sets_.size() == 1; }

  /// Forgets sets whose constrained states the others have. Ends all queries about new states.
  void drop_covered_sets(int conflicts_each);
  std::size_t num_sets() const { return sets_.size(); }
  BitInvariant invariant(const BitSystem& system) const;

 private:
  /// A solver and what it has clauses of.
  struct Asked {
    Asked(const Aig& aig, const Budget& budget) : encoder(aig), solver(budget) {}
    int literal(Lit lit) {
      return encoder.literal(lit,
                             [this](std::span<const int> clause) { solver.add_clause(clause); });
    }
    sat::Result solve(Lit assumption, int conflicts);

    CnfEncoder encoder;
    Cadical solver;
  };

  void add_successor(const BitSystem& system);

  const Budget& budget_;
  ItpPrefix prefix_;
  std::vector<Lit> successor_;  // leaves for the latches of the next step
  Asked new_states_;            // knows states that are constrained and in none of the sets
  Asked ways_out_;  // and transitions between constrained states, from any into such a one
  std::vector<Lit> sets_;
  Lit proposed_ = kFalse, proposed_next_ = kFalse;  // of this step and of the next
};

}  // namespace cairn
