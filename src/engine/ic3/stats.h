// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cairn::ic3 {

/// Queries of one kind.
struct QueryStats {
  std::uint64_t satisfiable = 0, unsatisfiable = 0;
  double seconds = 0;
};

/// What a run of IC3 did; docs/ic3.md explains how to read it.
struct Ic3Stats {
  std::uint64_t variables = 0, clauses = 0, eliminated = 0;
  std::uint64_t frames = 0;
  std::uint64_t obligations = 0, dropped_obligations = 0, subsumed_obligations = 0;
  std::uint64_t ctis = 0, cti_literals = 0;
  std::uint64_t lifts = 0, lifted_from = 0;
  std::uint64_t lemmas = 0, lemma_literals = 0, subsumed_lemmas = 0;
  std::uint64_t ctgs = 0, ctgs_blocked = 0;
  std::uint64_t drops_tried = 0, drops_done = 0;
  std::uint64_t words_tried = 0, words_done = 0;
  std::uint64_t pushes_tried = 0, pushed = 0, pushes_saved = 0, pushed_by_proof = 0;
  std::uint64_t infinity_lemmas = 0, final_lemmas = 0;
  std::uint64_t depth = 0;
  std::uint64_t kept_constraints = 0;
  std::uint64_t joins = 0;                           ///< by down, beyond a failure
  std::uint64_t implied_obligations = 0;             ///< by the frame as a whole
  std::uint64_t unneeded_lemmas = 0;                 ///< by the property of the last frame
  std::uint64_t held_lemmas = 0, held_literals = 0;  ///< in the frames now
  std::uint64_t recycled = 0;                        ///< solvers
  std::uint64_t push_requests = 0;                   ///< that were served
  std::uint64_t may_obligations = 0;                 ///< of the obligations, those that may fail
  std::uint64_t may_lemmas = 0;                      ///< that such an obligation moved up
  std::uint64_t given_up_lemmas = 0;                 ///< for which the effort was used up
  std::uint64_t reachable_states = 0;                ///< that were found
  std::uint64_t bad_lemmas = 0;                      ///< that exclude one
  std::uint64_t rejected_candidates = 0;             ///< because of one
  std::uint64_t predictions_tried = 0, predicted = 0;
  std::uint64_t signals = 0, signal_literals = 0;  ///< of lemmas
  std::uint64_t kept_next = 0;         ///< next-state functions, of those that were left out
  std::uint64_t skipped_literals = 0;  ///< of the lemma below
  std::uint64_t good_lemmas = 0;       ///< times that lemmas climbed, if that counts
  std::uint64_t deferred = 0;          ///< queries for bad states
  std::uint64_t overlooked = 0;        ///< bad states that closed levels had because of that
  // ---- Lemmas of other workers.
  std::uint64_t imports_tried = 0;    ///< that were looked at
  std::uint64_t imports_known = 0;    ///< of these: our frames had them
  std::uint64_t imports_refused = 0;  ///< did not follow from our frames
  std::uint64_t imports_done = 0;     ///< are lemmas of ours now
  std::uint64_t imports_useful = 0;   ///< obligations that these settled
  std::uint64_t imports_final = 0;    ///< of the invariant
  QueryStats check, cone, predict, imports;
  QueryStats bad, block, generalize, push, infinity, lift, confirm;

  // ---- Of the solvers (query_solver.h).
  std::uint64_t solvers = 0;                                  ///< of the frames, now
  std::uint64_t minisat_queries = 0, cadical_queries = 0;     ///< of all kinds but confirm
  double satisfiable_seconds = 0, unsatisfiable_seconds = 0;  ///< of the frames' solver, by answer
  std::uint64_t halves_tried = 0, halves_dropped = 0;         ///< of several literals
  std::uint64_t queued_lemmas = 0;       ///< obligations that got a lemma when they were queued
  std::uint64_t reused_activations = 0;  ///< temporary clauses that shared one with the last
  std::uint64_t activations = 0;         ///< literals that temporary clauses used up
  std::uint64_t loaded = 0;              ///< variables that libraries were told of
  std::uint64_t constrained = 0;         ///< temporary clauses that used none, of libraries

  /// Of every kind, as [Pic16, figure 4.1] counts them.
  std::uint64_t num_queries() const {
    std::uint64_t sum = 0;
    for (const QueryStats* of : {&bad, &block, &generalize, &push, &infinity, &lift, &confirm,
                                 &check, &cone, &predict, &imports})
      sum += of->satisfiable + of->unsatisfiable;
    return sum;
  }

  template <class Counter, class Seconds>
  void visit(Counter&& counter, Seconds&& seconds) const {
    counter("ic3.variables", variables);
    counter("ic3.clauses", clauses);
    counter("ic3.eliminated", eliminated);
    counter("ic3.frames", frames);
    counter("ic3.obligations", obligations);
    counter("ic3.obligations.dropped", dropped_obligations);
    counter("ic3.obligations.subsumed", subsumed_obligations);
    counter("ic3.ctis", ctis);
    counter("ic3.ctis.literals", cti_literals);
    counter("ic3.lifts", lifts);
    counter("ic3.lifts.latches", lifted_from);
    counter("ic3.lemmas", lemmas);
    counter("ic3.lemmas.literals", lemma_literals);
    counter("ic3.lemmas.subsumed", subsumed_lemmas);
    counter("ic3.lemmas.infinity", infinity_lemmas);
    counter("ic3.lemmas.final", final_lemmas);
    counter("ic3.ctgs", ctgs);
    counter("ic3.ctgs.blocked", ctgs_blocked);
    counter("ic3.drops.words_tried", words_tried);
    counter("ic3.drops.words_done", words_done);
    counter("ic3.drops.tried", drops_tried);
    counter("ic3.drops.done", drops_done);
    counter("ic3.pushes.tried", pushes_tried);
    counter("ic3.pushes.done", pushed);
    counter("ic3.pushes.saved", pushes_saved);
    counter("ic3.pushes.by_proof", pushed_by_proof);
    counter("ic3.depth", depth);
    counter("ic3.abstraction.kept", kept_constraints);
    counter("ic3.joins", joins);
    counter("ic3.obligations.implied", implied_obligations);
    counter("ic3.lemmas.unneeded", unneeded_lemmas);
    counter("ic3.lemmas.held", held_lemmas);
    counter("ic3.lemmas.held_literals", held_literals);
    counter("ic3.recycled", recycled);
    counter("ic3.pushes.requests", push_requests);
    counter("ic3.quip.obligations", may_obligations);
    counter("ic3.quip.lemmas", may_lemmas);
    counter("ic3.quip.given_up", given_up_lemmas);
    counter("ic3.quip.reachable", reachable_states);
    counter("ic3.quip.bad", bad_lemmas);
    counter("ic3.quip.rejected", rejected_candidates);
    counter("ic3.predictions.tried", predictions_tried);
    counter("ic3.predictions.done", predicted);
    counter("ic3.drops.skipped", skipped_literals);
    counter("ic3.lemmas.good", good_lemmas);
    counter("ic3.abstraction.next", kept_next);
    counter("ic3.signals", signals);
    counter("ic3.lemmas.signal_literals", signal_literals);
    counter("ic3.bad.deferred", deferred);
    counter("ic3.bad.overlooked", overlooked);
    counter("ic3.import.lemmas", imports_tried);
    counter("ic3.import.known", imports_known);
    counter("ic3.import.refused", imports_refused);
    counter("ic3.import.done", imports_done);
    counter("ic3.import.useful", imports_useful);
    counter("ic3.import.final", imports_final);
    counter("ic3.queries", num_queries());
    const auto queries = [&](const char* sat, const char* unsat, const char* time,
                             const QueryStats& of) {
      counter(sat, of.satisfiable);
      counter(unsat, of.unsatisfiable);
      seconds(time, of.seconds);
    };
    queries("ic3.bad.satisfiable", "ic3.bad.unsatisfiable", "ic3.bad", bad);
    queries("ic3.block.satisfiable", "ic3.block.unsatisfiable", "ic3.block", block);
    queries("ic3.generalize.satisfiable", "ic3.generalize.unsatisfiable", "ic3.generalize",
            generalize);
    queries("ic3.push.satisfiable", "ic3.push.unsatisfiable", "ic3.push", push);
    queries("ic3.infinity.satisfiable", "ic3.infinity.unsatisfiable", "ic3.infinity", infinity);
    queries("ic3.lift.satisfiable", "ic3.lift.unsatisfiable", "ic3.lift", lift);
    queries("ic3.confirm.satisfiable", "ic3.confirm.unsatisfiable", "ic3.confirm", confirm);
    queries("ic3.check.satisfiable", "ic3.check.unsatisfiable", "ic3.check", check);
    queries("ic3.cone.satisfiable", "ic3.cone.unsatisfiable", "ic3.cone", cone);
    queries("ic3.import.satisfiable", "ic3.import.unsatisfiable", "ic3.import", imports);
    counter("ic3.queries.minisat", minisat_queries);
    counter("ic3.queries.cadical", cadical_queries);
    counter("ic3.solvers", solvers);
    seconds("ic3.answers.satisfiable", satisfiable_seconds);
    seconds("ic3.answers.unsatisfiable", unsatisfiable_seconds);
    counter("ic3.drops.halves_tried", halves_tried);
    counter("ic3.drops.halves_done", halves_dropped);
    counter("ic3.obligations.generalized", queued_lemmas);
    counter("ic3.activations.reused", reused_activations);
    counter("ic3.activations", activations);
    counter("ic3.constrained", constrained);
    counter("ic3.loaded", loaded);
    queries("ic3.predict.satisfiable", "ic3.predict.unsatisfiable", "ic3.predict", predict);
  }
};

}  // namespace cairn::ic3
