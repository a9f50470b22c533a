// SPDX-License-Identifier: MIT
//
// Craig interpolants from resolution proofs [MS08, section 4]. The clauses of an unsatisfiable
// formula are divided into parts 0, 1, ..., n. A cut c makes the parts up to c the first side, A,
// and the others the second, B. An interpolant I for the cut satisfies
//
//   A => I          I & B is unsatisfiable          I has variables only that A and B share
//
// Three systems build one from the same proof, as a graph that follows the proof clause by clause.
// What is known of a clause's partial interpolant is, in all of them: A and the negation of the
// clause's A-literals imply it, B and the negation of the B-literals imply its negation. They
// differ in whose literals the shared ones are: B's (McMillan), both sides' (Pudlak), A's (inverse
// McMillan), so that, over one proof, I_McMillan => I_Pudlak => I_inverse.
//
// A derived clause that follows from one side alone counts as a clause of that side: what lies
// behind it need not be looked at, and McMillan's system and its inverse get smaller interpolants,
// nearer to each other [GV14]. By induction over the derivation, what the systems would build
// instead is stronger (McMillan) or weaker (inverse), so all that is said here stays true.
//
// A clause of the proof may have more literals than resolution gives; by what was just said this
// keeps partial interpolants right. Which side a variable belongs to is decided by the clauses that
// the proof uses, not by the whole formula: what is shared only outside the proof counts as local.
//
// The interpolants of one proof for all cuts, in one system, are a sequence:
//
//   I_j & (part j + 1) => I_(j+1)
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "logic/bit/aig.h"
#include "sat/resolution_proof.h"

namespace cairn::sat {

enum class InterpolationSystem { McMillan, Pudlak, InverseMcMillan };

using Part = std::uint32_t;

/// An assumption and the part that it belongs to, as if it were a clause of that part.
struct PartedAssumption {
  Lit lit;
  Part part;
};

class Interpolator {
 public:
  using PartOf = std::function<Part(ClauseId original)>;
  /// The literal of the target graph that stands for a variable which both sides of the cut have.
  using SharedLiteral = std::function<Lit(Var)>;

  /// `final` is the empty clause, or consists of negated `assumptions`. Takes memory linear in the
  /// needed part of the proof, and time for one look at each of its clauses. The proof must outlive
  /// this object.
  Interpolator(const ResolutionProof& proof, ClauseId final, const PartOf& part_of,
               std::span<const PartedAssumption> assumptions = {});
  // A copy would refer to the assumptions of the original.
  Interpolator(const Interpolator&) = delete;
  Interpolator& operator=(const Interpolator&) = delete;
  Interpolator(Interpolator&&) = default;
  Interpolator& operator=(Interpolator&&) = default;

  /// Linear as well.
  Lit interpolant(Part cut, InterpolationSystem system, Aig& target,
                  const SharedLiteral& shared) const;
  /// For cuts 0, 1, ..., cuts - 1.
  std::vector<Lit> interpolant_sequence(Part cuts, InterpolationSystem system, Aig& target,
                                        const SharedLiteral& shared) const;

  /// Clauses and resolution steps of the needed part.
  std::size_t num_clauses() const { return nodes_.size(); }
  std::size_t num_steps() const { return steps_.size(); }

 private:
  enum class Side { A, B, Shared };

  /// A clause. Without steps it is an original (or an assumption).
  struct Node {
    std::uint32_t steps_begin = 0, steps_end = 0;
    std::span<const Lit> literals;
    Part first = 0, last = 0;  // of the originals that it was derived from
    bool is_of_one_side(Part cut) const { return last <= cut || first > cut; }
  };
  /// The clause so far is resolved with that of `node`, which has the literal `pivot`; the first
  /// step of a chain has kNoLit and takes the clause as it is.
  struct Step {
    std::uint32_t node;
    Lit pivot;
  };
  struct Extent {
    Part first = ~Part{0}, last = 0;
  };
  class Marks;

  void add_original(std::span<const Lit> literals, Part part);
  void add_chain(const ResolutionProof& proof, ClauseId id, Marks& marks,
                 const std::vector<std::uint32_t>& node_of);
  void add_assumptions(std::span<const Lit> final_clause,
                       std::span<const PartedAssumption> assumptions);

  Side side(Var var, Part cut) const {
    // A variable that derived clauses alone have (proof.h allows it) may count for any side.
    if (var.index >= extents_.size()) return Side::A;
    const Extent extent = extents_[var.index];
    return extent.last <= cut ? Side::A : extent.first > cut ? Side::B : Side::Shared;
  }
  Lit of_one_side(const Node& node, Part cut, InterpolationSystem system, Aig& target,
                  const SharedLiteral& shared) const;

  std::vector<Node> nodes_;  // in the order of the proof
  std::vector<Step> steps_;
  std::vector<Extent> extents_;  // by variable: the parts that have it
  std::vector<Lit> assumed_;     // the literals of assumptions that are nodes
};

/// A formula in parts, for checks.
struct PartedFormula {
  std::vector<std::vector<Lit>> clauses;
  std::vector<Part> parts;  ///< by clause
};

enum class InterpolantFault { None, NotImplied, Consistent, NotShared, Undecided };

/// Whether the three conditions hold; the first that does not. Undecided if the budget ran out.
InterpolantFault check_interpolant(const PartedFormula& formula, Part cut, const Aig& graph,
                                   Lit interpolant, const Interpolator::SharedLiteral& shared,
                                   const Budget& budget);

/// Whether I_j & (part j + 1) => I_(j+1) for all neighbours in `sequence`, NotImplied if not.
InterpolantFault check_interpolant_sequence(const PartedFormula& formula, const Aig& graph,
                                            std::span<const Lit> sequence,
                                            const Interpolator::SharedLiteral& shared,
                                            const Budget& budget);

}  // namespace cairn::sat
