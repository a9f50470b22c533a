// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "transform/bit/induction.h"

namespace cairn {

const OptionGroup& CorrespondenceConfig::options() {
  static const OptionGroup table =
      OptionTable<CorrespondenceConfig>("correspondence",
                                        "Latches and gates that are equal in all reachable states")
          .add_seconds("correspondence-seconds", &CorrespondenceConfig::seconds,
                       "Processor time that the pass may take, each time it is applied")
          .add_count("correspondence-conflicts", &CorrespondenceConfig::conflicts,
                     "Give up a query to the SAT solver after this many conflicts");
  return table;
}

}  // namespace cairn
