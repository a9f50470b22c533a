// SPDX-License-Identifier: MIT
//
// The truth about tiny automata, by looking at every state and every input. It shares no code with
// model/cfa.cpp: commands are relations here, with all the branches of a choice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "model/cfa.h"

namespace cairn::support {

/// For automata whose variables are Booleans and bit-vectors of few bits in all: everything costs
/// 2^(variables' bits + inputs' bits).
class CfaOracle {
 public:
  explicit CfaOracle(const Cfa& cfa);

  bool safe() const { return !first_error_; }
  /// Of the edges that leave a location, and of the ways through each, at most one is open.
  bool deterministic() const { return deterministic_; }
  /// A shortest run into the error; requires that there is one.
  CfaTrace trace() const;

  /// At each location exactly the states that are reached. Requires a safe automaton.
  CfaInvariant exact_invariant() const;
  /// An inductive invariant with some states more than are reached, if that can be had.
  CfaInvariant loose_invariant(Rng& rng) const;
  /// Leaves out some formulas that are not needed to cut cycles.
  CfaInvariant sparser(CfaInvariant invariant, Rng& rng) const;
  /// How often runs go around the loop with this head, each time that they enter it; none if one
  /// goes on for ever. Requires that the head is one (model/loop_nest.h).
  std::optional<std::uint32_t> rounds(LocationId head) const;
  /// Empty if the invariant proves the automaton safe; else what is wrong with it.
  std::string check(const CfaInvariant& invariant) const;

 private:
  using State = std::uint32_t;
  struct Move {
    State from, to;
    std::uint32_t inputs;  // position in inputs_
  };
  struct Arrival {
    std::uint32_t location = 0;
    State state = 0;
    std::int64_t before = -1;  // position in arrivals_
    std::uint32_t edge = 0;
    std::uint32_t inputs = 0;
  };

  State encode(const Assignment& values) const;
  Assignment decode(State state) const;
  void find_moves(LocationId location, const std::vector<std::uint32_t>& edges);
  std::vector<Assignment> input_values(const std::vector<std::uint32_t>& edges) const;
  void explore();
  std::vector<std::vector<bool>> close(std::vector<std::vector<bool>> reached) const;
  CfaInvariant formulas(const std::vector<std::vector<bool>>& reached) const;
  bool cuts_all_cycles(const CfaInvariant& invariant) const;
  std::string check(const CfaUnrolling& unrolling) const;

  const Cfa& cfa_;
  std::uint32_t states_ = 1;
  std::vector<std::vector<std::uint32_t>> out_;
  std::vector<std::vector<Move>> moves_;  // by edge
  std::vector<Assignment> inputs_;
  std::vector<std::vector<bool>> reached_;  // by location and state
  std::vector<Arrival> arrivals_;
  std::optional<std::size_t> first_error_;  // position in arrivals_
  bool deterministic_ = true;
};

}  // namespace cairn::support
