// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/ic3cfa/config.h"

namespace cairn::ic3cfa {
namespace {

using Config = Ic3CfaConfig;

}  // namespace

const OptionGroup& Ic3CfaConfig::options() {
  static const OptionGroup table =
      OptionTable<Ic3CfaConfig>("ic3cfa", "IC3 on automata")
          .add_choice(
              "ic3cfa-generalize", &Ic3CfaConfig::generalize,
              {{"none", Config::Generalize::None},
               {"old", Config::Generalize::Old},
               {"new", Config::Generalize::New}},
              "How a blocked cube becomes a lemma: as it is; literals dropped one by one; after "
              "those that need no query")
          .add_choice(
              "ic3cfa-edges", &Ic3CfaConfig::edges,
              {{"multi", Config::EdgeApproach::Multi},
               {"single", Config::EdgeApproach::Single},
               {"incremental", Config::EdgeApproach::Incremental},
               {"joint", Config::EdgeApproach::Joint}},
              "How several edges into a location are generalized along: all in one query, each "
              "alone, one after another, or with one candidate and a core for each")
          .add_choice("ic3cfa-order", &Ic3CfaConfig::order,
                      {{"smallest", Config::Order::Smallest},
                       {"largest", Config::Order::Largest},
                       {"random", Config::Order::Random}},
                      "Which obligations of a level come first, by literals")
          .add_choice(
              "ic3cfa-reuse", &Ic3CfaConfig::reuse,
              {{"none", Config::Reuse::None},
               {"next", Config::Reuse::Next},
               {"at-once", Config::Reuse::AtOnce}},
              "What becomes of blocked obligations: nothing; they come again with the next frame, "
              "or at once on the next level")
          .add_choice(
              "ic3cfa-query", &Ic3CfaConfig::query,
              {{"filter", Config::Query::Filter},
               {"and-filter", Config::Query::AndFilter},
               {"first", Config::Query::First}},
              "How the edges that stop an obligation are found: by asking about each; first about "
              "all in one query; or until one is found")
          .add_switch("ic3cfa-relind-alt", &Ic3CfaConfig::relind_alt,
                      "Ask by weakest preconditions, without primed variables")
          .add_switch("ic3cfa-precubes", &Ic3CfaConfig::precubes,
                      "Look for a blocked cube within the precondition before asking")
          .add_switch("ic3cfa-contexts", &Ic3CfaConfig::contexts,
                      "Remember generalizations: upper bounds of later ones")
          .add_switch("ic3cfa-lower-bounds", &Ic3CfaConfig::lower_bounds,
                      "Remembered generalizations are lower bounds too")
          .add_switch("ic3cfa-extended-context", &Ic3CfaConfig::extended_context,
                      "Look among the generalizations of other cubes too")
          .add_choice(
              "ic3cfa-frame-test", &Ic3CfaConfig::frame_test,
              {{"versions", Config::FrameTest::Versions}, {"clauses", Config::FrameTest::Clauses}},
              "How a remembered generalization's frame is compared with one of now: by the time of "
              "the last change, or clause by clause")
          .add_switch("ic3cfa-interpolation", &Ic3CfaConfig::interpolation,
                      "Interpolate on edges from a location to itself")
          .add_switch("ic3cfa-semantic-blocking", &Ic3CfaConfig::semantic_blocking,
                      "Ask whether the frame excludes a cube before it is blocked")
          .add_switch("ic3cfa-requeue-shortcut", &Ic3CfaConfig::requeue_shortcut,
                      "An obligation whose exact predecessors were all blocked is blocked unasked")
          .add_switch("ic3cfa-cores", &Ic3CfaConfig::cores,
                      "Literals that no core has are dropped first")
          .add_switch("ic3cfa-self-induction", &Ic3CfaConfig::self_induction,
                      "Assume the negation of a cube along edges from its location to itself")
          .add_switch("ic3cfa-propagate", &Ic3CfaConfig::propagate,
                      "Push lemmas to higher levels between frames")
          .add_switch("ic3cfa-propagate-edges", &Ic3CfaConfig::propagate_edges,
                      "Between frames, lemmas are tried at the locations that edges lead to, one "
                      "level higher")
          .add_switch("ic3cfa-push-new", &Ic3CfaConfig::push_new,
                      "Push each new lemma as far as it goes")
          .add_switch("ic3cfa-weaken", &Ic3CfaConfig::weaken,
                      "Widen equalities and bounds of bit-vectors")
          .add_switch(
              "ic3cfa-check-returned", &Ic3CfaConfig::check_returned,
              "Ask whether the frame excludes an obligation that comes again before its edges")
          .add_switch("ic3cfa-bits", &Ic3CfaConfig::bits,
                      "Split equalities with constants into bits")
          .add_switch("ic3cfa-down", &Ic3CfaConfig::down,
                      "Where a cube is not inductive because of a state at its own location, look "
                      "for a part "
                      "that is")
          .add_switch("ic3cfa-activity", &Ic3CfaConfig::activity,
                      "Keep literals that loops do not change and lemmas have, drop others first")
          .add_switch("ic3cfa-seeds", &Ic3CfaConfig::seeds,
                      "Find linear equations, bounds and orders by abstract interpretation first")
          .add_count(
              "ic3cfa-seed-queries", &Ic3CfaConfig::seed_queries,
              "Queries of that abstract interpretation; if they are not enough it is left out", 50)
          .add_count("ic3cfa-drop-failures", &Ic3CfaConfig::drop_failures,
                     "Stop dropping literals after this many failures in a row; 0: try all", 3)
          .add_count(
              "ic3cfa-ctg", &Ic3CfaConfig::ctg,
              "Counterexamples to one generalization that may be blocked at their location; needs "
              "--ic3cfa-edges joint")
          .add_count("ic3cfa-ctg-depth", &Ic3CfaConfig::ctg_depth,
                     "How deep generalizations of these may be within each other")
          .add_count("ic3cfa-split-limit", &Ic3CfaConfig::split_limit,
                     "Split an edge into at most this many paths; otherwise keep it whole", 64, "N",
                     1)
          .add_count("ic3cfa-literal-nodes", &Ic3CfaConfig::literal_nodes,
                     "Literals with more subterms are simplified as the model decides", 500)
          .add_seconds("ic3cfa-critical", &Ic3CfaConfig::critical_seconds,
                       "Give up, and the whole search, after a query of the search took this; 0: "
                       "never; --smt-timeout comes first")
          .add_seconds("ic3cfa-noncritical", &Ic3CfaConfig::noncritical_seconds,
                       "Give up a query of generalization after this; 0: never")
          .add_count("ic3cfa-max-level", &Ic3CfaConfig::max_level,
                     "Give up after this frame; 0: never");
  return table;
}

}  // namespace cairn::ic3cfa
