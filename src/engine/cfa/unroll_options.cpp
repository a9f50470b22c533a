// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/cfa/unroll.h"

namespace cairn {
const OptionGroup& UnrollConfig::options() {
  static const OptionGroup table =
      OptionTable<UnrollConfig>("unroll", "Complete unrolling of programs")
          .add_count("unroll-rounds", &UnrollConfig::rounds,
                     "Give up at a loop that goes on after so many rounds that inputs decide "
                     "about; rounds "
                     "that follow from constants don't count; 0: no limit")
          .add_count(
              "unroll-places", &UnrollConfig::places,
              "Give up when so many places, locations in a round of their loops, are unrolled");
  return table;
}

}  // namespace cairn
