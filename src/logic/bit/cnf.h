// SPDX-License-Identifier: MIT
//
// From an and-inverter graph to clauses, on demand: literal() hands out the solver's literal for a
// literal of the graph and emits the clauses of the cone below it that were not emitted yet. The
// graph may grow between calls.
//
// Gates are Tseitin's, in both polarities: a cone that was asked for in one polarity may be asked
// for in the other later. Exclusive or and if-then-else, which a graph spells with three
// conjunctions, become one gate of four clauses each; their inner conjunctions get no clauses
// unless something else needs them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

/// What a node of a graph computes, seen through the conjunctions that spell it.
struct Gate {
  enum class Kind { And, Xor, IfThenElse };
  Kind kind;
  /// And, Xor: the first two; IfThenElse: condition, then, otherwise.
  std::array<Lit, 3> operands;

  std::span<const Lit> used() const {
    return std::span(operands).first(kind == Kind::IfThenElse ? 3 : 2);
  }
};

/// Requires aig.is_and(var).
Gate recognize_gate(const Aig& aig, Var var);

/// If the node is the negated majority of three literals, as logic/word/word_circuits.h spells
/// carries and comparisons: these literals.
std::optional<std::array<Lit, 3>> recognize_minority(const Aig& aig, Var var);

class CnfEncoder {
 public:
  /// Whether the conjunctions that spell a majority become one gate of six clauses. Graphs of
  /// arithmetic have half the variables then.
  enum class Majorities { AsConjunctions, AsGates };

  explicit CnfEncoder(const Aig& aig, Majorities majorities = Majorities::AsConjunctions)
      : aig_(aig), majorities_(majorities) {}

  /// The solver's literal (as in DIMACS: nonzero, negative for negated) equal to `lit`. `add` is
  /// called with a span of such literals for every new clause.
  template <class AddClause>
  int literal(Lit lit, AddClause&& add) {
    grow();
    if (variables_[lit.var().index] == 0) define_cone(lit.var(), add);
    return signed_variable(lit);
  }

  /// The solver's literal for `lit`, or 0 if no clause was ever needed for it.
  int known_literal(Lit lit) const {
    return lit.var().index < variables_.size() ? signed_variable(lit) : 0;
  }

  int num_variables() const { return num_variables_; }

 private:
  int signed_variable(Lit lit) const {
    const int variable = variables_[lit.var().index];
    return lit.negated() ? -variable : variable;
  }
  void grow() {
    if (variables_.size() < aig_.size()) variables_.resize(aig_.size(), 0);
  }

  template <class AddClause>
  void define_cone(Var root, AddClause& add);
  template <class AddClause>
  void define(Var var, const Gate& gate, AddClause& add);
  template <class AddClause>
  void define_minority(Var var, std::span<const Lit> operands, AddClause& add);
  bool push_undefined(std::span<const Lit> operands) {
    const std::size_t before = stack_.size();
    for (const Lit operand : operands)
      if (variables_[operand.var().index] == 0) stack_.push_back(operand.var());
    return stack_.size() != before;
  }

  const Aig& aig_;
  const Majorities majorities_;
  std::vector<int> variables_;  // by node; 0 = not needed so far
  int num_variables_ = 0;
  std::vector<Var> stack_;
};

template <class AddClause>
void CnfEncoder::define_cone(Var root, AddClause& add) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Var var = stack_.back();
    if (variables_[var.index] != 0) {
      stack_.pop_back();
      continue;
    }
    if (!aig_.is_and(var)) {
      variables_[var.index] = ++num_variables_;
      if (var.index == 0) add(std::array{-num_variables_});
      stack_.pop_back();
      continue;
    }
    if (majorities_ == Majorities::AsGates) {
      if (const auto operands = recognize_minority(aig_, var)) {
        if (push_undefined(*operands)) continue;
        stack_.pop_back();
        define_minority(var, *operands, add);
        continue;
      }
    }
    const Gate gate = recognize_gate(aig_, var);
    if (push_undefined(gate.used())) continue;
    stack_.pop_back();
    define(var, gate, add);
  }
}

template <class AddClause>
void CnfEncoder::define_minority(Var var, std::span<const Lit> operands, AddClause& add) {
  const int x = variables_[var.index] = ++num_variables_;
  const int a = signed_variable(operands[0]), b = signed_variable(operands[1]),
            c = signed_variable(operands[2]);
  for (const int sign : {1, -1}) {
    add(std::array{sign * x, sign * a, sign * b});
    add(std::array{sign * x, sign * a, sign * c});
    add(std::array{sign * x, sign * b, sign * c});
  }
}

template <class AddClause>
void CnfEncoder::define(Var var, const Gate& gate, AddClause& add) {
  const int x = variables_[var.index] = ++num_variables_;
  const int a = signed_variable(gate.operands[0]);
  const int b = signed_variable(gate.operands[1]);
  switch (gate.kind) {
    case Gate::Kind::And:
      add(std::array{-x, a});
      add(std::array{-x, b});
      add(std::array{x, -a, -b});
      break;
    case Gate::Kind::Xor:
      add(std::array{-x, a, b});
      add(std::array{-x, -a, -b});
      add(std::array{x, -a, b});
      add(std::array{x, a, -b});
      break;
    case Gate::Kind::IfThenElse: {
      const int c = signed_variable(gate.operands[2]);
      add(std::array{-x, -a, b});
      add(std::array{x, -a, -b});
      add(std::array{-x, a, c});
      add(std::array{x, a, -c});
      break;
    }
  }
}

}  // namespace cairn
