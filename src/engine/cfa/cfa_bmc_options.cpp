// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/cfa/cfa_bmc.h"

namespace cairn {
namespace {

using Prune = CfaBmcConfig::Prune;

}  // namespace

const OptionGroup& CfaBmcConfig::options() {
  static const OptionGroup table =
      OptionTable<CfaBmcConfig>(
          "bmc-smt", "Bounded model checking of programs; bounds count edges of the automaton")
          .add_count("bmc-smt-step", &CfaBmcConfig::step, "Each query covers this many bounds", 4,
                     "N", 1)
          .add_count("bmc-smt-last", &CfaBmcConfig::last,
                     "Stop when this bound is cleared (default: never)", 0, "BOUND")
          .add_choice(
              "bmc-smt-prune", &CfaBmcConfig::prune,
              {{"none", Prune::None}, {"runs", Prune::Runs}, {"places", Prune::Places}},
              "What else to ask: whether any run is as long as 1, 2, 4 and so on edges, or whether "
              "each location is reached at each depth");
  return table;
}

}  // namespace cairn
