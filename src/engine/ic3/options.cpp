// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/ic3/config.h"

namespace cairn::ic3 {
namespace {

using Activity = Ic3Config::Activity;
using Direction = Ic3Config::Direction;
using DropSearch = Ic3Config::DropSearch;
using Encoding = Ic3Config::Encoding;
using FrameSolvers = Ic3Config::FrameSolvers;
using Generalize = Ic3Config::Generalize;
using Lift = Ic3Config::Lift;
using Queue = Ic3Config::Queue;
using Solver = Ic3Config::Solver;
using Import = Ic3Config::Import;

}  // namespace

const OptionGroup& Ic3Config::options() {
  static const OptionGroup table =
      OptionTable<Ic3Config>("ic3", "IC3 on circuits")
          .add_choice(
              "ic3-solver", &Ic3Config::solver,
              {{"own", Solver::Own}, {"minisat", Solver::Minisat}, {"cadical", Solver::Cadical}},
              "Who answers the queries: Cairn's own solver, which was made for them, MiniSat or "
              "CaDiCaL (Pic16)")
          .add_choice("ic3-frame-solvers", &Ic3Config::frame_solvers,
                      {{"one", FrameSolvers::One}, {"per-frame", FrameSolvers::PerFrame}},
                      "One solver for all frames, or one for each (EMB11)")
          .add_count(
              "ic3-recycle-percent", &Ic3Config::recycle_percent,
              "Make a library's solver anew when temporary clauses have used up this share of its "
              "variables (EMB11); 0: never",
              100)
          .add_switch("ic3-cones-on-demand", &Ic3Config::cones_on_demand,
                      "Give a library the parts of the circuit that queries are about, not "
                      "all of it (EMB11)")
          .add_switch(
              "ic3-constrain", &Ic3Config::constrain,
              "Use up no variable for a temporary clause, where the library can do without: "
              "CaDiCaL (FB21)")
          .add_switch("ic3-reuse-activation", &Ic3Config::reuse_activation,
                      "A temporary clause uses up no variable if its literals are among those of "
                      "the last one (EMB11, section V)")
          .add_switch(
              "ic3-extended-queries", &Ic3Config::extended_queries,
              "Ask for smaller and for higher lemmas with their own negation assumed: Q2 of EMB11, "
              "otherwise Q1")
          .add_switch(
              "ic3-down", &Ic3Config::down,
              "Generalize beyond non-inductive regions: join a candidate that fails with the state "
              "that it failed by, and go on (EMB11, Bra11)")
          .add_count("ic3-down-literals", &Ic3Config::down_literals,
                     "Do so for this many literals of a cube; 0: all", 3)
          .add_choice(
              "ic3-queue", &Ic3Config::queue,
              {{"farthest", Queue::Farthest}, {"newest", Queue::Newest}, {"oldest", Queue::Oldest}},
              "Which obligation of a level comes first: the one farthest from the bad state, the "
              "newest (a stack, EMB11) or the oldest")
          .add_switch("ic3-queue-generalized", &Ic3Config::queue_generalized,
                      "A predecessor is generalized when it is queued, relative to the highest "
                      "frame that excludes it so far (Pic16, section 3.4.8)")
          .add_switch("ic3-propagate", &Ic3Config::propagate,
                      "Push lemmas when a frame is cleared (EMB11, figure 9)")
          .add_switch(
              "ic3-semantic-check", &Ic3Config::semantic_check,
              "Ask whether the frame as a whole excludes an obligation already, not only whether a "
              "lemma does (EMB11, figure 7)")
          .add_switch(
              "ic3-semantic-cone", &Ic3Config::semantic_cone,
              "Remove lemmas that the property does not need when a frame is cleared (EMB11)")
          .add_switch(
              "ic3-infinite-subset", &Ic3Config::infinite_subset,
              "Look for the lemmas of the highest frame that are inductive together (EMB11)")
          .add_switch("ic3-subsume", &Ic3Config::subsume,
                      "Remove lemmas that follow from a new one (Pic16: better propagation)")
          .add_count("ic3-recycle", &Ic3Config::recycle,
                     "Make the solver anew after this many queries (EMB11); 0: never", 100)
          .add_switch(
              "ic3-abstract-latches", &Ic3Config::abstract_latches,
              "Localization: latches are inputs until a spurious counterexample shows that they "
              "matter (EMB11)")
          .add_choice("ic3-direction", &Ic3Config::direction,
                      {{"forward", Direction::Forward}, {"backward", Direction::Backward}},
                      "Backward: the roles of initial and bad states are exchanged (EMB11)")
          .add_switch("ic3-push-requests", &Ic3Config::push_requests,
                      "Try to push a lemma as soon as its counterexample to propagation is "
                      "excluded, before the "
                      "obligations above (Sud13)")
          .add_switch(
              "ic3-quip", &Ic3Config::quip,
              "Make lemmas obligations of the level above that may fail, keep the reachable states "
              "that this finds, and do not push lemmas that exclude one (IG15)")
          .add_count("ic3-quip-effort", &Ic3Config::quip_effort,
                     "Obligations spent on pushing one lemma and those that it takes", 40, "N", 1)
          .add_count("ic3-quip-states", &Ic3Config::quip_states, "Reachable states that are kept",
                     100)
          .add_switch(
              "ic3-predict", &Ic3Config::predict,
              "Before literals are dropped: try the lemma of the frame below with one literal that "
              "its counterexample to propagation lacks (SYC24)")
          .add_switch("ic3-refer-skip", &Ic3Config::refer_skip,
                      "Do not try to drop literals that the lemma of the frame below has (XLC23)")
          .add_switch("ic3-good-lemmas", &Ic3Config::good_lemmas,
                      "Only lemmas that hold a level higher make their literals matter (XLC23)")
          .add_switch(
              "ic3-internal-signals", &Ic3Config::internal_signals,
              "Treat gates that read no input as state variables, so that cubes and lemmas may "
              "have literals of them (DGIV21)")
          .add_switch(
              "ic3-abstract-next", &Ic3Config::abstract_next,
              "Predecessors need not lead to the value of a latch until a spurious counterexample "
              "shows that its next-state function matters")
          .add_count("ic3-bad-conflicts", &Ic3Config::bad_conflicts,
                     "Defer the query whether the last frame has a bad state after this many "
                     "conflicts, until a frame is closed; 0: never",
                     2)
          .add_choice(
              "ic3-import", &Ic3Config::import_lemmas,
              {{"usual", Import::Usual},
               {"arriving", Import::Arriving},
               {"wanted", Import::Wanted},
               {"none", Import::None}},
              "Lemmas of other workers: ask for each as it arrives, for those that would settle "
              "an obligation, or for none; usually as they arrive, and for none where constraints "
              "are left out")
          .add_switch("ic3-share-moved", &Ic3Config::share_moved,
                      "Share a lemma with other workers once more when it moves up a frame; off: "
                      "only when it is "
                      "made and when it holds at infinity")
          .add_switch(
              "ic3-predicate-property", &Ic3Config::predicate_property,
              "Assume the property in every frame and look for the states one step before a bad "
              "one (Bra11)")
          .add_choice("ic3-lift", &Ic3Config::lift,
                      {{"none", Lift::None},
                       {"ternary", Lift::Ternary},
                       {"sat", Lift::Sat},
                       {"justify", Lift::Justify},
                       {"both", Lift::Both}},
                      "How a predecessor becomes a cube: not at all, by ternary simulation, "
                      "by cores, by "
                      "justifying gates, or by the last two in turn")
          .add_switch("ic3-drop-from-model", &Ic3Config::drop_from_model,
                      "Before cores: drop latches that no gate of the model needs")
          .add_switch("ic3-abstract-constraints", &Ic3Config::abstract_constraints,
                      "Predecessors need not obey a constraint until a spurious counterexample "
                      "shows that it "
                      "matters")
          .add_count("ic3-lift-rounds", &Ic3Config::lift_rounds,
                     "Cores for one predecessor, each with another order of the latches", 5, "N", 1)
          .add_choice(
              "ic3-generalize", &Ic3Config::generalize,
              {{"core", Generalize::Core},
               {"drop", Generalize::Drop},
               {"ctg", Generalize::Ctg},
               {"extended", Generalize::Extended},
               {"dynamic", Generalize::Dynamic}},
              "How a blocked cube becomes a lemma: its core; literals dropped one by one; the same "
              "with counterexamples to generalization (CTGs) blocked, or blocked with their own "
              "predecessors; or one of these by how often the obligation came back")
          .add_count("ic3-drop-failures", &Ic3Config::drop_failures,
                     "Stop dropping literals after this many failures; 0: try all", 3)
          .add_choice("ic3-drop-search", &Ic3Config::drop_search,
                      {{"linear", DropSearch::Linear}, {"binary", DropSearch::Binary}},
                      "Drop literals one by one, or halves of a cube, and halves of these where "
                      "they fail, without CTGs (Lan18, algorithm 11)")
          .add_switch("ic3-failures-in-a-row", &Ic3Config::failures_in_a_row,
                      "Of these, only those since a literal was dropped count; off: all (Pic16)")
          .add_count("ic3-ctg-max", &Ic3Config::ctg_max, "CTGs blocked for one candidate", 4)
          .add_count("ic3-ctg-depth", &Ic3Config::ctg_depth,
                     "CTGs of CTGs are looked for down to this depth", 3, "N", 1)
          .add_count("ic3-ctg-limit", &Ic3Config::ctg_limit,
                     "Attempts to block one CTG, its predecessors included (extended)", 12, "N", 1)
          .add_choice(
              "ic3-activity", &Ic3Config::activity,
              {{"on", Activity::On},
               {"off", Activity::Off},
               {"reversed", Activity::Reversed},
               {"random", Activity::Random}},
              "Keep literals that recent lemmas have, drop others first; or the reverse, or in "
              "random order")
          .add_choice("ic3-assume-activity", &Ic3Config::assume_activity,
                      {{"on", Activity::On},
                       {"off", Activity::Off},
                       {"reversed", Activity::Reversed},
                       {"random", Activity::Random}},
                      "Assume literals that recent lemmas have first, so that cores keep them; or "
                      "the reverse, or in random order")
          .add_switch("ic3-drop-words", &Ic3Config::drop_words,
                      "Literals of one word (count[0], count[1], ...) are dropped together first")
          .add_switch("ic3-parent-order", &Ic3Config::parent_order,
                      "Drop first what the lemma of the frame below does without")
          .add_switch("ic3-strengthen", &Ic3Config::strengthen,
                      "Ask for obligations with their own negation assumed")
          .add_switch("ic3-push-new", &Ic3Config::push_new, "Push each new lemma as far as it goes")
          .add_switch("ic3-proof-layers", &Ic3Config::proof_layers,
                      "Put a lemma as high as the proof that found it holds")
          .add_switch("ic3-triggered-push", &Ic3Config::triggered_push,
                      "Retry a lemma only when its counterexample to propagation is excluded")
          .add_switch("ic3-infinity", &Ic3Config::infinity,
                      "Look for lemmas that are inductive by themselves")
          .add_switch("ic3-keep-obligations", &Ic3Config::keep_obligations,
                      "Take blocked obligations to higher frames")
          .add_count("ic3-drop-after", &Ic3Config::drop_after,
                     "Give an obligation up when it returned this often; 0: never", 40)
          .add_choice(
              "ic3-encoding", &Ic3Config::encoding,
              {{"gates", Encoding::Gates}, {"cuts", Encoding::Cuts}},
              "What becomes clauses: gates as they are, or functions of up to four variables that "
              "cover the circuit with few clauses")
          .add_switch("ic3-eliminate", &Ic3Config::eliminate,
                      "Eliminate gates from the clauses of the transition relation")
          .add_switch("ic3-partial-constraints", &Ic3Config::partial_constraints,
                      "Ask about as much of the constraints as makes them true, not about their "
                      "whole cones")
          .add_switch("ic3-initial-phases", &Ic3Config::initial_phases,
                      "Let the solver try the values of the first state first")
          .add_text("log-ic3", &Ic3Config::journal, "FILE",
                    "Write what IC3 does, step by step, as lines of JSON, which 'cairn report' "
                    "shows; of the first strategy, with the engine auto")
          .add_text("ic3-record", &Ic3Config::record, "FILE",
                    "Write every query to the solver to this file (bench/README.md); of the first "
                    "strategy, "
                    "with the engine auto");
  return table;
}

}  // namespace cairn::ic3
