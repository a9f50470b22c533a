// SPDX-License-Identifier: MIT
#include "cli/ic3_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {
namespace {

using Lift = Ic3Config::Lift;
using Generalize = Ic3Config::Generalize;

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
  add_switch(group, "--ic3-activity", config.activity,
             "Keep literals that recent lemmas have, drop others first");
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
  add_switch(group, "--ic3-eliminate", config.eliminate,
             "Eliminate gates from the clauses of the transition relation");
  add_switch(
      group, "--ic3-partial-constraints", config.partial_constraints,
      "Ask about as much of the constraints as makes them true, not about their whole cones");
  add_switch(group, "--ic3-initial-phases", config.initial_phases,
             "Let the solver try the values of the first state first");
  group
      .add_option(
          "--ic3-record", config.record,
          "Write every question to the solver to this file (bench/README.md); of the first lane, "
          "with the engine auto")
      ->type_name("FILE");
}

}  // namespace cairn
