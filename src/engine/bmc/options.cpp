// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/bmc/bmc.h"

namespace cairn {
const OptionGroup& BmcConfig::options() {
  static const OptionGroup table =
      OptionTable<BmcConfig>("bmc", "Bounded model checking")
          .add_count("bmc-first", &BmcConfig::first,
                     "The first query covers all bounds up to this one", 3, "BOUND")
          .add_count("bmc-step", &BmcConfig::step,
                     "Each further query covers this many bounds more", 4, "N", 1)
          .add_switch("bmc-gradual", &BmcConfig::gradual,
                      "But at most as many as are cleared: --bmc-step is reached step by step")
          .add_switch("bmc-shortest", &BmcConfig::shortest,
                      "Look for the shortest counterexample, not just for one; without leaps")
          .add_count(
              "bmc-leap", &BmcConfig::leap,
              "When a bound has taken this many conflicts, look for much longer runs in between; "
              "0: never",
              0, "CONFLICTS")
          .add_choice(
              "bmc-solver", &BmcConfig::solver,
              {{"cadical", SolverKind::Cadical},
               {"stable", SolverKind::Stable},
               {"cairn", SolverKind::Cairn}},
              "Who answers: CaDiCaL; CaDiCaL that seldom restarts, which finds counterexamples "
              "sooner and is slower where there are none; or Cairn's own solver")
          .add_choice(
              "bmc-encoding", &BmcConfig::encoding,
              {{"tseitin", BmcConfig::Encoding::Both}, {"polarity", BmcConfig::Encoding::AsAsked}},
              "Clauses of a gate: all of them, or those for the polarities in which "
              "queries need it (PG86)")
          .add_count("bmc-last", &BmcConfig::last,
                     "Stop when this bound is cleared (default: never)", 0, "BOUND");
  return table;
}

}  // namespace cairn
