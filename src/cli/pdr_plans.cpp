// SPDX-License-Identifier: MIT
//
// A plan has all options in which the program that is described differs from Cairn's defaults, as
// far as they are options here; what both papers leave to MiniSat is left to our solver. Where the
// name of a variant tells what it changes, the others change nothing else.
#include "cli/pdr_plans.h"

#include <algorithm>
#include <string>
#include <utility>

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
      {"--ic3-lift", "ternary"}, {"--ic3-generalize", "drop"},   {"--ic3-down", "off"},
      {"--ic3-activity", "off"}, {"--ic3-parent-order", "off"},  {"--ic3-strengthen", "on"},
      {"--ic3-queue", "newest"}, {"--ic3-semantic-check", "on"}, {"--ic3-triggered-push", "off"},
      {"--ic3-infinity", "off"}, {"--ic3-drop-after", "0"}};
  return options;
}

/// [Pic16, section 3.4]: recursive calls, so obligations are not kept; lemmas are pushed in the
/// propagation phase alone.
const Options& basic() {
  static const Options options = with(pdr(), {{"--ic3-lift", "none"},
                                              {"--ic3-semantic-check", "off"},
                                              {"--ic3-keep-obligations", "off"},
                                              {"--ic3-push-new", "off"},
                                              {"--ic3-proof-layers", "off"},
                                              {"--ic3-subsume", "off"}});
  return options;
}

std::vector<Plan> variants_of_pdr() {
  struct Variant {
    std::string name, description;
    Options changes;
  };
  const std::vector<Variant> variants{
      {"no-simulation", "without three-valued simulation", {{"--ic3-lift", "none"}}},
      {"stronger-generalization",
       "generalizing beyond non-inductive regions, for three random literals of a cube",
       {{"--ic3-down", "on"}, {"--ic3-down-literals", "3"}, {"--ic3-activity", "random"}}},
      {"q1",
       "no question with a cube's own negation assumed",
       {{"--ic3-strengthen", "off"}, {"--ic3-extended-queries", "off"}}},
      {"activity", "literals of recent lemmas kept longest", {{"--ic3-activity", "on"}}},
      {"activity-reversed",
       "literals of recent lemmas dropped first",
       {{"--ic3-activity", "reversed"}}},
      {"syntactic-check",
       "without asking whether a frame excludes an obligation",
       {{"--ic3-semantic-check", "off"}}},
      {"semantic-cone",
       "removing lemmas that the property does not need",
       {{"--ic3-semantic-cone", "on"}}},
      {"no-propagation",
       "without pushing lemmas when a frame is cleared",
       {{"--ic3-propagate", "off"}}},
      {"semantic-cone-no-propagation",
       "removing lemmas that are not needed in the place of pushing",
       {{"--ic3-semantic-cone", "on"}, {"--ic3-propagate", "off"}}},
      {"infinite-subset",
       "the inductive subset of the last frame goes to infinity",
       {{"--ic3-infinite-subset", "on"}}},
      {"solver-per-frame", "a solver for each frame", {{"--ic3-frame-solvers", "per-frame"}}},
      {"recycling", "a new solver after 1000 questions", {{"--ic3-recycle", "1000"}}},
      {"localization", "latches are inputs until they matter", {{"--ic3-abstract-latches", "on"}}},
      {"target-enlargement",
       "bad states enlarged by one step",
       {{"--passes", "cone,hashing,constants,cone,sweep,target-enlargement"}}},
      {"backward",
       "the roles of initial and bad states exchanged",
       {{"--ic3-direction", "backward"}}}};
  std::vector<Plan> plans;
  for (const Variant& variant : variants)
    plans.push_back({"pdr-" + variant.name, "ic3", "EMB11, section VI",
                     "PDR, " + variant.description, with(pdr(), variant.changes)});
  return plans;
}

}  // namespace

std::vector<Plan> pdr_plans() {
  std::vector<Plan> plans{{"pdr", "ic3", "EMB11", "PDR as it was published", pdr()}};
  for (Plan& plan : variants_of_pdr()) plans.push_back(std::move(plan));
  const Options better_cti = with(basic(), {{"--ic3-lift", "sat"}, {"--ic3-lift-rounds", "1"}});
  const Options better_propagation = with(better_cti, {{"--ic3-subsume", "on"}});
  const auto pick = [&](const std::string& name, const std::string& description, Options options) {
    plans.push_back({"pick-" + name, "ic3", "Pic16, figure 3.1", description, std::move(options)});
  };
  pick("basic", "Literals dropped one by one, states as they are found", basic());
  pick("better-cti", "Basic with smaller counterexamples to induction", better_cti);
  pick("better-propagation", "Better CTI without subsumed lemmas", better_propagation);
  pick("priority-queue", "Better propagation with obligations that are kept",
       with(better_propagation, {{"--ic3-keep-obligations", "on"}}));
  pick("ctg", "Better propagation with counterexamples to generalization blocked",
       with(better_propagation, {{"--ic3-generalize", "ctg"}, {"--ic3-down", "on"}}));
  return plans;
}

}  // namespace cairn
