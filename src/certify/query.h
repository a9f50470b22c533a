// SPDX-License-Identifier: MIT
//
// A query "do these assumptions imply these goals?" about steps of circuits, asked of CaDiCaL as
// the unsatisfiability of "assumptions and not all goals". Private to certify/.
//
// The circuits' steps are frames in one hash-consed graph; only the cone of assumptions and goals
// becomes clauses (Tseitin's, both directions, so that a solution is a run of the circuits). A tree
// of gates whose inner ones nobody else reads is one gate with many inputs: lemmas are such trees.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "certify/judgement.h"
#include "model/bit_system.h"

namespace cairn {

/// A copy of a circuit in a step. Leaves that are not set when they are first read become free.
class Frame {
 public:
  Frame(const BitSystem& system, Aig& graph, std::string label);

  const BitSystem& system() const { return system_; }
  /// "model, step s"
  const std::string& label() const { return label_; }

  /// Requires that the leaf has neither been set nor read.
  void set(Var leaf, Lit value);
  /// Whatever the variable is, what reads it reads `value`.
  void replace(Var var, Lit value) { values_[var.index] = value; }
  /// The graph's literal for one of the circuit.
  Lit value(Lit lit);
  /// The same for a leaf that may not have been read: kNoLit then.
  Lit peek(Var leaf) const { return values_[leaf.index]; }

 private:
  const BitSystem& system_;
  Aig& graph_;
  std::string label_;
  std::vector<Lit> values_;  // by variable of the circuit; kNoLit: not read yet
  std::vector<Var> stack_;
};

class Query {
 public:
  explicit Query(std::string title) : title_(std::move(title)) {}

  Aig& graph() { return graph_; }
  Frame& add_frame(const BitSystem& system, std::string label) {
    return frames_.emplace_back(system, graph_, std::move(label));
  }

  void assume(Lit lit) { assumptions_.push_back(lit); }
  /// `violation` says in words what it means that the goal is false.
  void require(Lit goal, std::string violation) { goals_.push_back({goal, std::move(violation)}); }

  /// Holds: the assumptions imply the goals.
  struct Answer {
    Outcome outcome = Outcome::Undecided;
    std::vector<std::string> details;  ///< if it fails: which goals, and the values of the leaves
  };
  Answer solve(const Budget& budget);

  /// Writes the query as DIMACS; unsatisfiable if and only if solve() says Holds.
  void dump(const std::string& path, const std::vector<std::string>& comments) const;

 private:
  struct Goal {
    Lit lit;
    std::string violation;
  };
  /// The variables of the cone, in order, and the clauses' number of each (0 outside, and for the
  /// inner gates of trees).
  struct Numbering {
    std::vector<Var> cone;
    std::vector<int> number;
  };

  Numbering number_cone() const;
  void inputs_of(Var gate, const Numbering& numbering, std::vector<Lit>& inputs) const;
  template <class Sink>
  void emit_clauses(const Numbering& numbering, Sink&& sink) const;
  std::vector<Lit> split(std::vector<Lit> lits) const;
  std::vector<Lit> open_goals() const;
  template <class Value>
  Answer refuted(Value&& value, const Numbering& numbering) const;
  std::vector<std::string> describe(const std::vector<Lbool>& values) const;

  std::string title_;
  Aig graph_{Aig::Rules::Operands};
  std::deque<Frame> frames_;  // a deque: references to frames stay valid
  std::vector<Lit> assumptions_;
  std::vector<Goal> goals_;
};

/// "latch l3 'count'", for people.
std::string leaf_text(char kind, std::size_t position, std::string_view name);

}  // namespace cairn
