// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "logic/bit/aig.h"
#include "logic/word/word_circuits.h"

namespace cairn {

/// The values that the nodes of a graph have under the model of a solver which knows some of them.
/// What it does not know follows from the leaves below; leaves that it does not know are false.
///
/// It also keeps account of the leaves that matter: need(lit) marks leaves whose values alone make
/// the literal what it is. A conjunction that is false needs one operand that is false, a choice
/// only the branch that is taken. What other leaves are does not matter then; this is the don't
/// care reasoning of [NPB14].
///
/// The graph may grow meanwhile.
class GraphModel {
 public:
  /// `known` answers for a node; Undef if the solver has no variable for it.
  using Known = std::function<Lbool(Var)>;

  GraphModel(const Aig& aig, Known known) : aig_(aig), known_(std::move(known)) {}

  bool operator()(Lit lit) { return value(lit.var()) != lit.negated(); }
  std::vector<bool> operator()(const Bits& bits);

  void need(Lit lit);
  /// Leaves that are needed, each once; since the last call.
  std::vector<Var> take_needed() { return std::exchange(needed_leaves_, {}); }

 private:
  bool value(Var var);
  bool try_value(Var var);
  void need_operands(Var var);
  bool has(Var var) const { return values_[var.index] != Lbool::Undef; }

  const Aig& aig_;
  const Known known_;
  std::vector<Lbool> values_;
  std::vector<bool> needed_;
  std::vector<Var> needed_leaves_, stack_, need_stack_;
};

}  // namespace cairn
