// SPDX-License-Identifier: MIT
//
// The edges of the automaton as the engine takes them: split into choice-free commands [Lan18,
// definition 4.8], each a guard and the variables' next values. With these, wep(command, literal)
// is the guard and the literal with the next values put in: no primed variables.
//
// Where we differ: an edge with more ways through than the split limit stays whole, its next values
// being if-then-else terms. Inputs stay in images as free variables ("for some value").
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/ic3cfa/config.h"
#include "engine/ic3cfa/literals.h"
#include "model/cfa.h"

namespace cairn::ic3cfa {

/// Position in Moves.
using MoveId = std::uint32_t;
inline constexpr MoveId kNoMove = 0xFFFFFFFFu;

/// One way along an edge.
struct Move {
  std::uint32_t edge = 0;
  LocationId source, target;
  Term guard;
  TermCube assumed;  ///< the guard's conjuncts: wep(command, true)
  std::unordered_map<std::uint32_t, Term> next;

  bool is_self_loop() const { return source == target; }
};

class Moves {
 public:
  Moves(const Cfa& cfa, const Ic3CfaConfig& config);

  const Move& operator[](MoveId id) const { return moves_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(moves_.size()); }
  std::span<const MoveId> into(LocationId location) const { return into_[location.index]; }
  /// The literal with the next values put in: wep without the assumptions of the command.
  Term image(MoveId id, Term literal);
  bool has_inputs(Term term);
  Terms& terms() const { return terms_; }
  const Cfa& cfa() const { return cfa_; }

  /// guard and equalities between primed variables and next values, and a literal over them
  /// [Lan18, definition 2.20]: the form of a query that theorem 4.3 replaces.
  Term transition(MoveId id);
  Term primed(MoveId id, Term literal);
  Term unprimed(Term formula);

 private:
  void add(std::uint32_t edge, const Command& command);
  Term prime(Term variable);

  const Cfa& cfa_;
  Terms& terms_;
  std::vector<Move> moves_;
  std::vector<std::vector<MoveId>> into_;
  std::vector<std::unordered_map<Term, Term>> images_;
  std::unordered_set<Term> inputs_;
  std::unordered_map<Term, bool> has_inputs_;
  std::unordered_map<std::uint32_t, Term> primes_;    // by handle of the variable
  std::unordered_map<std::uint32_t, Term> unprimes_;  // and back
};

/// A cube of states that lead into another one; all of its predecessors if `exact`.
struct Preimage {
  TermCube cube;
  bool exact = true;
};

using Model = std::function<Value(Term)>;

/// wep(command, cube) as a cube over variables. Where it is none the model, which satisfies it,
/// decides: inputs get its values, of a disjunction a part that is true in it is taken, and in
/// literals of more than `literal_nodes` subterms the branches of if-then-else that it takes.
Preimage preimage(Moves& moves, MoveId id, const TermCube& cube, const Model& model,
                  std::uint32_t literal_nodes);

}  // namespace cairn::ic3cfa
