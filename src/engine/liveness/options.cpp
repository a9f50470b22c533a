// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/liveness/config.h"

namespace cairn::live {

const OptionGroup& LassoConfig::options() {
  static const OptionGroup table =
      OptionTable<LassoConfig>("lasso", "Bounded search for lassos")
          .add_count("lasso-step", &LassoConfig::step,
                     "A query is about loops that end in one of this many steps", 4, "N", 1)
          .add_count("lasso-last", &LassoConfig::last,
                     "Stop when there is no lasso of this many steps after the first");
  return table;
}

const OptionGroup& L2sConfig::options() {
  static const OptionGroup table =
      OptionTable<L2sConfig>("l2s", "Liveness as safety, by a shadow of the state")
          .add_word(
              "l2s-engine", &L2sConfig::engine, {"ic3", "bmc", "kind", "itp"}, {},
              "Who decides the system with the shadow; proofs of ic3 alone have certificates");
  return table;
}

const OptionGroup& KLivenessConfig::options() {
  static const OptionGroup table =
      OptionTable<KLivenessConfig>("k-liveness", "k-liveness: a bound for the number of rounds")
          .add_count("k-liveness-last", &KLivenessConfig::last, "Stop after this many rounds", 0,
                     "N", 1)
          .add_count("k-liveness-chain", &KLivenessConfig::chain,
                     "Latches that count rounds at first; when they do not suffice, there are four "
                     "times as many",
                     8, "N", 1, 10'000)
          .add_switch("k-liveness-stabilize", &KLivenessConfig::stabilize,
                      "Rounds count only while latches that can change once do not change")
          .add_switch("k-liveness-lasso", &KLivenessConfig::lasso,
                      "Look for loops in the runs with many rounds");
  return table;
}

const OptionGroup& RliveConfig::options() {
  static const OptionGroup table =
      OptionTable<RliveConfig>("rlive", "rlive: from round to round, with shoals")
          .add_count("rlive-depth", &RliveConfig::depth, "Give up a path of this many rounds", 0,
                     "N", 1);
  return table;
}

}  // namespace cairn::live
