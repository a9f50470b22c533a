// SPDX-License-Identifier: MIT
//
// An incremental CDCL solver [MS08, section 2.2] for the queries of IC3: 10^5 to 10^7 small ones
// that differ by a few literals. Four things set it apart from solvers made for big single
// queries.
//
// Layers. Every clause has a layer; a query asked at layer q uses the clauses of layers >= q.
// IC3's frame F_i is the set of lemmas of layers >= i, so one solver holds all frames and the
// transition relation once. A learnt clause gets the lowest layer among the clauses that it was
// derived from, hence it follows from the clauses of its layer and above, and queries at lower
// layers may use it too. An unsatisfiable answer comes with such a layer as well: the same query
// is unsatisfiable up to proof_layer(), which IC3 uses to push lemmas without asking.
//
// Temporary clauses hold in one call. What was learnt with their help is marked and goes with them;
// no activation variable is spent.
//
// Domains. A query is answered within D, the closure under "is defined by" of the variables of
// the assumptions, the temporary clauses and every other clause that is neither a definition nor
// learnt and is active at the query's layer. Decisions and propagation stay inside D. (Single
// literals that were added for good, the constraints of a circuit, are the exception: see below.)
//   Why this is sound: the clauses that add_definition() gave to an owner v define v as a total
//   function of the other variables in them, its operands, and this relation has no cycle. D
//   contains the operands of each of its members. An unsatisfiable answer used clauses of the
//   solver only. For a satisfiable one, take the assignment of D: it satisfies every active clause
//   whose variables lie in D, that is, all but definitions of variables outside D (and learnt
//   clauses, which follow from the others). Give the other variables values in topological order:
//   anything for those without definition, the function's value for the others. This satisfies
//   their definitions too and changes nothing in D. So a model exists; value() tells its part in D.
//   A variable whose value is known for good need not bring its operands along: that value follows
//   from the clauses without layer, and the extension above satisfies all of them.
// A solver without definitions has every variable of its clauses in D.
//
// Obligations. Constraints are literals that were added for good; their cones may be most of the
// circuit and would be part of every D, though few of their variables decide whether they hold. So
// their cones are entered only as far as it takes. Let R be the variables that are reached from
// them through operands whose values are known for good when the query begins. An obligation is a
// clause that defines a member of R and has no literal that is known to be true: what is left of
// the constraints. D contains the cone of one literal of each obligation, its choice, and when the
// search has given all of D a value, some literal of each obligation must be true whose whole cone
// is in D, variables known for good not excepted; if there is none, the cone of another literal
// joins D and the search goes on.
//   Why this is sound: take the model of D and give the other variables without definition any
//   value, or what a fact says of them; compute the others. Variables whose whole cone is in D get
//   their value in D, for their definitions are satisfied there. By induction over the definitions
//   each member of R gets its value, too: every clause in which that value does not occur has a
//   true literal, which is either one of R or one whose cone is in D. So the constraints hold, and
//   with them all that is known for good; then the remaining variables of D, whose cones leave out
//   what is known for good, get their values as well.
//
// Assumptions share one decision level. They are propagated one by one, in the order given, so a
// core prefers the first ones.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "logic/bit/lit.h"
#include "sat/arena.h"
#include "sat/decide.h"
#include "sat/lists.h"
#include "sat/proof.h"
#include "sat/trace.h"

namespace cairn::sat {

enum class Result { Satisfiable, Unsatisfiable, Unknown };

using Layer = std::int32_t;
/// The layer of clauses that hold for every query.
inline constexpr Layer kPermanent = std::numeric_limits<Layer>::max();

/// A handle on a clause that can be raised to another layer or removed.
struct LemmaId {
  std::uint32_t index = 0;
  friend constexpr auto operator<=>(LemmaId, LemmaId) = default;
};

struct SolverStats {
  std::uint64_t solves = 0, satisfiable = 0, unsatisfiable = 0;
  std::uint64_t conflicts = 0, decisions = 0, propagations = 0, restarts = 0;
  std::uint64_t learnt = 0, learnt_literals = 0, minimized_literals = 0;
  std::uint64_t binary_minimized_literals = 0;  ///< of the minimized ones, by binary clauses
  std::uint64_t improved_glues = 0;
  std::uint64_t reductions = 0, collections = 0;
  std::uint64_t domain_variables = 0;  ///< summed over the queries
  std::uint64_t domain_growths = 0;    ///< searches that went on because of an obligation

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("solves", solves);
    visitor("satisfiable", satisfiable);
    visitor("unsatisfiable", unsatisfiable);
    visitor("conflicts", conflicts);
    visitor("decisions", decisions);
    visitor("propagations", propagations);
    visitor("restarts", restarts);
    visitor("learnt", learnt);
    visitor("learnt_literals", learnt_literals);
    visitor("minimized_literals", minimized_literals);
    visitor("binary_minimized_literals", binary_minimized_literals);
    visitor("improved_glues", improved_glues);
    visitor("reductions", reductions);
    visitor("collections", collections);
    visitor("domain_variables", domain_variables);
    visitor("domain_growths", domain_growths);
  }
};

class Recorder;

/// Copying a solver copies everything but the current model: flat arrays, nearly all of it.
class Solver {
 public:
  /// Variable 0 exists from the start and is false.
  Solver();

  // ---- Clauses. Not between a satisfiable answer and the last look at its model: adding ends it.

  Var new_var();
  std::uint32_t num_vars() const { return static_cast<std::uint32_t>(var_data_.size()); }

  /// A clause of layer kPermanent. Its variables belong to every domain.
  void add_clause(std::span<const Lit> clause);
  /// One of the clauses that define `owner` as a total function of the other variables in them.
  /// Before any other clause or query has the owner.
  void add_definition(Var owner, std::span<const Lit> clause);
  /// A clause that can be raised or removed. Its variables belong to every domain of its layer.
  LemmaId add_lemma(std::span<const Lit> clause, Layer layer);
  /// Requires layer >= the lemma's.
  void raise_lemma(LemmaId lemma, Layer layer);
  /// Requires that the lemma follows from the other clauses of its layer and above: what was learnt
  /// with its help stays. The variables stay in the domains.
  void remove_lemma(LemmaId lemma);
  /// For the next solve() only.
  void add_temporary(std::span<const Lit> clause);

  /// Models are chosen, if there is a choice, so that few variables of high cost have a value. At
  /// first all costs are 1. Before the first query.
  void set_cost(Var var, std::uint32_t cost);
  /// The whole cones of constraints belong to every domain, so that their obligations are always
  /// met. Before the first clause.
  void use_whole_constraints();

  /// The value that decisions try first, until the search saves another one.
  void set_phase(Lit lit);

  // ---- Queries.

  Result solve(std::span<const Lit> assumptions, Layer layer = kPermanent);

  /// Queries between hold_domain() and release_domain() use one domain, that of these variables.
  /// They are asked at this layer or above. Their assumptions, their temporary clauses and lemmas
  /// that become active meanwhile have these variables only, or others of domain(). No temporary
  /// clause waits now.
  void hold_domain(std::span<const Var> variables, Layer layer);
  void release_domain();
  /// Of the last query, or the one that is held; without what is known for good.
  std::span<const Var> domain() const { return domain_; }

  /// After Satisfiable: the value of `lit`; Undef outside the domain.
  Lbool value(Lit lit) const {
    const std::uint8_t v = values_[lit.code()];
    return v == kTrueValue ? Lbool::True : v == kFalseValue ? Lbool::False : Lbool::Undef;
  }
  /// After Satisfiable: makes the value of `var` Undef if every definition in the domain is
  /// satisfied without it; then the definitions, and what is known for good, give every other
  /// variable its value whatever `var` is. Lemmas and other clauses are not looked at, and what is
  /// known for good may rest on them. Answers whether it did.
  bool drop_from_model(Var var);

  /// After Satisfiable: the constraints hold in every model that has one true literal of each of
  /// these sets, all true in this one (see obligations above).
  template <class Visit>
  void for_each_obligation(Visit&& visit) const {
    std::vector<Lit> lits;
    for (const Lit& leaf : constrained_leaves_) visit(std::span<const Lit>(&leaf, 1));
    for (const Obligation& obligation : obligations_) {
      lits.clear();
      for (std::uint32_t k = 0; k < static_.size(obligation.clause); ++k) {
        const Lit lit = static_.lit(obligation.clause, k);
        if (meets(lit)) lits.push_back(lit);
      }
      visit(std::span<const Lit>(lits));
    }
  }

  /// After Unsatisfiable: assumptions that suffice, in the order given.
  const std::vector<Lit>& core() const { return core_; }
  bool in_core(Lit assumption) const { return core_mark_[assumption.code()] != 0; }
  /// After Unsatisfiable: the highest layer at which the query is known to be unsatisfiable.
  Layer proof_layer() const { return proof_.layer; }
  /// After Unsatisfiable: whether the proof used a temporary clause.
  bool used_temporary() const { return proof_.temporary; }

  /// Whether clauses of layer kPermanent contradict each other.
  bool inconsistent() const { return !consistent_; }
  /// Known for good.
  Lbool fixed_value(Lit lit) const { return is_fixed(lit.var()) ? value(lit) : Lbool::Undef; }

  // ---- Proofs.

  /// From now on `tracer` hears of every clause. Before the first clause; then without lemmas and
  /// temporary clauses. The copies of a solver do not trace.
  void set_tracer(ProofTracer* tracer);
  /// After Unsatisfiable, with a tracer: the number of a clause that consists of negated members of
  /// the core. It is the empty clause if no assumption was needed; if assumptions are opposite, or
  /// one is the constant false, it is a tautology (proof.h).
  ClauseId proof_clause() const;

  // ---- Limits and statistics.

  /// solve() answers Unknown when `budget` is exhausted. Null: never.
  void set_budget(const Budget* budget) { budget_ = budget; }
  /// For the next solve() only: Unknown after this many conflicts.
  void set_conflict_limit(std::uint64_t conflicts);

  /// From now on every call is written down (script.h). The copies of a solver do not record.
  void set_recorder(Recorder* recorder) { recorder_.recorder = recorder; }

  const SolverStats& stats() const { return stats_; }
  std::uint32_t num_learnt() const { return static_cast<std::uint32_t>(learnts_.size()); }
  std::size_t memory() const;

 private:
  // A literal's value. Inside the domain: false, true, unassigned. Outside it a literal is never
  // looked at: the last bit tells at once whether a clause can be skipped because of it.
  static constexpr std::uint8_t kFalseValue = 0, kTrueValue = 1, kUndefValue = 2, kOutside = 3;

  // Decision levels: what is known for good, what is known for this query (facts), the
  // assumptions, and from kAssumptionLevel + 1 on the decisions.
  static constexpr std::uint32_t kFactLevel = 1, kAssumptionLevel = 2;

  /// Why a literal has its value, or which clause is in conflict. Two tag bits: none, the other
  /// literal of a binary clause, a static or a layered clause.
  class Reason {
   public:
    enum Tag : std::uint32_t { None = 0, Binary = 1, Static = 2, Layered = 3 };
    constexpr Reason() = default;
    constexpr Reason(Tag tag, std::uint32_t payload) : bits_(payload << 2 | tag) {}
    constexpr Tag tag() const { return static_cast<Tag>(bits_ & 3); }
    constexpr std::uint32_t payload() const { return bits_ >> 2; }

   private:
    std::uint32_t bits_ = 0;
  };
  struct Conflict {
    Reason clause;  // None: no conflict
    Lit first;      // of a binary clause, its literal that is not the payload
    explicit operator bool() const { return clause.tag() != Reason::None; }
  };
  struct VarData {
    Reason reason;
    std::uint32_t level = 0;
  };
  struct Watch {
    ClauseRef clause;
    Lit blocker;
  };
  struct LayeredWatch {
    ClauseRef clause;
    Lit blocker;
    Layer layer;  // of the clause, unless it was removed
  };
  /// What a conclusion rests on: it follows from the clauses of this layer and above, and perhaps
  /// temporary ones.
  struct Support {
    Layer layer = kPermanent;
    bool temporary = false;

    void merge(Support other) {
      layer = layer < other.layer ? layer : other.layer;
      temporary = temporary || other.temporary;
    }
    bool covers(Support other) const {
      return other.layer >= layer && (temporary || !other.temporary);
    }
  };
  /// A literal that is true for queries up to a layer.
  struct Fact {
    Lit lit;
    LemmaId lemma;  // or kNoLemma, for learnt ones
  };
  /// Where a lemma is.
  struct LemmaPlace {
    enum class State : std::uint8_t { Free, Clause, Fact, Satisfied, Empty } state = State::Free;
    ClauseRef clause = kNoClause;  // Clause
    Lit fact;                      // Fact
    Layer layer = 0;
  };
  static constexpr LemmaId kNoLemma{0xFFFFFFFFu};

  // add.cpp
  bool normalize(std::span<const Lit> clause, std::vector<Lit>& result) const;
  void add_normalized(std::span<const Lit> clause);
  void add_contradiction(Layer layer);
  void add_fact(Lit lit, Layer layer, LemmaId lemma);
  void remove_fact(Lit lit, Layer layer, LemmaId lemma);
  void add_to_layer_domain(Lit lit, Layer layer);
  void attach_layered(ClauseRef ref);
  void end_model();

  // propagate.cpp
  Conflict propagate();
  template <class Skip>
  Conflict propagate_static(Lit true_lit);
  Conflict propagate_layered(Lit true_lit);
  void propagate_permanent();
  void enqueue(Lit lit, Reason reason);
  void new_level() { trail_limits_.push_back(static_cast<std::uint32_t>(trail_.size())); }
  void backtrack(std::uint32_t level);
  void settle_facts();
  Support support_of(Reason clause) const;

  // analyze.cpp
  template <class Visit>
  void for_each_literal(Reason clause, Lit first, Visit&& visit) const;
  void analyze(Conflict conflict);
  bool is_redundant(Lit lit, int depth);
  void minimize();
  void minimize_by_binaries();
  void analyze_final(Conflict conflict, Lit failed);
  void bump_clause(ClauseRef ref);
  void improve_glue(ClauseRef ref);
  std::uint32_t glue_of(std::span<const Lit> clause);

  // search.cpp
  Result search(std::span<const Lit> assumptions);
  bool enter_query(std::span<const Lit> assumptions);
  void learn(Conflict conflict);
  void restart(bool is_hard);
  void reduce_and_collect();
  bool out_of_budget() const { return budget_ != nullptr && budget_->exhausted(); }
  bool begin(std::span<const Lit> assumptions);
  bool start_facts();
  bool state_fact(Lit lit, Support support);
  bool place_assumptions(std::span<const Lit> assumptions);
  void add_learnt();
  Lit decide();
  void fill_queue();
  void collect_core(std::span<const Lit> assumptions);

  /// A clause of the constraints that the model must satisfy within the domain.
  struct Obligation {
    ClauseRef clause;
    Lit choice;  // its cone belongs to every domain
  };

  // domain.cpp
  bool extend_fixed_domain();
  void find_obligations();
  bool meet_obligations();
  bool is_obligation(ClauseRef clause) const;
  bool is_met(ClauseRef clause) const;
  std::uint8_t computed_value(Var var) const;
  bool compute_cone(Var root);
  void complete_cone(Var var);
  void complete_for_good(Var var);
  void new_completion();
  std::uint32_t cone_size(Var var);
  /// An obligation with this literal.
  bool meets(Lit lit) const { return raw_value(lit) == kTrueValue && is_complete(lit.var()); }
  bool is_complete(Var var) const {
    return complete_[var.index] == kAlways || complete_[var.index] == completion_;
  }
  void build_domain(std::span<const Lit> assumptions, std::span<const Var> variables, Layer layer);
  void insert(Var var);
  void close_domain(std::size_t from);
  bool in_domain(Var var) const { return values_[2 * var.index] != kOutside; }

  // reduce.cpp
  void reduce();
  void reduce(std::vector<ClauseRef>& clauses);
  void reduce_between();
  bool is_locked(ClauseRef ref) const;
  void forget(ClauseRef ref);
  void rebuild_layered();
  void drop_temporaries();

  // trace.cpp
  ClauseId id_of(Reason clause, Lit first) const;
  void trace_given(std::span<const Lit> clause, std::span<const Lit> normal);
  void trace_shortened(ClauseId id, std::span<const Lit> clause, std::span<const Lit> left);
  void trace_static(std::span<const Lit> clause, ClauseRef ref);
  void trace_units();
  void trace_contradiction(Conflict conflict);
  void trace_reasons(Lit root);
  void trace_learnt(Conflict conflict);
  void trace_final(Conflict conflict, Lit failed);
  void trace_killed(ClauseRef ref);
  ClauseId trace_collected(const LayeredArena& old, ClauseRef ref, ClauseId id, bool satisfied,
                           std::span<const Lit> left);

  std::uint32_t decision_level() const { return static_cast<std::uint32_t>(trail_limits_.size()); }
  std::uint8_t raw_value(Lit lit) const { return values_[lit.code()]; }
  bool is_fixed(Var var) const {
    return (values_[2 * var.index] & 2) == 0 && var_data_[var.index].level == 0;
  }

  // The formula.
  StaticArena static_;
  LayeredArena layered_;
  Lists<Lit> binaries_;          // by literal: what it implies
  Lists<Watch> static_watches_;  // by literal: clauses that watch it
  Lists<LayeredWatch> layered_watches_;
  Lists<std::uint32_t> operands_;  // by variable: those that define it
  std::vector<LemmaPlace> lemmas_;
  std::vector<std::uint32_t> free_lemmas_;
  std::vector<std::vector<Fact>> facts_;       // by layer
  std::vector<Layer> fact_layer_;              // by literal: highest layer at which it was a fact
  Layer contradiction_ = LayeredArena::kDead;  // queries up to this layer are unsatisfiable
  bool consistent_ = true;
  std::vector<ClauseRef> learnts_, temporaries_;
  std::vector<std::vector<Lit>> pending_temporaries_;

  // The assignment.
  std::vector<std::uint8_t> values_;  // by literal
  std::vector<VarData> var_data_;
  std::vector<Support> fact_support_;  // by variable, at kFactLevel
  std::vector<Lit> trail_;
  std::vector<std::uint32_t> trail_limits_;
  std::uint32_t propagated_ = 0;
  std::uint32_t settled_ = 0;     // of the trail at kFactLevel: supports are known
  std::uint32_t fixed_seen_ = 0;  // of the trail at level 0: layered clauses know
  Layer layer_ = kPermanent;      // of the current query

  // The domain.
  std::vector<Var> domain_;
  std::uint32_t fixed_domain_ = 0;   // the first ones belong to every domain
  std::vector<Var> pending_domain_;  // will join them
  std::vector<Var> pinned_;          // have joined them, with their cones
  std::vector<Var> constrained_;     // known for good because they were added as facts
  std::vector<Obligation> obligations_;
  std::vector<Lit> constrained_leaves_;  // have no definition, and are true for good with these
  bool whole_constraints_ = false;
  std::uint32_t obligations_of_ = 0;  // of the trail at level 0: obligations know
  Lists<ClauseRef> definitions_;      // by variable: static clauses that define it
  Lists<Lit> binary_definitions_;     // by literal of what they define: the other literal
  std::vector<std::uint32_t> cost_;
  std::vector<std::uint32_t> cone_size_;  // by variable, about; 0: not known
  // By variable: its whole cone is in the domain, always or in the current query.
  std::vector<std::uint32_t> complete_;
  static constexpr std::uint32_t kAlways = 0xFFFFFFFFu;
  std::uint32_t completion_ = 0;
  std::unordered_map<ClauseRef, std::uint32_t>
      failures_;                              // of obligations to be met by computation
  std::vector<Var> cone_, stack_vars_;        // scratch
  std::vector<std::vector<Var>> layer_vars_;  // by layer: variables of its lemmas
  std::vector<Layer> var_layer_;              // by variable: highest layer of a lemma with it
  std::vector<std::uint8_t> is_pinned_;       // by variable
  bool held_ = false;
  Layer held_layer_ = 0;
  std::vector<Var> held_members_;  // while the domain is made anew

  // The search.
  DecisionQueue queue_;
  std::vector<std::uint8_t> phase_;
  std::vector<std::uint8_t> seen_;  // by variable, scratch of analyze.cpp
  std::vector<Lit> learnt_, cleanup_, stack_;
  std::vector<std::uint32_t> level_mark_;
  std::uint32_t level_stamp_ = 0;
  Support support_;  // of learnt_
  std::uint32_t backjump_ = 0;
  std::uint32_t glue_ = 0;  // of the last learnt clause
  float clause_increment_ = 1.0f;
  std::uint64_t conflict_limit_ = kNoLimit;
  bool hard_ = false;  // the current query has shown to be a hard one
  std::vector<Lit> core_;
  std::vector<std::uint8_t> core_mark_;  // by literal
  Support proof_;
  Lists<ClauseRef> occurrences_;  // by literal, static clauses; made by drop_from_model()
  std::uint32_t occurrences_of_ = 0;

  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  const Budget* budget_ = nullptr;
  SolverStats stats_;
  struct RecorderSlot {
    Recorder* recorder = nullptr;

    RecorderSlot() = default;
    RecorderSlot(const RecorderSlot&) {}
    RecorderSlot& operator=(const RecorderSlot&) { return *this; }
  } recorder_;
  TraceSlot trace_;
};

inline void Solver::enqueue(Lit lit, Reason reason) {
  std::uint8_t* values = values_.data();
  values[lit.code()] = kTrueValue;
  values[(~lit).code()] = kFalseValue;
  var_data_.data()[lit.var().index] = {reason, decision_level()};
  trail_.push_back(lit);
}

}  // namespace cairn::sat
