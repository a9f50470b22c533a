// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/fsis/config.h"

namespace cairn::fsis {
namespace {

using Implicate = FsisConfig::Implicate;
using Mic = FsisConfig::Mic;

}  // namespace

const OptionGroup& FsisConfig::options() {
  static const OptionGroup table =
      OptionTable<FsisConfig>("fsis", "Finite-state inductive strengthening")
          .add_switch("fsis-down", &FsisConfig::down,
                      "Look below a clause that is not inductive for one that is")
          .add_choice("fsis-implicate", &FsisConfig::implicate,
                      {{"linear", Implicate::Linear}, {"binary", Implicate::Binary}},
                      "How the literals that a clause needs are searched for")
          .add_choice(
              "fsis-mic", &FsisConfig::mic,
              {{"once", Mic::Once}, {"repeat", Mic::Repeat}, {"drop", Mic::Drop}},
              "Make inductive clauses smaller once, until a search drops nothing more, or until no "
              "literal can be left out");
  return table;
}

}  // namespace cairn::fsis
