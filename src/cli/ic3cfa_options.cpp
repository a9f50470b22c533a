// SPDX-License-Identifier: MIT
#include "cli/ic3cfa_options.h"

#include <map>
#include <memory>
#include <string>

#include "cli/choice.h"

namespace cairn {
namespace {

using Config = Ic3CfaConfig;

const std::map<std::string, Config::Generalize>& generalizations() {
  static const std::map<std::string, Config::Generalize> names{{"none", Config::Generalize::None},
                                                               {"old", Config::Generalize::Old},
                                                               {"new", Config::Generalize::New}};
  return names;
}

const std::map<std::string, Config::EdgeApproach>& edge_approaches() {
  static const std::map<std::string, Config::EdgeApproach> names{
      {"multi", Config::EdgeApproach::Multi},
      {"single", Config::EdgeApproach::Single},
      {"incremental", Config::EdgeApproach::Incremental},
      {"joint", Config::EdgeApproach::Joint}};
  return names;
}

const std::map<std::string, Config::Order>& orders() {
  static const std::map<std::string, Config::Order> names{{"smallest", Config::Order::Smallest},
                                                          {"largest", Config::Order::Largest},
                                                          {"random", Config::Order::Random}};
  return names;
}

const std::map<std::string, Config::Reuse>& reuses() {
  static const std::map<std::string, Config::Reuse> names{{"none", Config::Reuse::None},
                                                          {"next", Config::Reuse::Next},
                                                          {"at-once", Config::Reuse::AtOnce}};
  return names;
}

const std::map<std::string, Config::Query>& queries() {
  static const std::map<std::string, Config::Query> names{{"filter", Config::Query::Filter},
                                                          {"and-filter", Config::Query::AndFilter},
                                                          {"first", Config::Query::First}};
  return names;
}

const std::map<std::string, Config::FrameTest>& frame_tests() {
  static const std::map<std::string, Config::FrameTest> names{
      {"versions", Config::FrameTest::Versions}, {"clauses", Config::FrameTest::Clauses}};
  return names;
}

void add_published_options(CLI::App& group, Config& config) {
  add_choice(group, "--ic3cfa-generalize", config.generalize, generalizations(),
             "How a blocked cube becomes a lemma: as it is; literals dropped one by one; after "
             "those that need no question");
  add_choice(group, "--ic3cfa-edges", config.edges, edge_approaches(),
             "How several edges into a location are generalized along: all in one question, each "
             "alone, one after another, or with one candidate and a core for each");
  add_choice(group, "--ic3cfa-order", config.order, orders(),
             "Which obligations of a level come first, by literals");
  add_choice(group, "--ic3cfa-reuse", config.reuse, reuses(),
             "What becomes of blocked obligations: nothing; they come again with the next frame, "
             "or at once on the next level");
  add_choice(group, "--ic3cfa-query", config.query, queries(),
             "How the edges that stop an obligation are found: by asking about each; first about "
             "all in one question; or until one is found");
  add_switch(group, "--ic3cfa-relind-alt", config.relind_alt,
             "Ask by weakest preconditions, without primed variables");
  add_switch(group, "--ic3cfa-precubes", config.precubes,
             "Look for a blocked cube within the precondition before asking");
  add_switch(group, "--ic3cfa-contexts", config.contexts,
             "Remember generalizations: upper bounds of later ones");
  add_switch(group, "--ic3cfa-lower-bounds", config.lower_bounds,
             "Remembered generalizations are lower bounds too");
  add_switch(group, "--ic3cfa-extended-context", config.extended_context,
             "Look among the generalizations of other cubes too");
  add_choice(group, "--ic3cfa-frame-test", config.frame_test, frame_tests(),
             "How a remembered generalization's frame is compared with one of now: by the time of "
             "the last change, or clause by clause");
  add_switch(group, "--ic3cfa-interpolation", config.interpolation,
             "Interpolate on edges from a location to itself");
  add_switch(group, "--ic3cfa-semantic-blocking", config.semantic_blocking,
             "Ask whether the frame excludes a cube before it is blocked");
  add_switch(group, "--ic3cfa-requeue-shortcut", config.requeue_shortcut,
             "An obligation whose exact predecessors were all blocked is blocked unasked");
}

void add_further_options(CLI::App& group, Config& config) {
  add_switch(group, "--ic3cfa-cores", config.cores, "Literals that no core has are dropped first");
  add_switch(group, "--ic3cfa-self-induction", config.self_induction,
             "Assume the negation of a cube along edges from its location to itself");
  add_switch(group, "--ic3cfa-propagate", config.propagate,
             "Push lemmas to higher levels between frames");
  add_switch(group, "--ic3cfa-push-new", config.push_new, "Push each new lemma as far as it goes");
  add_switch(group, "--ic3cfa-weaken", config.weaken, "Widen equalities and bounds of bit-vectors");
  add_switch(group, "--ic3cfa-check-returned", config.check_returned,
             "Ask whether the frame excludes an obligation that comes again before its edges");
  add_switch(group, "--ic3cfa-bits", config.bits, "Split equalities with constants into bits");
  add_switch(
      group, "--ic3cfa-down", config.down,
      "Where a cube is not inductive because of a state at its own location, look for a part "
      "that is");
  add_switch(group, "--ic3cfa-activity", config.activity,
             "Keep literals that loops do not change and lemmas have, drop others first");
  add_switch(group, "--ic3cfa-seeds", config.seeds,
             "Find linear equations, bounds and orders by abstract interpretation first");
  add_number(group, "--ic3cfa-seed-queries", config.seed_queries,
             "Questions of that abstract interpretation; if they are not enough it is left out");
  add_number(group, "--ic3cfa-drop-failures", config.drop_failures,
             "Stop dropping literals after this many failures in a row; 0: try all");
  add_number(group, "--ic3cfa-ctg", config.ctg,
             "Counterexamples to one generalization that may be blocked at their location; needs "
             "--ic3cfa-edges joint");
  add_number(group, "--ic3cfa-ctg-depth", config.ctg_depth,
             "How deep generalizations of these may be within each other");
  add_number(group, "--ic3cfa-split-limit", config.split_limit,
             "Ways through an edge that are told apart; with more it stays whole");
  add_number(group, "--ic3cfa-literal-nodes", config.literal_nodes,
             "Literals with more subterms are simplified as the model decides");
  group
      .add_option("--ic3cfa-critical", config.critical_seconds,
                  "Give up, and the whole search, after a question of the search took this; 0: "
                  "never; --smt-timeout comes first")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  add_seconds_setting(group, "--ic3cfa-critical", config.critical_seconds);
  group
      .add_option("--ic3cfa-noncritical", config.noncritical_seconds,
                  "Give up a question of generalization after this; 0: never")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  add_seconds_setting(group, "--ic3cfa-noncritical", config.noncritical_seconds);
  add_number(group, "--ic3cfa-max-level", config.max_level, "Give up after this frame; 0: never");
}

}  // namespace

void add_ic3cfa_options(CLI::App& command, Ic3CfaConfig& config) {
  CLI::App& group =
      *command.add_option_group("ic3cfa", "IC3 on automata: each technique can be switched");
  // Options take effect in the order in which they are defined: the plan first.
  const auto chosen = std::make_shared<std::string>("default");
  const auto take = [&config, chosen](const std::string& name) {
    config = *ic3cfa_plan(name);
    *chosen = name;
  };
  group
      .add_option_function<std::string>(
          "--ic3cfa-plan", take,
          "All of these at once: the default, or a configuration A to Q of the dissertation's "
          "evaluation; other options change it")
      ->check(CLI::IsMember(ic3cfa_plans()))
      ->type_name("PLAN")
      ->default_str("default");
  add_word_setting(
      group, "--ic3cfa-plan", ic3cfa_plans(), [chosen] { return *chosen; }, take);
  add_published_options(group, config);
  add_further_options(group, config);
}

}  // namespace cairn
