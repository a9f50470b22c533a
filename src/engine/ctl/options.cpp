// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/ctl/config.h"

namespace cairn::ctl {

const OptionGroup& IictlConfig::options() {
  static const OptionGroup table =
      OptionTable<IictlConfig>("ctl", "CTL by incremental induction")
          .add_word("ctl-engine", &IictlConfig::engine, {"ic3"}, {},
                    "Who finds paths, or shows that there is none")
          .add_count("ctl-shrink", &IictlConfig::shrink,
                     "A cube is made smaller by this many queries, at most", 40)
          .add_count("ctl-preimage", &IictlConfig::preimage,
                     "A state that satisfies a formula is taken together with all that do so by "
                     "the same inputs, if that needs no more than this many gates; else with a "
                     "cube",
                     1000)
          .add_count("ctl-lasso", &IictlConfig::lasso,
                     "Lassos of this many steps are looked for before longer ones", 12);
  return table;
}

}  // namespace cairn::ctl
