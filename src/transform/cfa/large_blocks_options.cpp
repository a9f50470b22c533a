// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "transform/cfa/large_blocks.h"

namespace cairn {

const OptionGroup& LargeBlocksConfig::options() {
  static const OptionGroup table =
      OptionTable<LargeBlocksConfig>("blocks", "Large blocks of programs")
          .add_count("block-size", &LargeBlocksConfig::max_nodes,
                     "The largest formula of an edge that large blocks make; 0: no limit", 0,
                     "NODES");
  return table;
}

}  // namespace cairn
