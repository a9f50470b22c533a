// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/cfa/unroll.h"

namespace cairn {
const OptionGroup& UnrollConfig::options() {
  static const OptionGroup table =
      OptionTable<UnrollConfig>("unroll", "Complete unrolling of programs")
          .add_count("unroll-iterations", &UnrollConfig::iterations,
                     "Give up at a loop that goes on after so many iterations that inputs decide "
                     "about; iterations that follow from constants don't count; 0: no limit")
          .add_count(
              "unroll-locations", &UnrollConfig::locations,
              "Give up when so many locations, each in an iteration of its loops, are unrolled");
  return table;
}

}  // namespace cairn
