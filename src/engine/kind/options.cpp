// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/kind/config.h"

namespace cairn::kind {
namespace {

using Certify = KindConfig::Certify;
using Forward = KindConfig::Forward;
using LoopFree = KindConfig::LoopFree;
using SimplePath = KindConfig::SimplePath;

}  // namespace

const OptionGroup& KindConfig::options() {
  static const OptionGroup table =
      OptionTable<KindConfig>("kind", "k-induction")
          .add_count("kind-step", &KindConfig::step, "From one k to the next", 4, "N", 1)
          .add_count("kind-last", &KindConfig::last, "Stop after this k (default: never)")
          .add_count("kind-lag", &KindConfig::lag,
                     "Bounds that the base case may stay behind the step case", 5)
          .add_choice(
              "kind-simple-path", &KindConfig::simple_path,
              {{"off", SimplePath::Off}, {"lazy", SimplePath::Lazy}, {"all", SimplePath::All}},
              "Which states of a path must differ: none, those that were equal in a path that was "
              "found, or all")
          .add_choice(
              "kind-forward", &KindConfig::forward,
              {{"off", Forward::Off}, {"doubling", Forward::Doubling}, {"each", Forward::Each}},
              "When to ask for a loop-free path from a first state: never, when k has doubled, or "
              "for each k")
          .add_choice(
              "kind-loop-free", &KindConfig::loop_free,
              {{"doubling", LoopFree::Doubling}, {"each", LoopFree::Each}},
              "When to ask the step case once it is known that loops have to be excluded: when k "
              "has doubled, or for each k")
          .add_count(
              "kind-plain", &KindConfig::plain,
              "After the forward check has proved it: larger k that are tried for a certificate", 5)
          .add_choice(
              "kind-certify", &KindConfig::certify,
              {{"none", Certify::None}, {"ic3", Certify::Ic3}},
              "After a proof over loop-free paths: who finds an invariant, without which there is "
              "no answer");
  return table;
}

}  // namespace cairn::kind
