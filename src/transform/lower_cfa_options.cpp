// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "transform/lower_cfa.h"

namespace cairn {

const OptionGroup& LowerCfaConfig::options() {
  static const OptionGroup table =
      OptionTable<LowerCfaConfig>("lowering", "From programs to circuits")
          .add_choice("pc", &LowerCfaConfig::counter,
                      {{"binary", Counter::Binary}, {"one-hot", Counter::OneHot}},
                      "The program counter in the circuit: a number, or a bit for each location");
  return table;
}

}  // namespace cairn
