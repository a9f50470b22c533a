// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/context.h"
#include "engine/cfa/cfa_graph.h"
#include "engine/shared/engine.h"
#include "logic/word/cells.h"
#include "logic/word/substitution.h"
#include "model/cfa.h"
#include "model/loop_nest.h"
#include "smt/smt_config.h"

namespace cairn {

struct OptionGroup;

struct UnrollConfig {
  /// Iterations of a loop that inputs decide about, each time that it is entered; who goes on gives
  /// up. Those that follow from constants don't count, unless nothing but an error leaves the loop.
  /// 0: no limit.
  std::uint32_t iterations = 0;
  /// Most locations, each in an iteration of its loops, to unroll; the checker takes no more
  /// either.
  std::uint32_t locations = 5'000'000;
  static const OptionGroup& options();
};

struct UnrollStats {
  std::uint64_t places = 0;  ///< locations, each in an iteration of its loops
  std::uint64_t rounds = 0;  ///< of loops
  std::uint64_t asked = 0;   ///< iterations of which a solver said whether a run goes on so long
  std::uint64_t errors = 0;  ///< ways into the error location that folding did not exclude

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("unroll.places", places);
    visitor("unroll.rounds", rounds);
    visitor("unroll.asked", asked);
    visitor("unroll.errors", errors);
  }
};

/// Complete unrolling: follows all runs at once, loop by loop, until none is left. unroll.cpp says
/// how. Safe has bounds of loops as its evidence; programs whose loops have none are not for it.
class Unroll : public Engine<Cfa> {
 public:
  Unroll(const Cfa& cfa, const UnrollConfig& config, const SmtConfig& smt, const Context& context);
  ~Unroll() override;
  Answer<Cfa> run() override;  ///< once
  void add_statistics(Statistics& statistics) const override;
  const UnrollStats& stats() const { return stats_; }

 private:
  /// What is known where runs are: one is here if `guard` holds, and the variables are these.
  struct State {
    Term guard;
    std::vector<Cell> values;  // by position of the variable
  };
  /// From a node by an edge.
  struct Way {
    std::uint32_t node = 0;
    std::uint32_t edge = 0;
    Term guard;
    std::vector<std::pair<Term, Term>> inputs;  // what the edge read, and what stands for it
  };
  struct Arrival {
    Way way;
    State state;
  };
  struct Loop {
    std::uint32_t begin = 0, end = 0;  // in the order
    std::uint32_t rounds = 0;
    std::uint32_t open_rounds = 0;  // that constants don't decide about
    Term guard;                     // at its head, in the iteration before
    std::vector<State> seen;        // what waited there, some rounds ago
  };
  enum class Verdict : std::uint8_t { No, Yes, Undecided };

  void begin();
  void find_exits();
  std::optional<Answer<Cfa>> work();
  std::optional<Answer<Cfa>> begin_round(Loop& loop);
  bool repeats(Loop& loop, const std::vector<Arrival>& arrivals);
  bool something_waits_in(const Loop& loop) const;
  std::uint32_t next_stop(std::uint32_t target) const;
  void visit(std::uint32_t position);
  Way open_way(const CfaMove& move, std::uint32_t node, const State& state,
               Substitution::Map& copies);
  void follow(const CfaMove& move, Way way, State after, const Substitution::Map& copies);
  Term guard_of(const std::vector<Arrival>& arrivals);
  State meet(std::vector<Arrival>& arrivals);
  Verdict is_feasible(Term guard);
  std::optional<Answer<Cfa>> ask_errors();
  Term named(Term guard);
  CfaTrace counterexample();
  Unknown stopped() const;
  std::string place(LocationId location) const;

  const Cfa& cfa_;
  const UnrollConfig config_;
  const SmtConfig smt_;
  const Context context_;
  Terms& terms_;
  UnrollStats stats_;
  SmtStats smt_stats_;
  std::unique_ptr<SmtSolver> solver_;

  const CfaGraph graph_;
  const LoopNest nest_;
  CellEvaluator evaluate_;
  std::vector<bool> has_exit_;                             // by position of a loop's head
  std::map<std::uint32_t, std::vector<Arrival>> waiting_;  // by position in the order
  std::vector<Loop> open_;                                 // from the outermost on
  std::uint32_t at_ = 0;                                   // in the order
  std::vector<std::vector<Way>>
      nodes_;                // a location in an iteration each: the ways that lead there
  std::vector<Way> errors_;  // those that nobody has asked about
  std::uint64_t next_query_ = 0;
  std::unordered_set<Term> feasible_;  // guards that a solver found true in some run
  CfaUnrolling bounds_;
};

}  // namespace cairn
