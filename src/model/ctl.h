// SPDX-License-Identifier: MIT
//
// A circuit with a formula of CTL, and the evidence that it holds or fails [HBS12].
//
// A state is a value for each latch; inputs are the choices of a step. So EX f says that some
// inputs lead to f. Runs never end, satisfy all constraints in each step, and meet each fairness
// literal again and again; a state is fair if such a run begins there. The formula holds if it is
// true in every initial state that is fair, as in NuSMV.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logic/bit/aig.h"
#include "logic/temporal/ctl.h"
#include "model/bit_system.h"

namespace cairn {

/// Bounds for the states in which each subformula is true, and why they are right.
///
/// The graph is the evidence's own; its leaves are the latches of the system, by position. A region
/// is a literal of it: a set of states.
///
/// Both bounds of each node follow from those of smaller nodes and from what is said of it here.
/// With L and U the bounds, C the constraints, p and q the operands, and `fair` the node EG TRUE:
///   EX p       L = the steps' regions                  U = U(fair) & no excluded region
///   E[p U q]   L = the steps' regions | L(q) & L(fair)
///              U = U(fair) & (U(p) | U(q)) & no excluded region
///   EG p       L = the regions of steps in all groups  U = U(fair) & U(p) & no excluded region
/// (In the place of U(fair) there is "true" for `fair` itself.) If the system has neither
/// constraints nor fairness literals, `fair` is true in all states, and nothing is said of it.
struct CtlProof {
  /// From each state of the region these inputs satisfy the constraints and lead to the target.
  struct Step {
    Lit region;
    std::vector<bool> inputs;  ///< by position; those of the whole system
    /// Of EG: which fairness literal the run waits for (0 if there is none).
    std::uint32_t wait = 0;
    /// Of EG: the step in the same group whose region is the target; kEarlier: of any group before;
    /// kNext: of those steps of the group that wait for the next literal.
    std::uint32_t to = kEarlier;
  };
  static constexpr std::uint32_t kEarlier = 0xFFFFFFFFu;
  static constexpr std::uint32_t kNext = 0xFFFFFFFEu;

  /// A region in which the node is false.
  struct Exclusion {
    Lit region;
    /// Of EG: the fairness literal that no run meets within the region.
    std::uint32_t literal = 0;
  };

  struct Node {
    /// EX: the target is L(p) & L(fair). E[p U q]: the region is within L(p); the target is the
    /// region of any step before, or L(q) & L(fair).
    std::vector<Step> steps;
    /// EG: all regions are within L(p). A step within its group either leads to a smaller position
    /// with the same `wait`, or all literals from its `wait` up to that of the target (all of them
    /// if these are the same) are true in it. So whoever stays in a group meets all of them again
    /// and again; and whoever leaves one, leaves it for good.
    std::vector<std::vector<Step>> groups;
    /// EX: no step from the region leads to U(p) & U(fair). E[p U q]: the regions together have no
    /// state of U(q) & U(fair), and a step from them leads to them or begins outside U(p). EG: a
    /// step within U(p) from the region leads to the region or to one before it, and one that leads
    /// to no region before it does not meet the fairness literal.
    std::vector<Exclusion> excluded;
  };

  Aig aig;
  std::uint32_t num_latches = 0;
  std::vector<Node> nodes;  ///< by formula of the pool
  bool holds = false;
  /// If the formula fails: a fair initial state in which it is false.
  std::vector<bool> state;
  /// If it holds: no initial state is fair.
  bool is_vacuous = false;

  CtlProof() = default;
  explicit CtlProof(std::size_t latches) : num_latches(static_cast<std::uint32_t>(latches)) {
    for (std::size_t i = 0; i < latches; ++i) aig.add_leaf();
  }
  Lit latch(std::size_t i) const { return Lit(Var{static_cast<std::uint32_t>(1 + i)}); }
};

/// What engines for CTL decide; a rung beside Bits.
struct CtlSystem {
  using Trace = CtlProof;
  using Invariant = CtlProof;

  BitSystem system;                ///< its bad states and justice sets play no part
  std::vector<Lit> atoms;          ///< over latches alone
  temporal::CtlFormulas formulas;  ///< with the formula EG TRUE
  temporal::CtlFormula formula;
  temporal::CtlFormula fair;  ///< EG TRUE

  /// Whether every state is fair because nothing restricts runs.
  bool is_free() const { return system.constraints.empty() && system.fairness.empty(); }
};

/// Inputs that some atom reads become part of the state: latches whose next values are inputs. So a
/// formula may speak of them, and "EX" is about what other inputs may choose.
CtlSystem ctl_system(BitSystem circuit, std::vector<Lit> atoms, temporal::CtlFormulas formulas,
                     temporal::CtlFormula formula);

}  // namespace cairn
