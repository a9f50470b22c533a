// SPDX-License-Identifier: MIT
#include "cli/ic3_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {
namespace {

using Lift = Ic3Config::Lift;
using Generalize = Ic3Config::Generalize;
using Encoding = Ic3Config::Encoding;

const std::map<std::string, Lift>& lifts() {
  static const std::map<std::string, Lift> names{{"none", Lift::None},
                                                 {"ternary", Lift::Ternary},
                                                 {"sat", Lift::Sat},
                                                 {"justify", Lift::Justify},
                                                 {"both", Lift::Both}};
  return names;
}

const std::map<std::string, Generalize>& generalizations() {
  static const std::map<std::string, Generalize> names{{"core", Generalize::Core},
                                                       {"drop", Generalize::Drop},
                                                       {"ctg", Generalize::Ctg},
                                                       {"extended", Generalize::Extended},
                                                       {"dynamic", Generalize::Dynamic}};
  return names;
}

const std::map<std::string, Encoding>& encodings() {
  static const std::map<std::string, Encoding> names{{"gates", Encoding::Gates},
                                                     {"cuts", Encoding::Cuts}};
  return names;
}

const std::map<std::string, Ic3Config::Activity>& activities() {
  using Activity = Ic3Config::Activity;
  static const std::map<std::string, Activity> names{{"on", Activity::On},
                                                     {"off", Activity::Off},
                                                     {"reversed", Activity::Reversed},
                                                     {"random", Activity::Random}};
  return names;
}

const std::map<std::string, Ic3Config::Queue>& queues() {
  using Queue = Ic3Config::Queue;
  static const std::map<std::string, Queue> names{
      {"farthest", Queue::Farthest}, {"newest", Queue::Newest}, {"oldest", Queue::Oldest}};
  return names;
}

const std::map<std::string, Ic3Config::TakeIn>& takings() {
  using TakeIn = Ic3Config::TakeIn;
  static const std::map<std::string, TakeIn> names{{"usual", TakeIn::Usual},
                                                   {"arriving", TakeIn::Arriving},
                                                   {"wanted", TakeIn::Wanted},
                                                   {"none", TakeIn::None}};
  return names;
}

const std::map<std::string, Ic3Config::Direction>& directions() {
  using Direction = Ic3Config::Direction;
  static const std::map<std::string, Direction> names{{"forward", Direction::Forward},
                                                      {"backward", Direction::Backward}};
  return names;
}

const std::map<std::string, Ic3Config::Solver>& solvers() {
  using Solver = Ic3Config::Solver;
  static const std::map<std::string, Solver> names{
      {"own", Solver::Own}, {"minisat", Solver::Minisat}, {"cadical", Solver::Cadical}};
  return names;
}

const std::map<std::string, Ic3Config::FrameSolvers>& frame_solvers() {
  using FrameSolvers = Ic3Config::FrameSolvers;
  static const std::map<std::string, FrameSolvers> names{{"one", FrameSolvers::One},
                                                         {"per-frame", FrameSolvers::PerFrame}};
  return names;
}

/// Who answers the questions.
void add_solver_options(CLI::App& group, Ic3Config& config) {
  add_choice(group, "--ic3-solver", config.solver, solvers(),
             "Who answers the questions: Cairn's own solver, which was made for them, MiniSat or "
             "CaDiCaL (Pic16)");
  add_choice(group, "--ic3-frame-solvers", config.frame_solvers, frame_solvers(),
             "One solver for all frames, or one for each (EMB11)");
  add_number(group, "--ic3-recycle-percent", config.recycle_percent,
             "Make a library's solver anew when temporary clauses have used up this share of its "
             "variables (EMB11); 0: never");
  add_switch(group, "--ic3-cones-on-demand", config.cones_on_demand,
             "Tell a library about the parts of the circuit that questions are about, not about "
             "all of it (EMB11)");
  add_switch(group, "--ic3-constrain", config.constrain,
             "Use up no variable for a temporary clause, where the library can do without: "
             "CaDiCaL (FB21)");
}

/// The choices of [EMB11] and [Pic16].
void add_pdr_options(CLI::App& group, Ic3Config& config) {
  add_switch(group, "--ic3-extended-queries", config.extended_queries,
             "Ask for smaller and for higher lemmas with their own negation assumed: Q2 of EMB11, "
             "otherwise Q1");
  add_switch(group, "--ic3-down", config.down,
             "Generalize beyond non-inductive regions: join a candidate that fails with the state "
             "that it failed by, and go on (EMB11, Bra11)");
  add_number(group, "--ic3-down-literals", config.down_literals,
             "Do so for this many literals of a cube; 0: all");
  add_choice(group, "--ic3-queue", config.queue, queues(),
             "Which obligation of a level comes first: the one farthest from the bad state, the "
             "newest (a stack, EMB11) or the oldest");
  add_switch(group, "--ic3-propagate", config.propagate,
             "Push lemmas when a frame is cleared (EMB11, figure 9)");
  add_switch(group, "--ic3-semantic-check", config.semantic_check,
             "Ask whether the frame as a whole excludes an obligation already, not only whether a "
             "lemma does (EMB11, figure 7)");
  add_switch(group, "--ic3-semantic-cone", config.semantic_cone,
             "Remove lemmas that the property does not need when a frame is cleared (EMB11)");
  add_switch(group, "--ic3-infinite-subset", config.infinite_subset,
             "Look for the lemmas of the highest frame that are inductive together (EMB11)");
  add_switch(group, "--ic3-subsume", config.subsume,
             "Remove lemmas that follow from a new one (Pic16: better propagation)");
  add_number(group, "--ic3-recycle", config.recycle,
             "Make the solver anew after this many questions (EMB11); 0: never");
  add_switch(group, "--ic3-abstract-latches", config.abstract_latches,
             "Localization: latches are inputs until a false counterexample shows that they "
             "matter (EMB11)");
  add_choice(group, "--ic3-direction", config.direction, directions(),
             "Backward: the roles of initial and bad states are exchanged (EMB11)");
}

/// Techniques that came after PDR and are not part of the default.
void add_later_options(CLI::App& group, Ic3Config& config) {
  add_switch(group, "--ic3-push-requests", config.push_requests,
             "Try to push a lemma as soon as the state that stopped it is excluded, before the "
             "obligations above (Sud13)");
  add_switch(group, "--ic3-quip", config.quip,
             "Make lemmas obligations of the level above that may fail, keep the reachable states "
             "that this finds, and do not push lemmas that exclude one (IG15)");
  add_number(group, "--ic3-quip-effort", config.quip_effort,
             "Obligations spent on pushing one lemma and those that it takes");
  add_number(group, "--ic3-quip-states", config.quip_states, "Reachable states that are kept");
  add_switch(group, "--ic3-predict", config.predict,
             "Before literals are dropped: try the lemma of the frame below with one literal that "
             "its counterexample to propagation lacks (SYC24)");
  add_switch(group, "--ic3-refer-skip", config.refer_skip,
             "Do not try to drop literals that the lemma of the frame below has (XLC23)");
  add_switch(group, "--ic3-good-lemmas", config.good_lemmas,
             "Only lemmas that hold a level higher make their literals matter (XLC23)");
  add_switch(group, "--ic3-internal-signals", config.internal_signals,
             "Treat gates that read no input as state variables, so that cubes and lemmas may "
             "have literals of them (DGIV21)");
  add_switch(group, "--ic3-abstract-next", config.abstract_next,
             "Predecessors need not lead to the value of a latch until a false counterexample "
             "shows that its next-state function matters");
  add_number(group, "--ic3-bad-conflicts", config.bad_conflicts,
             "Put off the question whether the last frame has a bad state after this many "
             "conflicts, until a frame is closed; 0: never");
  add_choice(group, "--ic3-take-in", config.take_in, takings(),
             "Lemmas of other workers: ask for each as it arrives, for those that would settle "
             "an obligation, or for none; usually as they arrive, and for none where constraints "
             "are left out");
  add_switch(group, "--ic3-share-moved", config.share_moved,
             "Tell other workers a lemma once more when it moves up a frame; off: only when it is "
             "made and when it holds at infinity");
  add_switch(group, "--ic3-predicate-property", config.predicate_property,
             "Assume the property in every frame and look for the states one step before a bad "
             "one (Bra11)");
}

}  // namespace

void add_ic3_options(CLI::App& command, Ic3Config& config) {
  CLI::App& group = *command.add_option_group("ic3", "IC3: each technique can be switched");
  add_choice(
      group, "--ic3-lift", config.lift, lifts(),
      "How a predecessor becomes a cube: not at all, by three-valued simulation, by cores, by "
      "justifying gates, or by the last two in turn");
  add_switch(group, "--ic3-drop-from-model", config.drop_from_model,
             "Before cores: drop latches that no gate of the model needs");
  add_switch(group, "--ic3-abstract-constraints", config.abstract_constraints,
             "Predecessors need not obey a constraint until a false counterexample shows that it "
             "matters");
  add_number(group, "--ic3-lift-rounds", config.lift_rounds,
             "Cores for one predecessor, each with another order of the latches");
  add_choice(group, "--ic3-generalize", config.generalize, generalizations(),
             "How a blocked cube becomes a lemma: its core; literals dropped one by one; the same "
             "with counterexamples to generalization (CTGs) blocked, or blocked with their own "
             "predecessors; or one of these by how often the obligation came back");
  add_number(group, "--ic3-drop-failures", config.drop_failures,
             "Stop dropping literals after this many failures in a row; 0: try all");
  add_number(group, "--ic3-ctg-max", config.ctg_max, "CTGs blocked for one candidate");
  add_number(group, "--ic3-ctg-depth", config.ctg_depth,
             "CTGs of CTGs are looked for down to this depth");
  add_number(group, "--ic3-ctg-limit", config.ctg_limit,
             "Attempts to block one CTG, its predecessors included (extended)");
  add_choice(group, "--ic3-activity", config.activity, activities(),
             "Keep literals that recent lemmas have, drop others first; or the reverse, or in "
             "random order");
  add_switch(group, "--ic3-parent-order", config.parent_order,
             "Drop first what the lemma of the frame below does without");
  add_switch(group, "--ic3-strengthen", config.strengthen,
             "Ask for obligations with their own negation assumed");
  add_switch(group, "--ic3-push-new", config.push_new, "Push each new lemma as far as it goes");
  add_switch(group, "--ic3-proof-layers", config.proof_layers,
             "Put a lemma as high as the proof that found it holds");
  add_switch(group, "--ic3-triggered-push", config.triggered_push,
             "Retry a lemma only when the state that stopped it is excluded");
  add_switch(group, "--ic3-infinity", config.infinity,
             "Look for lemmas that are inductive by themselves");
  add_switch(group, "--ic3-keep-obligations", config.keep_obligations,
             "Take blocked obligations to higher frames");
  add_number(group, "--ic3-drop-after", config.drop_after,
             "Give an obligation up when it returned this often; 0: never");
  add_choice(group, "--ic3-encoding", config.encoding, encodings(),
             "What becomes clauses: gates as they are, or functions of up to four variables that "
             "cover the circuit with few clauses");
  add_switch(group, "--ic3-eliminate", config.eliminate,
             "Eliminate gates from the clauses of the transition relation");
  add_switch(
      group, "--ic3-partial-constraints", config.partial_constraints,
      "Ask about as much of the constraints as makes them true, not about their whole cones");
  add_switch(group, "--ic3-initial-phases", config.initial_phases,
             "Let the solver try the values of the first state first");
  add_pdr_options(group, config);
  add_solver_options(group, config);
  add_later_options(group, config);
  group
      .add_option(
          "--ic3-record", config.record,
          "Write every question to the solver to this file (bench/README.md); of the first lane, "
          "with the engine auto")
      ->type_name("FILE");
}

}  // namespace cairn
