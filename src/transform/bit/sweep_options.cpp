// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "transform/bit/sweep.h"

namespace cairn {

const OptionGroup& SweepConfig::options() {
  static const OptionGroup table =
      OptionTable<SweepConfig>("sweep", "Gates that are equal in all states")
          .add_seconds("sweep-seconds", &SweepConfig::seconds,
                       "Processor time that the pass may take, each time it is applied")
          .add_count("sweep-conflicts", &SweepConfig::conflicts,
                     "Give up a query to the SAT solver after this many conflicts");
  return table;
}

}  // namespace cairn
