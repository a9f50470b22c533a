// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/umc_qe/config.h"

namespace cairn::umc {

const OptionGroup& UmcQeConfig::options() {
  using Enlarge = UmcQeConfig::Enlarge;
  static const OptionGroup table =
      OptionTable<UmcQeConfig>("umc-qe", "Pre-images by quantifier elimination")
          .add_choice(
              "umc-qe-enlarge", &UmcQeConfig::enlarge,
              {{"none", Enlarge::None}, {"justify", Enlarge::Justify}, {"cores", Enlarge::Cores}},
              "How a state of a pre-image becomes a cube of it: not at all, by justifying "
              "gates, or by that and by cores");
  return table;
}

}  // namespace cairn::umc
