// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "logic/bit/definitions.h"

namespace cairn {
struct OptionGroup;
}

namespace cairn::ic3 {

/// Every technique of the engine and its settings. docs/decisions/0006-ic3-defaults.md says what
/// the defaults were measured against.
struct Ic3Config {
  /// How a predecessor becomes a cube of predecessors.
  enum class Lift {
    None,     ///< not at all
    Ternary,  ///< three-valued simulation, one latch after the other [EMB11, section III.B]
    Sat,      ///< cores of "these latches do not lead there" over several orders
    Justify,  ///< what justifies the target, gate by gate (justify.h)
    Both,     ///< Justify, then Sat; counterexamples to generalization by Justify alone
  };
  /// What is done about states that keep a smaller cube from being inductive.
  enum class Generalize {
    Core,      ///< nothing: the core of the first answer is the lemma
    Drop,      ///< literals are dropped one by one
    Ctg,       ///< such states are blocked first, if that is easy [HBS13]
    Extended,  ///< and what keeps these from being blocked, too
    Dynamic,   ///< Drop, Ctg or Extended, by how often the obligation came back [DynAMic]
  };

  /// Which literals are tried together.
  enum class DropSearch {
    Linear,  ///< each alone
    Binary,  ///< halves, and halves of these where they fail [Lan18, algorithm 11]; no CTGs
  };

  /// In which order literals of a cube are tried; assumed first are those that are tried last.
  enum class Activity {
    Off,       ///< that of the latches in the file
    On,        ///< literals that many lemmas have are kept longest
    Reversed,  ///< these are dropped first: the worst order, if activity is good [EMB11, VI.E]
    Random,    ///< drawn anew for each cube
  };
  /// Which of the obligations of one level comes first.
  enum class Queue {
    Farthest,  ///< the one farthest from the bad state; then the shortest cube, then the newest
    Newest,    ///< a stack [EMB11, section III]
    Oldest,
  };
  /// [EMB11, figure 4]: the roles of initial and bad states can be exchanged.
  enum class Direction { Forward, Backward };

  /// When lemmas of other workers are imported (exchange.cpp).
  enum class Import {
    Usual,     ///< as they come, unless constraints are left out: then none
    Arriving,  ///< all of them, as they come
    Wanted,    ///< when one would settle an obligation; those at infinity as they come
    None,      ///< not at all; ours are shared all the same
  };

  /// Who answers the queries.
  enum class Solver {
    Own,      ///< sat/solver.h
    Minisat,  ///< in builds that have it
    Cadical,
  };
  /// What holds the frames [EMB11, section VI].
  enum class FrameSolvers {
    One,       ///< one solver that distinguishes them
    PerFrame,  ///< one for each
  };

  using Encoding = DefinitionsOptions::Encoding;
  Encoding encoding = Encoding::Gates;  ///< what of the circuit becomes a definition
  bool eliminate = true;                ///< gates from the clauses (logic/bit/definitions.h)
  bool partial_constraints = true;      ///< of their cones, what makes them true (sat/solver.h)
  Lift lift = Lift::Both;
  bool abstract_constraints =
      false;  ///< until false counterexamples show that they matter (abstraction.h)
  bool drop_from_model = true;    ///< latches, by looking at the model, before cores
  std::uint32_t lift_rounds = 4;  ///< of cores, at most, for an obligation
  Generalize generalize = Generalize::Dynamic;
  std::uint32_t drop_failures = 0;  ///< after which no more literals are tried; 0: all are
  DropSearch drop_search = DropSearch::Linear;
  bool failures_in_a_row = true;            ///< those before the last success do not count
  std::uint32_t ctg_max = 3;                ///< states that are blocked for one candidate
  std::uint32_t ctg_depth = 1;              ///< of blocking within blocking
  std::uint32_t ctg_limit = 10;             ///< attempts to block one of them (Extended)
  Activity activity = Activity::On;         ///< the order in which literals are dropped
  Activity assume_activity = Activity::On;  ///< and assumed: the other way round
  bool parent_order = true;       ///< literals that the lemma below does without are dropped first
  bool drop_words = false;        ///< all literals of a word at once, before single ones (words.h)
  bool strengthen = false;        ///< obligations are asked for with their own negation assumed
  bool push_new = true;           ///< a new lemma is pushed as far as it goes at once
  bool proof_layers = true;       ///< lemmas go as far as the proof holds, without a query
  bool triggered_push = true;     ///< a lemma is retried only when its CTP is excluded
  bool infinity = true;           ///< lemmas that are inductive by themselves leave the frames
  bool keep_obligations = true;   ///< after they are blocked, for higher frames
  std::uint32_t drop_after = 20;  ///< returns of an obligation after which it is given up; 0: never
  bool initial_phases = true;     ///< the solver first tries the values of the first state

  // ---- The choices of [EMB11] and [Pic16].
  bool extended_queries = true;  ///< lemmas are asked for with their own negation assumed (Q2)
  bool down = true;              ///< beyond non-inductive regions: what fails shrinks and returns
  std::uint32_t down_literals = 0;  ///< of a cube for which that is done; 0: all
  Queue queue = Queue::Farthest;
  bool queue_generalized = false;  ///< what is queued gets its lemma at once [Pic16, section 3.4.8]
  bool propagate = true;           ///< lemmas are pushed when a frame is cleared
  bool semantic_check = false;     ///< whether the frame as a whole excludes an obligation already
  bool semantic_cone = false;      ///< lemmas that the property does not need go, each round
  bool infinite_subset = false;    ///< the inductive subset of the highest frame goes to infinity
  bool subsume = true;             ///< lemmas that follow from a new one go
  std::uint32_t recycle = 0;       ///< queries after which the solver is made anew; 0: never
  bool abstract_latches = false;   ///< latches are inputs until they matter (localized.h)
  Direction direction = Direction::Forward;

  // ---- Other solvers under the same engine (query_solver.h).
  Solver solver = Solver::Own;
  FrameSolvers frame_solvers = FrameSolvers::One;
  /// Of a library's variables: so many used up by temporary clauses, and it is made anew; 0: never.
  std::uint32_t recycle_percent = 50;
  bool cones_on_demand = true;    ///< a library gets what queries are about, not the whole circuit
  bool reuse_activation = false;  ///< a temporary clause may share the variable of the last one
  bool constrain = true;  ///< temporary clauses use up no variable, if the library can do that
  // ---- Later work.
  bool push_requests = false;        ///< as soon as the CTP of a lemma is excluded [Sud13]
  bool quip = false;                 ///< lemmas become obligations that may fail (quip.cpp) [IG15]
  std::uint32_t quip_effort = 20;    ///< obligations that are spent on one lemma and those it makes
  std::uint32_t quip_states = 1000;  ///< reachable states that are kept
  bool predict = false;              ///< lemmas, from the CTP of the one below (predict.cpp)
  bool refer_skip = false;           ///< literals of the lemma below are not dropped [XLC23]
  bool good_lemmas = false;          ///< only lemmas that climb make literals matter [XLC23]

  bool internal_signals = false;  ///< gates are state variables, too (signals.h) [DGIV21]

  bool abstract_next = false;  ///< next-state functions are left out of paths (abstraction.h)
  /// Conflicts after which the query whether the last frame has a bad state is deferred until
  /// a frame is closed, and it has to be answered (ic3.cpp); 0: it is not deferred.
  std::uint32_t bad_conflicts = 2000;
  Import import_lemmas = Import::Usual;
  bool share_moved = false;         ///< lemmas are shared again whenever they move up
  bool predicate_property = false;  ///< a constraint of all steps but the last (predicate.h)

  std::string journal;  ///< a file for what is done, step by step (journal.h)
  std::string record;   ///< a file for all queries to the solver of the frames (sat/script.h)

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

}  // namespace cairn::ic3
