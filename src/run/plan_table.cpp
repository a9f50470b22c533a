// SPDX-License-Identifier: MIT
//
// The table of plans. To add one: an entry here. Plans that an engine knows as configurations are
// not spelled out a second time: their options are those whose values differ from the defaults.
//
// A plan of a paper has all options in which the program that is described differs from Cairn's
// defaults, as far as they are options here; what [EMB11] and [Pic16] leave to MiniSat is left to
// our solver. Where the name of a variant tells what it changes, the others change nothing else.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "run/plan.h"

namespace cairn {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// `changes` beside the options of `base`, or in the place of one.
Options with(Options base, const Options& changes) {
  for (const auto& change : changes) {
    const auto found = std::find_if(
        base.begin(), base.end(), [&](const auto& option) { return option.first == change.first; });
    if (found == base.end())
      base.push_back(change);
    else
      found->second = change.second;
  }
  return base;
}

/// [EMB11, figures 5 to 9].
const Options& pdr() {
  static const Options options{
      {"ic3-lift", "ternary"},       {"ic3-generalize", "drop"},   {"ic3-down", "off"},
      {"ic3-activity", "off"},       {"ic3-parent-order", "off"},  {"ic3-strengthen", "on"},
      {"ic3-queue", "newest"},       {"ic3-semantic-check", "on"}, {"ic3-triggered-push", "off"},
      {"ic3-infinity", "off"},       {"ic3-drop-after", "0"},      {"ic3-bad-conflicts", "0"},
      {"ic3-assume-activity", "off"}};
  return options;
}

/// [Pic16, section 3.4]: recursive calls, so obligations are not kept; lemmas are pushed in the
/// propagation phase alone, and three literals that cannot be dropped end the search (section 4).
const Options& basic() {
  static const Options options = with(pdr(), {{"ic3-lift", "none"},
                                              {"ic3-semantic-check", "off"},
                                              {"ic3-keep-obligations", "off"},
                                              {"ic3-push-new", "off"},
                                              {"ic3-proof-layers", "off"},
                                              {"ic3-subsume", "off"},
                                              {"ic3-drop-failures", "3"},
                                              {"ic3-failures-in-a-row", "off"}});
  return options;
}

std::vector<Plan> variants_of_pdr() {
  struct Variant {
    std::string name, description;
    Options changes;
    std::vector<std::string> passes = {};
  };
  const std::vector<Variant> variants{
      {"no-simulation", "without three-valued simulation", {{"ic3-lift", "none"}}},
      {"stronger-generalization",
       "generalizing beyond non-inductive regions, for three random literals of a cube",
       {{"ic3-down", "on"}, {"ic3-down-literals", "3"}, {"ic3-activity", "random"}}},
      {"q1",
       "no query with a cube's own negation assumed",
       {{"ic3-strengthen", "off"}, {"ic3-extended-queries", "off"}}},
      {"activity", "literals of recent lemmas kept longest", {{"ic3-activity", "on"}}},
      {"activity-reversed",
       "literals of recent lemmas dropped first",
       {{"ic3-activity", "reversed"}}},
      {"assume-activity",
       "literals of recent lemmas assumed first",
       {{"ic3-assume-activity", "on"}}},
      {"assume-activity-reversed",
       "literals of recent lemmas assumed last",
       {{"ic3-assume-activity", "reversed"}}},
      {"predicate-property",
       "the property assumed in every frame, as in IC3",
       {{"ic3-predicate-property", "on"}}},
      {"syntactic-check",
       "without asking whether a frame excludes an obligation",
       {{"ic3-semantic-check", "off"}}},
      {"semantic-cone",
       "removing lemmas that the property does not need",
       {{"ic3-semantic-cone", "on"}}},
      {"no-propagation",
       "without pushing lemmas when a frame is cleared",
       {{"ic3-propagate", "off"}}},
      {"semantic-cone-no-propagation",
       "removing lemmas that are not needed in the place of pushing",
       {{"ic3-semantic-cone", "on"}, {"ic3-propagate", "off"}}},
      {"infinite-subset",
       "the inductive subset of the last frame goes to infinity",
       {{"ic3-infinite-subset", "on"}}},
      {"solver-per-frame", "a solver for each frame", {{"ic3-frame-solvers", "per-frame"}}},
      {"recycling", "a new solver after 1000 queries", {{"ic3-recycle", "1000"}}},
      {"localization", "latches are inputs until they matter", {{"ic3-abstract-latches", "on"}}},
      {"target-enlargement", "bad states enlarged by one step", {}, {"target-enlargement"}},
      {"backward",
       "the roles of initial and bad states exchanged",
       {{"ic3-direction", "backward"}}}};
  std::vector<Plan> plans;
  for (const Variant& variant : variants)
    plans.push_back({"pdr-" + variant.name, "ic3", "EMB11, section VI",
                     "PDR, " + variant.description, with(pdr(), variant.changes), variant.passes});
  return plans;
}

std::vector<Plan> pdr_plans() {
  std::vector<Plan> plans{{"pdr", "ic3", "EMB11", "PDR as it was published", pdr()}};
  for (Plan& plan : variants_of_pdr()) plans.push_back(std::move(plan));
  const Options better_cti = with(
      basic(), {{"ic3-lift", "sat"}, {"ic3-lift-rounds", "1"}, {"ic3-drop-from-model", "off"}});
  const Options better_propagation = with(better_cti, {{"ic3-subsume", "on"}});
  const auto pick = [&](const std::string& name, const std::string& description, Options options) {
    plans.push_back({"pick-" + name, "ic3", "Pic16, figure 3.1", description, std::move(options)});
  };
  pick("basic", "Literals dropped one by one, states as they are found", basic());
  pick("better-cti", "Basic with smaller counterexamples to induction", better_cti);
  pick("better-propagation", "Better CTI without subsumed lemmas", better_propagation);
  pick("priority-queue", "Better propagation with obligations that are kept",
       with(better_propagation, {{"ic3-keep-obligations", "on"}, {"ic3-queue-generalized", "on"}}));
  pick("ctg", "Better propagation with counterexamples to generalization blocked",
       with(better_propagation, {{"ic3-generalize", "ctg"}, {"ic3-down", "on"}}));
  return plans;
}

/// Techniques that came after PDR, and what measurement chose.
std::vector<Plan> later_plans() {
  return {
      {"push-requests",
       "ic3",
       "Sud13",
       "Lemmas pushed as soon as their CTP is excluded",
       {{"ic3-push-requests", "on"}}},
      {"quip",
       "ic3",
       "IG15",
       "Lemmas as obligations that may fail, reachable states, bad lemmas",
       {{"ic3-quip", "on"}},
       {},
       false,
       {"ic3-quip"}},
      {"predict",
       "ic3",
       "SYC24",
       "Lemmas guessed from counterexamples to propagation",
       {{"ic3-predict", "on"}}},
      {"i-good",
       "ic3",
       "XLC23",
       "Literals of the lemma below kept, and order by lemmas that climbed",
       {{"ic3-refer-skip", "on"}, {"ic3-good-lemmas", "on"}}},
      {"internal-signals",
       "ic3",
       "DGIV21",
       "Gates that read no input as state variables",
       {{"ic3-internal-signals", "on"}}},
      {"signals",
       "ic3",
       "DGIV21, SYC24",
       "Gates that read no input as state variables, and predicted lemmas; a strategy of auto",
       {{"ic3-internal-signals", "on"}, {"ic3-predict", "on"}},
       {},
       false,
       {"ic3-internal-signals"}},
      {"predicate-property",
       "ic3",
       "Bra11",
       "The property assumed in every frame",
       {{"ic3-predicate-property", "on"}}},
      {"ctg",
       "ic3",
       "HBS13",
       "Counterexamples to generalization blocked, for every obligation",
       {{"ic3-generalize", "ctg"}}},
      {"extended-ctg",
       "ic3",
       "DynAMic",
       "Counterexamples to generalization blocked with their own predecessors",
       {{"ic3-generalize", "extended"}, {"ic3-ctg-max", "5"}, {"ic3-ctg-limit", "15"}}},
      {"abstract",
       "ic3",
       "",
       "Predecessors obey constraints when these have shown to matter; a strategy of auto",
       {{"ic3-abstract-constraints", "on"}},
       {},
       true,
       {"ic3-abstract-constraints"}},
      {"patient-ctg",
       "ic3",
       "DynAMic",
       "Extended CTGs, and no obligation is ever given up",
       {{"ic3-generalize", "extended"},
        {"ic3-ctg-max", "5"},
        {"ic3-ctg-limit", "15"},
        {"ic3-drop-after", "0"}}},
      {"random-order",
       "ic3",
       "",
       "Literals dropped in random order",
       {{"ic3-activity", "random"}, {"ic3-assume-activity", "off"}, {"ic3-parent-order", "off"}}},
      {"correspondence",
       "ic3",
       "Eij00",
       "Latches and gates that are equal in all reachable states merged first",
       {},
       {"correspondence"}},
      {"stable",
       "bmc",
       "",
       "CaDiCaL that seldom restarts, ten bounds at a time; a strategy of auto",
       {{"bmc-solver", "stable"}, {"bmc-step", "10"}, {"bmc-gradual", "on"}},
       {},
       false,
       {},
       {"bmc-step", "bmc-shortest"}},
      {"bmc-leaps", "bmc", "", "Ten bounds at a time", {{"bmc-step", "10"}}},
      {"abstract-all",
       "ic3",
       "",
       "Predecessors obey constraints and next-state functions when these have shown to matter",
       {{"ic3-abstract-constraints", "on"}, {"ic3-abstract-next", "on"}},
       {},
       false,
       {"ic3-abstract-next"}},
  };
}

/// The options whose values are not the usual ones.
template <class Config>
Options differences(Config config) {
  Config usual;
  OptionSet given, defaults;
  given.add(Config::options(), config);
  defaults.add(Config::options(), usual);
  Options options;
  for (const auto& [name, value] : given.differences(defaults))
    options.emplace_back(name, describe(value));
  return options;
}

/// Table 5.1 of [Lan18], with the names that its legend gives.
const std::map<std::string, std::string>& ic3cfa_descriptions() {
  static const std::map<std::string, std::string> descriptions{
      {"default", "The defaults of Cairn"},
      {"A", "IC3CFA: no generalization"},
      {"B", "IC3-Gen Multi: literals dropped one by one, all edges in one query"},
      {"C", "IC3-Gen Single: B with each edge alone"},
      {"D", "IC3-Gen Incremental: B with one edge after another"},
      {"E", "IC3-Gen Order Largest: D with the largest obligations first"},
      {"F", "IC3-Gen Order Random: D with obligations in random order"},
      {"G", "IC3-Gen Reuse: D with obligations that come again with the next frame"},
      {"H", "New-Gen Don't care: G with literals that go without a query; the baseline"},
      {"I", "New-Gen RelIndAlt: H with queries by weakest preconditions"},
      {"J", "New-Gen PreCubes: H with cubes of the frame found in preconditions"},
      {"K", "New-Gen Upper Bounds: H with remembered generalizations"},
      {"L", "New-Gen Lower Bounds: K with these as lower bounds too"},
      {"M", "New-Gen Extended Context: L with those of other cubes"},
      {"N", "New-Gen Interpolation: H with interpolants at self-loops"},
      {"O", "New-Gen All: H with I, J and L"},
      {"P", "New-Gen All Interpolation: O with interpolants at self-loops"},
      {"Q", "New-Gen All Semantic Blocking: O with the frame asked before a cube is blocked"}};
  return descriptions;
}

/// [Bra11]: the competition's version, the variant that its section 7 compares it with, and the
/// listings alone, without what section 7 adds to them.
void add_bradley_plans(std::vector<Plan>& plans) {
  bradley::BradleyConfig implicates, listings;
  implicates.generalize = bradley::BradleyConfig::Generalize::Implicate;
  listings.failures = 0;
  listings.exchange = false;
  listings.order = bradley::BradleyConfig::Order::Fixed;
  listings.push = listings.up = listings.cone = listings.equivalences = listings.subsume = false;
  listings.core_query = listings.core_down = listings.core_up = listings.core_propagate = false;
  plans.push_back({"bradley", "bradley", "Bra11", "IC3 as it was first published", {}});
  plans.push_back({"bradley-prime-implicates", "bradley", "Bra11, section 7",
                   "Speed over quality: prime implicates instead of minimal inductive subclauses",
                   differences(implicates)});
  bradley::BradleyConfig highest, mapped;
  highest.relative = bradley::BradleyConfig::Relative::Highest;
  mapped.encoding = bradley::BradleyConfig::Encoding::Cuts;
  mapped.eliminate = true;
  plans.push_back({"bradley-highest", "bradley", "Bra11, section 6",
                   "The variation: from the highest frame downwards", differences(highest)});
  plans.push_back({"bradley-mapped", "bradley", "Bra11, section 7",
                   "Technology mapping and elimination for the transition relation",
                   differences(mapped)});
  plans.push_back({"bradley-listings", "bradley", "Bra11, section 6",
                   "The listings alone, without the techniques of section 7",
                   differences(listings)});
}

std::vector<Plan> make_plans() {
  std::vector<Plan> plans;
  for (const std::string& name : ic3cfa::ic3cfa_plans())
    plans.push_back({name, "ic3cfa", name == "default" ? "" : "Lan18, table 5.1",
                     ic3cfa_descriptions().at(name), differences(*ic3cfa::ic3cfa_plan(name))});
  for (Plan& plan : pdr_plans()) plans.push_back(std::move(plan));
  for (Plan& plan : later_plans()) plans.push_back(std::move(plan));
  add_bradley_plans(plans);
  return plans;
}

}  // namespace

const std::vector<Plan>& known_plans() {
  static const std::vector<Plan> plans = make_plans();
  return plans;
}

}  // namespace cairn
