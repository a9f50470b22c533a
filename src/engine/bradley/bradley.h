// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/context.h"
#include "base/rng.h"
#include "engine/bradley/config.h"
#include "engine/bradley/stepwise.h"
#include "engine/shared/bad_states.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"
#include "model/exchange.h"

namespace cairn::bradley {

/// What a run did.
struct BradleyStats {
  std::uint64_t k = 0;                   ///< the last level
  std::uint64_t queries = 0;             ///< queries to the solver
  std::uint64_t ctis = 0;                ///< states that are one step away from a bad one
  std::uint64_t predecessors = 0;        ///< states that step into others that wait
  std::uint64_t lemmas = 0;              ///< clauses that exclude states
  std::uint64_t lemma_literals = 0;      ///< their literals
  std::uint64_t proof = 0;               ///< clauses of the invariant, or steps of the trace
  std::uint64_t pushed = 0;              ///< levels that new clauses gained at once
  std::uint64_t propagated = 0;          ///< levels that clauses gained between iterations
  std::uint64_t subsumed = 0;            ///< clauses that others contained
  std::uint64_t down_dropped = 0;        ///< literals that DOWN dropped
  std::uint64_t up_dropped = 0;          ///< literals that UP dropped
  std::uint64_t implicate_dropped = 0;   ///< literals that the prime implicate did not need
  std::uint64_t mic_failures = 0;        ///< literals that could not be left out
  std::uint64_t mic_ended = 0;           ///< searches that ended for that
  std::uint64_t highest = 0;             ///< clauses found above the level of the state's negation
  std::uint64_t queries_up = 0;          ///< queries of UP
  std::uint64_t queries_down = 0;        ///< of DOWN
  std::uint64_t queries_state = 0;       ///< about a state: its level, its predecessors
  std::uint64_t queries_push = 0;        ///< to put a new clause higher
  std::uint64_t queries_propagate = 0;   ///< between iterations
  std::uint64_t queries_import = 0;      ///< about lemmas of others
  std::uint64_t imports = 0;             ///< lemmas of others
  std::uint64_t imports_done = 0;        ///< of these, that follow from our frames
  std::uint64_t pruned = 0;              ///< states that these raised in the queue
  std::uint64_t variables = 0;           ///< of the transition relation as clauses
  std::uint64_t clauses = 0;             ///< of it
  std::uint64_t core_query = 0;          ///< literals that cores dropped, place (1)
  std::uint64_t core_down = 0;           ///< place (2)
  std::uint64_t core_up = 0;             ///< place (3)
  std::uint64_t core_propagate = 0;      ///< place (4)
  std::uint64_t cone_dropped = 0;        ///< literals of states outside their cone
  std::uint64_t equivalences = 0;        ///< candidates
  std::uint64_t equivalences_taken = 0;  ///< of these, that hold for one step

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("bradley.k", k);
    visitor("bradley.queries", queries);
    visitor("bradley.ctis", ctis);
    visitor("bradley.predecessors", predecessors);
    visitor("bradley.lemmas", lemmas);
    visitor("bradley.lemmas.literals", lemma_literals);
    visitor("bradley.proof", proof);
    visitor("bradley.pushed", pushed);
    visitor("bradley.propagated", propagated);
    visitor("bradley.subsumed", subsumed);
    visitor("bradley.down.dropped", down_dropped);
    visitor("bradley.up.dropped", up_dropped);
    visitor("bradley.implicate.dropped", implicate_dropped);
    visitor("bradley.mic.failures", mic_failures);
    visitor("bradley.mic.ended", mic_ended);
    visitor("bradley.relative.highest", highest);
    visitor("bradley.queries.up", queries_up);
    visitor("bradley.queries.down", queries_down);
    visitor("bradley.queries.state", queries_state);
    visitor("bradley.queries.push", queries_push);
    visitor("bradley.queries.propagate", queries_propagate);
    visitor("bradley.queries.import", queries_import);
    visitor("bradley.import.lemmas", imports);
    visitor("bradley.import.done", imports_done);
    visitor("bradley.import.pruned", pruned);
    visitor("bradley.variables", variables);
    visitor("bradley.clauses", clauses);
    visitor("bradley.core.query", core_query);
    visitor("bradley.core.down", core_down);
    visitor("bradley.core.up", core_up);
    visitor("bradley.core.propagate", core_propagate);
    visitor("bradley.cone.dropped", cone_dropped);
    visitor("bradley.equivalences", equivalences);
    visitor("bradley.equivalences.taken", equivalences_taken);
  }
};

/// IC3 as it was first published [Bra11]: bradley.cpp has the listings, generalize.cpp what a state
/// becomes, candidates.cpp cones and equivalences, exchange.cpp what processes share, stepwise.h
/// the queries.
///
/// Requires a system without reset functions (pass `resets`).
class Bradley : public Engine<BitSystem> {
 public:
  Bradley(const BitSystem& system, const BradleyConfig& config, const Context& context);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;
  const BradleyStats& stats() const { return stats_; }

 private:
  using Level = Stepwise::Level;
  using Result = Stepwise::Result;
  enum class Outcome { Done, Counterexample, Stopped };
  enum class Found { Yes, No, Stopped };
  struct Lemma {
    Cube cube;
    Stepwise::Clause clause;
  };
  /// A pair (i, s): F_i excludes the states s, and ~s is inductive relative to F_(i-1). The second
  /// member is the position in bad_state_, negated: among equals the last one comes first.
  using States = std::set<std::pair<Level, std::int64_t>>;

  // bradley.cpp
  Outcome prove();
  Outcome check_first_steps();
  Outcome strengthen(Level k);
  Outcome propagate_clauses(Level k);
  Outcome inductively_generalize(const BadState& s, std::vector<Lit> core, Level min, Level k,
                                 Level& level);
  Outcome push_generalization(Level k);
  Outcome add_state(BadState state, Level min, Level k);
  Level generate_clause(std::vector<Lit> cube, Level level, Level k);
  void add_clause(Cube cube, Level level);
  bool look_highest(const std::vector<Lit>& state, Level k, Level& level, std::vector<Lit>& cube);
  std::optional<Level> inductive_level(Level k) const;
  void subsume();
  Outcome counterexample(BadState first);
  Answer<BitSystem> safe();
  Unknown stopped() const;

  // generalize.cpp
  std::vector<Lit> mic(std::vector<Lit> cube, Level level);
  Found down(std::vector<Lit>& cube, Level level);
  std::vector<Lit> up(std::vector<Lit> cube, Level level);
  std::vector<Lit> implicate(const std::vector<Lit>& cube, Level level);
  std::vector<Lit> core_of(const std::vector<Lit>& cube) const;
  void cut_to_core(std::vector<Lit>& cube, bool enabled, std::uint64_t& dropped) const;
  void sort_for_dropping(std::vector<Lit>& cube);

  // candidates.cpp
  Cube cut_to_cone(const Cube& state, std::size_t distance);
  void find_equivalences();
  Outcome settle_equivalences();

  // exchange.cpp
  void share(const Cube& cube, Level level);
  void import_lemmas(Level k);
  std::vector<Lit> cube_of(const SharedLemma& lemma) const;
  void prune(const Cube& cube, Level level, Level k);

  const BitSystem& system_;
  const BradleyConfig config_;
  const Context context_;
  BradleyStats stats_;
  const std::vector<std::uint32_t> positions_;  // of leaves, by variable
  Stepwise step_;
  Rng rng_;

  std::vector<std::vector<Lemma>> lemmas_;  // by level; clauses(F_i) are those from i on
  Level k_ = 1;
  std::int64_t cleared_ = -1;
  BitTrace trace_;  // of a counterexample

  // The states that strengthen() and push_generalization() deal with.
  std::vector<BadState> bad_state_;
  std::vector<std::size_t> distance_;  // steps to the bad one, by position in bad_state_
  States states_;
  std::vector<std::uint32_t> frequency_;  // by literal, among the states

  std::vector<SharedLemma> arriving_;  // of other processes

  // Where to go on.
  bool strengthened_ = false;
  Level propagated_level_ = 1;
  std::size_t propagated_ = 0;

  std::vector<std::vector<std::uint8_t>> cones_;  // by distance, then latch
  std::optional<std::vector<std::pair<Lit, Lit>>> candidates_;
};

}  // namespace cairn::bradley
