// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

#include "engine/ic3/transition.h"
#include "logic/bit/lit.h"
#include "sat/solver.h"

namespace cairn::ic3 {

/// Lifting without a query: of a model's values, keeps those that justify the targets.
///
/// A gate's value is forced by one of the clauses that define it: one whose other literals are all
/// false. Several may do; the cheapest is taken, counted in latches. What is marked in the end
/// makes the targets true by propagation through the chosen clauses, whatever the other latches
/// are.
class Justifier {
 public:
  /// Whether all constraints of the model are to be justified beside the targets.
  enum class Constraints { Add, AreAmongTargets };

  explicit Justifier(const Transition& transition);

  /// Splits what justifies the targets into latches and inputs. Requires that the solver's model
  /// makes the targets true.
  ///
  /// A variable whose value is known for good may have operands without a value. Those of the
  /// constraints have enough all the same (sat/solver.h, obligations). Others are taken as they
  /// are: their value follows from the constraints, which are justified as well (or confirmed
  /// later: abstraction.h), and from lemmas that hold in all reachable states.
  ///
  /// Model: sat::Solver, or WholeModel (query_solver.h), where every variable has a value.
  template <class Model>
  void justify(const Model& model, std::span<const Lit> targets, Constraints constraints,
               std::vector<Lit>& latches, std::vector<Lit>& inputs);

 private:
  struct Range {
    std::uint32_t begin, end;
  };

  template <class Model>
  float cost_of(const Model& model, Var var);
  template <class Model>
  bool cover(const Model& model, Lit lit);
  template <class Model>
  bool forces(const Model& model, Range clause, Lit lit) const;

  const Transition& transition_;
  std::vector<Lit> pool_;
  std::vector<Range> clauses_;               // grouped by owner
  std::vector<std::uint32_t> first_clause_;  // by variable
  std::vector<float> cost_;                  // by variable, if costed_ has the stamp
  std::vector<std::uint32_t> costed_, marked_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> stack_;
  std::vector<Var> cover_;
  std::priority_queue<std::uint32_t> needed_;
};

}  // namespace cairn::ic3
