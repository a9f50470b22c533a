// SPDX-License-Identifier: MIT
//
// A control-flow automaton as a word-level system: one step is one edge.
//
// States are the automaton's variables and a program counter, inputs the automaton's own. Where the
// edges of a location may be enabled together, an input says which one is meant. A run that can
// move nowhere (every edge is blocked, or the one that was meant) goes to a sink, a value of the
// program counter that is no location and from which nothing leads on. So there are no constraints,
// and the states outside the sink are reachable exactly if the automaton reaches them. What the
// variables are in the sink does not matter; they get whatever makes the smallest next-state
// functions.
//
// The program counter is a bit-vector, of which next values are trees of if-then-else over its
// bits, or (Counter::OneHot) one Boolean for each location.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/context.h"
#include "model/cfa.h"
#include "model/word_system.h"
#include "transform/pass.h"

namespace cairn {

struct OptionGroup;

struct LowerCfaConfig {
  enum class Counter { Binary, OneHot };
  Counter counter = Counter::Binary;
  static const OptionGroup& options();
};

class LowerCfa : public Pass<Cfa, WordSystem> {
 public:
  explicit LowerCfa(const LowerCfaConfig& config) : config_(config) {}

  std::string_view name() const override { return "lower-cfa"; }
  WordSystem apply(Cfa cfa) override;
  /// At each location what the conjuncts say of it: the program counter replaced and simplified.
  /// Requires conjuncts over states alone.
  CfaInvariant restore_invariant(WordInvariant invariant) const override;
  /// The edges that are taken, until the error location.
  CfaTrace restore_trace(WordTrace trace) const override;
  void visit_counters(const CounterVisitor& visit) const override;

 private:
  /// An edge as the system takes it: under `taken` (at its source) the variables get `next`.
  struct Move {
    std::uint32_t edge;
    Term taken;
    std::map<Term, Term> next;
  };

  void number_locations();
  void make_counter();
  void make_moves();
  void select_between(std::vector<Move>& moves);
  Term next_of(Term variable);
  Term next_counter(std::uint32_t location);
  Term by_location(const std::vector<Term>& values, std::size_t first, std::size_t size,
                   std::uint32_t bits);
  Term by_location(std::vector<Term> values, Term otherwise);
  WordSystem system();

  const LowerCfaConfig config_;
  Cfa cfa_;
  std::vector<LocationId> order_;         // by number
  std::vector<std::uint32_t> number_;     // by location
  std::vector<Term> counter_;             // one bit-vector, or one Boolean a location
  std::vector<std::vector<Move>> moves_;  // by number of the source
  Term selector_ = kNoTerm;
  std::uint32_t selecting_ = 0;  // locations that read the selector
};

}  // namespace cairn
