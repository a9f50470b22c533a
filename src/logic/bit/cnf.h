// SPDX-License-Identifier: MIT
//
// From an and-inverter graph to clauses, on demand: literal() hands out the solver's literal for a
// literal of the graph and emits the clauses of the cone below it that were not emitted yet. The
// graph may grow between calls.
//
// Gates are Tseitin's, in both polarities, unless the caller asks for implied() literals: of these,
// what follows from them is enough [PG86], and the other half of a gate comes when something needs
// it. Exclusive or and if-then-else, which a graph spells with three
// conjunctions, become one gate of four clauses each; their inner conjunctions get no clauses
// unless something else needs them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
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

  /// Whether each gate has all of its clauses, or those for the polarities that were asked for.
  enum class Polarities { Both, AsAsked };

  explicit CnfEncoder(const Aig& aig, Majorities majorities = Majorities::AsConjunctions,
                      Polarities polarities = Polarities::Both)
      : aig_(aig), majorities_(majorities), polarities_(polarities) {}

  /// The solver's literal (as in DIMACS: nonzero, negative for negated) equal to `lit`. `add` is
  /// called with a span of such literals for every new clause.
  template <class AddClause>
  int literal(Lit lit, AddClause&& add) {
    grow();
    if (polarities_ == Polarities::AsAsked)
      define_halves(lit.var(), kBothHalves, add);
    else if (variables_[lit.var().index] == 0)
      define_cone(lit.var(), add);
    return signed_variable(lit);
  }

  /// A literal that implies `lit`, and need not be true where `lit` is: enough for what is assumed
  /// or asserted. With Polarities::Both the same as literal().
  template <class AddClause>
  int implied(Lit lit, AddClause&& add) {
    if (polarities_ == Polarities::Both) return literal(lit, add);
    grow();
    define_halves(lit.var(), lit.negated() ? kNegative : kPositive, add);
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
    if (variables_.size() >= aig_.size()) return;
    variables_.resize(aig_.size(), 0);
    if (polarities_ == Polarities::AsAsked) halves_.resize(aig_.size(), 0);
  }

  /// Halves of a gate: the clauses that say what follows from it, and from its negation.
  static constexpr std::uint8_t kPositive = 1, kNegative = 2, kBothHalves = 3;
  struct Need {
    Var var;
    std::uint8_t halves;
    bool is_expanded;
  };
  static std::uint8_t seen_through(Lit operand, std::uint8_t halves) {
    if (!operand.negated() || halves == kBothHalves) return halves;
    return halves == kPositive ? kNegative : kPositive;
  }

  template <class AddClause>
  void define_cone(Var root, AddClause& add);
  template <class AddClause>
  void define_halves(Var root, std::uint8_t halves, AddClause& add);
  template <class AddClause>
  void define(Var var, const Gate& gate, AddClause& add);
  template <class AddClause>
  void emit(const Gate& gate, int x, AddClause&& add);
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
  const Polarities polarities_;
  std::vector<std::uint8_t> halves_;  // by node, those that were emitted; AsAsked only
  std::vector<Need> needs_;
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

/// The cone below the root, in the polarities in which the root needs it. A variable's number is
/// larger than those of what it reads.
template <class AddClause>
void CnfEncoder::define_halves(Var root, std::uint8_t halves, AddClause& add) {
  needs_.push_back({root, halves, false});
  while (!needs_.empty()) {
    Need& need = needs_.back();
    const Var var = need.var;
    need.halves = static_cast<std::uint8_t>(need.halves & ~halves_[var.index]);
    if (need.halves == 0) {
      needs_.pop_back();
      continue;
    }
    if (!aig_.is_and(var)) {
      variables_[var.index] = ++num_variables_;
      if (var.index == 0) add(std::array{-num_variables_});
      halves_[var.index] = kBothHalves;
      needs_.pop_back();
      continue;
    }
    const Gate gate = recognize_gate(aig_, var);
    const std::uint8_t wanted = need.halves;
    if (need.is_expanded) {
      needs_.pop_back();
      if (variables_[var.index] == 0) variables_[var.index] = ++num_variables_;
      halves_[var.index] |= wanted;
      const int x = variables_[var.index];
      emit(gate, x, [&](const auto& clause) {
        const bool has_negation = std::find(clause.begin(), clause.end(), -x) != clause.end();
        if ((wanted & (has_negation ? kPositive : kNegative)) != 0) add(clause);
      });
      continue;
    }
    need.is_expanded = true;
    for (std::size_t i = 0; i < gate.used().size(); ++i) {
      const Lit operand = gate.operands[i];
      const bool both =
          gate.kind == Gate::Kind::Xor || (gate.kind == Gate::Kind::IfThenElse && i == 0);
      const std::uint8_t of_operand = both ? kBothHalves : seen_through(operand, wanted);
      if ((of_operand & ~halves_[operand.var().index]) != 0)
        needs_.push_back({operand.var(), of_operand, false});
    }
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
  emit(gate, variables_[var.index] = ++num_variables_, add);
}

/// That x is the gate.
template <class AddClause>
void CnfEncoder::emit(const Gate& gate, int x, AddClause&& add) {
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
