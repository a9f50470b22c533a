// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "transform/cfa/infeasible.h"

namespace cairn {

const OptionGroup& InfeasibleConfig::options() {
  static const OptionGroup table =
      OptionTable<InfeasibleConfig>("infeasible", "Edges of programs that floats rule out")
          .add_count("infeasible-work", &InfeasibleConfig::work,
                     "How much splitting of intervals may cost, in evaluations of terms");
  return table;
}

}  // namespace cairn
