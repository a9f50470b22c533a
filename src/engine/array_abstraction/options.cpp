// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/array_abstraction/config.h"

namespace cairn::word {

const OptionGroup& ProphecyConfig::options() {
  static const OptionGroup table =
      OptionTable<ProphecyConfig>("prophecy", "Memories as the words at some indices")
          .add_count("prophecy-expand", &ProphecyConfig::expand,
                     "Arrays of at most this many bits stay as they are", 64, "BITS")
          .add_count("prophecy-indices", &ProphecyConfig::indices,
                     "Give up where a proof needs more indices than this", 4)
          .add_count("prophecy-depth", &ProphecyConfig::depth,
                     "Give up where an index has to be remembered for more steps than this", 2,
                     "STEPS")
          .add_word("prophecy-engine", &ProphecyConfig::engine,
                    {"auto", "ic3", "bmc", "kind", "itp"}, {},
                    "Who decides the abstractions, on bits")
          .add_switch("prophecy-auto", &ProphecyConfig::automatic,
                      "The engine auto tries it where arrays are large");
  return table;
}

}  // namespace cairn::word
