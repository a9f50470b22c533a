// SPDX-License-Identifier: MIT
//
// Which nodes of a circuit are always equal or opposite? Signal correspondence [Eij00]: classes of
// candidates from random runs; then induction over all of them at once, where every counterexample
// splits classes, until a round of the step has none.
//
//   base   in a first step, every member equals the head of its class
//   step   if all members equal their heads in one step, they do so in the next
//
// The step looks at two steps as one graph. In the first of them a member is replaced by its head
// (speculative reduction [MBPK05]), which makes most equalities of the second one structural. That
// reduction alone forgets that a replaced gate still equals its own function, and it leaves out the
// constraints; so a counterexample is simulated, and if it breaks such an assumption, the query
// is asked again with that assumption. Few queries need any.
//
// One graph and one solver serve all rounds. A proof without assumptions is a fact about the graph
// whatever the classes are, so it is never asked for again: rounds after the first only ask about
// gates that a split has changed.
//
// Constraints come in two ways (Constrained). Equalities that hold in every step whose earlier
// steps were constrained may be used everywhere. More hold in constrained steps; but what uses the
// constraints of a step to prove an equality must not use the equality to simplify these
// constraints.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/allowance.h"
#include "base/context.h"
#include "base/rng.h"
#include "logic/bit/candidates.h"
#include "logic/bit/copy.h"
#include "model/bit_system.h"
#include "sat/equality_prover.h"
#include "transform/bit/walk.h"

namespace cairn {

struct OptionGroup;

struct CorrespondenceConfig {
  enum class Scope { Latches, Nodes };
  /// Steps in which equalities have to hold: those that only constrained ones came before, or those
  /// that are constrained themselves.
  enum class Constrained { Before, Now };

  Scope scope = Scope::Nodes;
  Constrained constrained = Constrained::Before;
  double seconds = 5;             ///< of processor time
  std::uint64_t conflicts = 100;  ///< for each query
  static const OptionGroup& options();
};

struct CorrespondenceStats {
  std::uint64_t candidates = 0;  ///< after random simulation
  std::uint64_t rounds = 0;
  std::uint64_t queries = 0;
  std::uint64_t counterexamples = 0;
  std::uint64_t spurious = 0;   ///< answers that broke an assumption
  std::uint64_t abandoned = 0;  ///< candidates dropped for want of an answer
  bool finished = false;
};

/// A node and the literal that it always equals: the constant, a latch, or, for a gate, also an
/// input or a smaller gate.
struct Merge {
  Var member;
  Lit head;
};

class CorrespondenceSearch {
 public:
  CorrespondenceSearch(const BitSystem& system, const CorrespondenceConfig& config,
                       const Context& context);

  /// Empty if the time was not enough. Heads are no members themselves.
  std::vector<Merge> run();

  const CorrespondenceStats& stats() const { return stats_; }

 private:
  using Scope = CorrespondenceConfig::Scope;
  using Constrained = CorrespondenceConfig::Constrained;
  using Words = Walk::Words;
  using Verdict = sat::EqualityProver::Verdict;
  /// A step in the graph: by node of the system, what it is there.
  struct Frame {
    std::vector<Lit> plain;   // its own function
    std::vector<Lit> image;   // what others read: its head, if it is a member
    std::vector<bool> moved;  // since the last round
    std::vector<Lit> inputs;  // leaves, by position
    std::vector<Lit> constraints;
  };

  /// What a query may assume: a constraint, by position, in the first or the second step; or
  /// that a gate of the first step, by variable, equals its head.
  struct Assumption {
    enum class Kind { FirstConstraint, SecondConstraint, Member } kind;
    std::uint32_t index;
  };

  // Simulation.
  void sample();
  bool observe();
  void remember_step();
  void walk_on();
  void repair_lanes();
  std::uint64_t neighbours(Lbool value, std::uint64_t otherwise);

  // Base.
  bool base();
  bool settle_base(Var var, GraphCopier& copier, sat::EqualityProver& prover,
                   const std::vector<Lit>& assumed);
  void learn_base(const sat::EqualityProver& prover);

  // Step.
  bool step();
  void begin_round();
  void build_first();
  void settle(Var var);
  bool ask(Var var, Lit a, Lit b);
  void learn(std::vector<Assumption>& broken, std::size_t most);
  void find_broken(std::vector<Assumption>& broken, std::size_t most) const;
  Lit literal(Assumption assumption);
  void keep_proof(Var var, Lit a, Lit b, const std::vector<Assumption>& assumptions,
                  const std::vector<Lit>& assumed);
  bool is_known(Lit a, Lit b) const;
  Lit conjunction(Lit a, Lit b) { return find(graph_.and_gate(find(a), find(b))); }
  Lit find(Lit lit);
  void identify(Lit a, Lit b);
  bool set(Frame& frame, Var var, Lit image);
  bool out_of_time();

  static Lit read(const Frame& frame, Lit lit) {
    return frame.image[lit.var().index] ^ lit.negated();
  }

  const BitSystem& system_;
  const CorrespondenceConfig config_;
  const Context& context_;
  const Allowance allowance_;
  Rng rng_;
  Candidates candidates_;
  Walk walk_;
  std::vector<Words> remembered_;  // constrained steps of random runs
  CorrespondenceStats stats_;
  std::vector<Lit> base_leaf_;  // by node of the system

  Aig graph_;
  sat::EqualityProver prover_;
  std::vector<Lit> alias_;    // by node of graph_: an equal literal
  std::vector<Lit> latches_;  // of the first step: leaves, by position
  Frame first_, second_;
  std::vector<Merge> assumed_members_;                                 // of this round
  std::unordered_map<std::uint32_t, std::vector<Assumption>> needed_;  // by node, in its last query
  // Proofs that need assumptions, by the pair of literals; and the assumptions of this round.
  std::unordered_map<std::uint64_t, std::vector<Lit>> conditional_;
  std::unordered_set<Lit> assumable_;
  bool changed_ = false;
  bool late_ = false;
};

}  // namespace cairn
